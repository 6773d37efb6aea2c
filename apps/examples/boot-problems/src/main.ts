import assert from 'node:assert/strict';
import { HarnessError, HarnessModule, Inject, token, Tool, Toolkit, type HarnessOptions, type Token } from 'tackroom';

interface MailServer {
  send(to: string): void;
}
const MailServer: Token<MailServer> = token('example/MailServer');

@Toolkit()
class MailTools {
  constructor(@Inject(MailServer) private readonly server: MailServer) {}

  /** @param to Address of the receiver */
  @Tool()
  sendMail(to: string): void {
    this.server.send(to);
  }
}

const options: HarnessOptions = { tools: [MailTools] };
const reported: string[] = [];
const report = (line: string): unknown => reported.push(line);

// #region problems
try {
  await HarnessModule.create(options);
} catch (error) {
  if (!HarnessError.is(error, 'BOOT_INVALID')) throw error;
  for (const { code, where, message } of error.problems) report(`${where}: ${message} [${code}]`);
}
// #endregion

console.log(reported.join('\n'));
assert.deepEqual(
  reported.map((line) => /\[(.*)\]$/.exec(line)?.[1]),
  ['DEPENDENCY_MISSING', 'TOOL_DESCRIPTION_EMPTY'],
);
