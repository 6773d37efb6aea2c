import { createInterface } from 'node:readline/promises';
import type { ApprovalAnswer, ApprovalRequest, Approver } from 'tackroom';
import { writeLine, type CommandIo } from '../io.js';

/** Asks the person at the terminal. Only a clear yes approves; end of input is a refusal. */
export function terminalApprover(io: CommandIo): Approver {
  return {
    async approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
      writeLine(io, `\nApproval needed: ${request.reason}\n${request.text}`);
      if (request.preview !== undefined) writeLine(io, request.preview);
      const prompt = createInterface({ input: io.stdin, output: process.stdout });
      try {
        const answer = (await prompt.question('Run it? [y/N] ', { signal })).trim().toLowerCase();
        return answer === 'y' || answer === 'yes' ? { type: 'approve', scope: 'once', by: 'terminal' } : { type: 'reject', by: 'terminal' };
      } finally {
        prompt.close();
      }
    },
  };
}
