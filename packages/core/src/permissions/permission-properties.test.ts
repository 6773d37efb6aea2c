import fc from 'fast-check';
import type { JsonObject } from '../contracts/json.js';
import type { CallFacts, DecidedCall, Decision, DecisionContext, PermissionLevel } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from '../registry/define-tool.js';
import { agentPermissionService, narrowingPermissionService } from './narrowing-permission-service.js';
import type { PermissionOptions, PermissionProfile } from './permission-options.js';
import { rule, type Rule } from './rule.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';
import { loadShellReader, type ShellReader } from './shell/load-shell-reader.js';

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

const context: DecisionContext = { sessionId: 's', runId: 'r', agentPath: [] };
const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;
const level = fc.constantFrom<PermissionLevel>('allow', 'ask', 'deny');

const tools: readonly ToolDefinition[] = (['low', 'medium', 'high'] as const).flatMap((riskLevel) =>
  [undefined, 'allow', 'ask', 'deny'].flatMap((permission) =>
    [undefined, {}].map((approval) =>
      defineTool({
        name: riskLevel === 'low' ? 'read' : riskLevel === 'medium' ? 'write' : 'run',
        description: 'Does it.',
        category: riskLevel === 'low' ? 'read' : 'write',
        riskLevel,
        inputSchema: { type: 'object', properties: { path: {}, command: {}, url: {}, note: { default: 'b' } } },
        semantics: { path: 'path', command: 'shell-command', url: 'url' },
        handler: () => '',
        ...(permission === undefined ? {} : { permission: permission as PermissionLevel }),
        ...(approval === undefined ? {} : { approval }),
      }),
    ),
  ),
);

const paths = ['docs/a', 'secrets/k', '.git/config', './docs/../secrets/k', 'link'];
const canonical: Readonly<Record<string, string>> = { './docs/../secrets/k': 'secrets/k', link: 'docs/a' };
const argument = fc.record(
  {
    path: fc.constantFrom(...paths, 'elsewhere'),
    command: fc.constantFrom('git log', 'rm x', 'git log && rm x', 'a && rm x', 'git $X', '$X', 'rm -rf /', ''),
    url: fc.constantFrom('https://a.example/x', 'https://b.example/', 'x'),
    note: fc.constantFrom('a', 'b', 5, null, ['a', 'b'], []),
  },
  { requiredKeys: [] },
);
const callOf = fc.record({ tool: fc.constantFrom(...tools), args: argument, needed: fc.option(fc.boolean(), { nil: undefined }) });

const patterns = fc.record(
  {
    path: fc.constantFrom('docs/*', 'secrets/**', '**', '**/.git/**', '/abs/*', 'a**b'),
    command: fc.constantFrom('git *', 'rm *', '*', 'git log', 'git ?og'),
    url: fc.constantFrom('https://a.example/*', '*', '*.example'),
    note: fc.constantFrom('a', '*', '5', '[ab]'),
  },
  { requiredKeys: [] },
);
const anyRule = (flag?: 'evenIfDangerous' | 'beforeAllow'): fc.Arbitrary<Rule> =>
  fc
    .record({
      subject: fc.constantFrom('read', 'write', 'run', '*', 'r*', 'category:write', 'risk:high'),
      args: patterns,
      flagged: fc.boolean(),
    })
    .map(({ subject, args, flagged }) => {
      const options = flag !== undefined && flagged ? { [flag]: true } : {};
      if (subject === 'category:write') return rule.category('write', options);
      if (subject === 'risk:high') return rule.risk('high', options);
      return rule(subject, Object.keys(args).length === 0 ? undefined : args, options);
    });
const rules = (flag?: 'evenIfDangerous' | 'beforeAllow'): fc.Arbitrary<Rule[]> => fc.array(anyRule(flag), { maxLength: 3 });
const policy: fc.Arbitrary<PermissionOptions> = fc.record(
  {
    allow: rules('evenIfDangerous'),
    ask: rules('beforeAllow'),
    deny: rules(),
    profile: fc.constantFrom<PermissionProfile>('guarded', 'open', 'locked'),
    defaultLevel: level,
  },
  { requiredKeys: ['allow', 'ask', 'deny'] },
);
const override = fc.option(level, { nil: undefined });
type Call = { readonly tool: ToolDefinition; readonly args: object; readonly needed: boolean | undefined };

function decided({ tool, args, needed }: Call): DecidedCall {
  return { tool, args: args as JsonObject, ...(needed === undefined ? {} : { approvalNeeded: needed }) };
}

function factsOf(call: Call): CallFacts {
  const raw = (call.args as { readonly path?: string }).path;
  const known = raw !== undefined && paths.includes(raw);
  const fact = known
    ? { path: { raw, normalized: canonical[raw] === 'secrets/k' ? 'secrets/k' : raw, canonical: canonical[raw] ?? raw, outside: false } }
    : {};
  const { command } = call.args as { readonly command?: string };
  const commands = command === undefined ? {} : { commands: { command: { raw: command, line: read(command) } } };
  return { paths: fact, urls: {}, caseInsensitivePaths: false, workspaceRoot: '/root', ...commands };
}

function serviceOf(options: PermissionOptions, call: Call, set?: PermissionLevel): RuleBasedPermissionService {
  const service = new RuleBasedPermissionService(options, { now: () => 0 });
  service.setPermission(call.tool.name, set);
  return service;
}

function decide(options: PermissionOptions, call: Call, set?: PermissionLevel): Decision {
  return serviceOf(options, call, set).decide(decided(call), factsOf(call), context);
}

const runs = { numRuns: 500 };

test('an explanation’s verdict is the decision, with and without grants', () => {
  fc.assert(
    fc.property(policy, callOf, override, fc.constantFrom('none', 'tool', 'call'), (options, call, set, granted) => {
      const service = serviceOf(options, call, set);
      if (granted !== 'none') service.grant('s', call.tool, granted === 'tool' ? undefined : decided(call).args, { facts: factsOf(call) });
      const { steps, ...explained } = service.explain(decided(call), factsOf(call), context);
      expect(explained).toEqual(service.decide(decided(call), factsOf(call), context));
      expect(steps.length).toBeGreaterThan(0);
    }),
    runs,
  );
});

test('a matching deny rule wins over everything', () => {
  fc.assert(
    fc.property(policy, callOf, override, (options, call, set) => {
      const deny = [...(options.deny ?? []), rule(call.tool.name)];
      const service = serviceOf({ ...options, deny, guards: [] }, call, set);
      service.grant('s', call.tool);
      expect(service.decide(decided(call), factsOf(call), context)).toMatchObject({ verdict: 'deny', source: 'deny-rule' });
    }),
    runs,
  );
});

test('adding an allow rule never changes what deny rules and denying levels say', () => {
  fc.assert(
    fc.property(policy, callOf, override, anyRule('evenIfDangerous'), (options, call, set, added) => {
      const before = decide(options, call, set);
      const after = decide({ ...options, allow: [...(options.allow ?? []), added] }, call, set);
      const isDefault = before.source === 'profile' || before.source === 'default';
      if (before.verdict === 'deny' && !isDefault) expect(after).toEqual(before);
      // Where no rule allows, one that cannot tell what a line does asks about it.
      if (before.verdict === 'allow') expect(before.source === 'allow-rule' ? ['allow'] : ['allow', 'ask']).toContain(after.verdict);
    }),
    runs,
  );
});

test('adding a deny rule never loosens a verdict', () => {
  fc.assert(
    fc.property(policy, callOf, override, anyRule(), (options, call, set, added) => {
      const before = decide(options, call, set).verdict;
      const after = decide({ ...options, deny: [...(options.deny ?? []), added] }, call, set).verdict;
      expect(STRICTNESS[after]).toBeGreaterThanOrEqual(STRICTNESS[before]);
    }),
    runs,
  );
});

test('a grant turns an ask into an allow, unless a guard asks, and never touches a denial; without it the ask is back', () => {
  fc.assert(
    fc.property(policy, callOf, override, fc.boolean(), (options, call, set, whole) => {
      const service = serviceOf(options, call, set);
      const ask = (): Decision => service.decide(decided(call), factsOf(call), context);
      const before = ask();
      const grant = service.grant('s', call.tool, whole ? undefined : decided(call).args, { facts: factsOf(call) });
      const isGrantable = before.verdict === 'ask' && before.source !== 'guard';
      if (isGrantable) expect(ask()).toMatchObject({ verdict: 'allow', source: 'grant' });
      else expect(ask()).toEqual(before);
      service.revoke('s', grant.id);
      expect(ask()).toEqual(before);
    }),
    runs,
  );
});

test('an agent’s policy never loosens its harness’s', () => {
  fc.assert(
    fc.property(policy, policy, callOf, override, (harnessOptions, agentOptions, call, set) => {
      const harness = serviceOf(harnessOptions, call);
      const agent = agentPermissionService(agentOptions, { now: () => 0 });
      const combined = narrowingPermissionService(harness, agent, () => 0);
      combined.setPermission(call.tool.name, set);
      const [own, both] = [harness, combined].map((service) => service.decide(decided(call), factsOf(call), context).verdict);
      expect(STRICTNESS[both ?? 'allow']).toBeGreaterThanOrEqual(STRICTNESS[own ?? 'deny']);
    }),
    runs,
  );
});

test('what a policy says does not depend on the order of its rules', () => {
  fc.assert(
    fc.property(policy, callOf, override, (options, call, set) => {
      const turned: PermissionOptions = {
        ...options,
        allow: [...(options.allow ?? [])].reverse(),
        ask: [...(options.ask ?? [])].reverse(),
        deny: [...(options.deny ?? [])].reverse(),
      };
      expect(decide(turned, call, set).verdict).toBe(decide(options, call, set).verdict);
    }),
    runs,
  );
});
