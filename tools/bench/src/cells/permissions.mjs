import { defineTool, HarnessModule, rule, RuleBasedPermissionService } from 'tackroom';
import { parse } from 'unbash';
import { batchUs, interleave } from '../measure.mjs';

const FACTS = Object.freeze({ paths: {}, urls: {}, caseInsensitivePaths: false });
const CONTEXT = Object.freeze({ sessionId: 's', runId: 'r', agentPath: ['main'] });
const RULES = 100;

function noteTool(index) {
  return defineTool({
    name: `note_${index}`,
    description: 'Keeps a note.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' }, kind: { type: 'string' } } },
    handler: () => '',
  });
}

/** Every rule is about every tool and looks at an argument; none of them matches. */
function manyRules() {
  return Array.from({ length: RULES }, (_, index) => rule('note_*', { kind: `private-${index}-*` }));
}

/** A decision over a hundred rules, by a service that has seen one tool and by one that has seen five thousand. */
export async function decide() {
  const decideUnder = (count) => {
    const service = new RuleBasedPermissionService({ deny: manyRules(), profile: 'open' });
    const tools = Array.from({ length: count }, (_, index) => noteTool(index));
    const calls = tools.map((tool) => ({ tool, args: { text: 'buy oats', kind: 'public' } }));
    for (const call of calls) service.decide(call, FACTS, CONTEXT);
    const call = calls[count >> 1];
    if (service.decide(call, FACTS, CONTEXT).verdict !== 'allow') throw new Error('the call is not allowed');
    return () => service.decide(call, FACTS, CONTEXT);
  };
  const [one, many] = [decideUnder(1), decideUnder(5_000)];
  const [floor, us, of5000ToolsUs] = await interleave([() => batchSync(rulesByHand()), () => batchSync(one), () => batchSync(many)]);
  return { rules: RULES, us, floor, ratio: us / floor, of5000ToolsUs, target: 1.5 };
}

/** The same rules as somebody writes them who needs no explanation: a pattern for the tool and one for the argument, each tried in turn. */
function rulesByHand() {
  const rules = Array.from({ length: RULES }, (_, index) => ({ tool: /^note_/, kind: new RegExp(`^private-${index}-`) }));
  const call = { tool: 'note_0', args: { text: 'buy oats', kind: 'public' } };
  return () => rules.some(({ tool, kind }) => tool.test(call.tool) && kind.test(call.args.kind));
}

/** Without `await`, which costs as much as the decision. */
async function batchSync(operation) {
  const inner = 100;
  const perBatch = await batchUs(() => {
    for (let index = 0; index < inner; index++) operation();
  });
  return perBatch / inner;
}

const LINE =
  'git log --oneline --since=yesterday -- packages/core/src && npm run build -- --filter="core" | head -n 20; ' +
  'for f in a b c; do cat "$f" | grep -v "x y"; done; ls -la packages/core/src/permissions/match | wc';

/** A line of two hundred characters: arguments checked, line parsed, rules tried, and everything said of it. The floor parses it. */
export async function decideShell() {
  const commands = ['git log *', 'npm run *', 'head *', 'cat *', 'grep *', 'ls *', 'wc *'];
  const allow = commands.map((command) => rule('run', { command }));
  const deny = ['rm *', 'git push *', 'npm publish*'].map((command) => rule('run', { command }));
  const run = defineTool({
    name: 'run',
    description: 'Runs a command.',
    riskLevel: 'high',
    semantics: { command: 'shell-command' },
    inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    handler: () => '',
  });
  const harness = await HarnessModule.create({ tools: [run], permissions: { allow, deny } });
  const call = { name: 'run', args: { command: LINE } };
  const { verdict, reason } = await harness.explain(call);
  if (verdict !== 'allow') throw new Error(`the line is not allowed: ${reason}`);
  const [floor, us] = await interleave([() => batchUs(() => void parse(LINE)), () => batchUs(() => harness.explain(call))]);
  await harness.close();
  return { chars: LINE.length, us, floor, ratio: us / floor, target: 3 };
}
