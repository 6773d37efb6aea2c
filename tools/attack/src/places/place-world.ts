import { defineTool, type ApprovalRequest, type Ctx, type JsonObject, type ToolDefinition } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { navigation, type PermissionOptions } from 'tackroom';
import type { SeededChoice } from './seeded-choice.js';

/** Where the session goes, and where links lead: some of it denied. */
const DIRECTORIES = ['a', 'b', 'a/b', 'secrets', 'secrets/a'] as const;

/** Nothing below `secrets` may be touched, whatever it is called at that moment. */
const POLICY: PermissionOptions = {
  deny: ['touch{"path":"secrets/**"}', 'peek{"path":"secrets/**"}', 'act{"cwd":"secrets/**"}'],
};

/** Files in memory, tools that note where they act, and an oracle that compares that with what a person was shown. */
export class PlaceWorld {
  readonly escapes: string[] = [];
  readonly workspace = new InMemoryWorkspace(
    { ...Object.fromEntries(DIRECTORIES.map((path) => [`${path}/f`, 'x'])), link: { link: 'a' } },
    { symlinks: 'inside' },
  );
  /** What a person was shown of each call. */
  private readonly shown = new Map<string, ApprovalRequest>();
  /** Calls whose handler ran. */
  ran = 0;

  constructor(private readonly choice: SeededChoice) {}

  get policy(): PermissionOptions {
    return POLICY;
  }

  get bundles() {
    return [navigation()];
  }

  get tools(): readonly ToolDefinition[] {
    return [
      this.tool('touch', { category: 'write', riskLevel: 'medium', concurrency: 'serial' }, ['path']),
      this.tool('peek', { category: 'read', riskLevel: 'low', concurrency: 'parallel' }, ['path']),
      this.tool('act', { category: 'execute', riskLevel: 'high', concurrency: 'serial' }, []),
      defineTool({
        name: 'wait',
        description: 'Waits.',
        riskLevel: 'low',
        concurrency: 'serial',
        inputSchema: { type: 'object' },
        handler: async () => {
          await new Promise((resolve) => void setImmediate(resolve));
          this.disturb();
          return 'waited';
        },
      }),
    ];
  }

  /** Notes what a person is shown. */
  show(request: ApprovalRequest): void {
    this.shown.set(request.callId, request);
  }

  /** A link leads elsewhere from now on, or a directory becomes one. */
  disturb(): void {
    const { choice, workspace } = this;
    const target = choice.of(DIRECTORIES);
    if (choice.below(3) > 0) return workspace.set('link', { link: target });
    const place = choice.of(['a/b', 'b']);
    workspace.delete(place);
    if (choice.below(2) === 0) workspace.set(place, { link: place === 'b' ? target : `../${target}` });
    else workspace.set(`${place}/f`, 'x');
  }

  /** The calls of one turn. */
  turn(): readonly [string, JsonObject][] {
    return Array.from({ length: 1 + this.choice.below(4) }, () => this.call());
  }

  private call(): [string, JsonObject] {
    const { choice } = this;
    const path = choice.of(['n', 'f', '../n', 'a/n', 'b/n', 'link/n', '../secrets/n', 'secrets/n']);
    const directory = choice.of(['.', 'a', 'b', 'link', '../b', 'secrets']);
    return choice.of<[string, JsonObject]>([
      ['change_directory', { path: choice.of(['a', 'b', '..', 'secrets', 'link', 'a/b', '../secrets']) }],
      ['touch', { path }],
      ['peek', { path }],
      ['act', { command: 'make' }],
      ['act', { command: 'make', cwd: directory }],
      ['wait', {}],
    ]);
  }

  private tool(
    name: string,
    facts: Pick<Parameters<typeof defineTool>[0], 'category' | 'riskLevel' | 'concurrency'>,
    required: readonly string[],
  ): ToolDefinition {
    const isCommand = name === 'act';
    return defineTool({
      name,
      description: `Does ${name}.`,
      ...facts,
      semantics: isCommand ? { command: 'shell-command', cwd: 'path' } : { path: 'path' },
      inputSchema: {
        type: 'object',
        properties: isCommand ? { command: { type: 'string' }, cwd: { type: 'string' } } : { path: { type: 'string' } },
        required: isCommand ? ['command'] : [...required],
      },
      handler: async (args, ctx) => {
        await this.judge(name, args, ctx);
        return 'done';
      },
    });
  }

  /** What runs now must be what was shown, where it was shown, and nothing that is denied. */
  private async judge(name: string, args: JsonObject, { workspace, call }: Ctx): Promise<void> {
    this.ran += 1;
    const parameter = name === 'act' ? 'cwd' : 'path';
    const given = args[parameter];
    const { canonical } = await workspace.fact(typeof given === 'string' ? given : '.');
    const place = canonical ?? null;
    const what = `${name} ${JSON.stringify(args)} in ${JSON.stringify(workspace.cwd)} reached ${JSON.stringify(place)}`;
    if (`${place}/`.startsWith('secrets/')) this.escapes.push(`${what}, which is denied`);
    if (name === 'peek') return;
    const shown = this.shown.get(call.id);
    if (shown === undefined) return void this.escapes.push(`${what}, and nobody was shown it`);
    const { cwd, paths } = shown.place ?? {};
    const isSame = cwd === workspace.cwd && paths?.[parameter] === place && JSON.stringify(shown.args) === JSON.stringify(args);
    if (!isSame) this.escapes.push(`${what}, and shown was ${JSON.stringify(shown.args)} in ${JSON.stringify(shown.place)}`);
    if (workspace.cwd !== '' && !shown.text.includes(JSON.stringify(workspace.cwd)))
      this.escapes.push(`${what}; the text does not say where`);
  }
}
