import type { LayerRules } from './layer-rules.js';

const CORE = '@tackroom/core';

/** Who may import what. A change here is a change of the architecture: say why in docs/decisions. */
export const layerTable: LayerRules = {
  packages: [
    { folder: 'packages/core', imports: [] },
    { folder: 'packages/agent', imports: [CORE] },
    { folder: 'packages/sandbox', imports: [CORE] },
    { folder: 'packages/mcp', imports: [CORE] },
    { folder: 'packages/toolkit', imports: [CORE] },
    { folder: 'packages/runtime', imports: [CORE, '@tackroom/agent'] },
    { folder: 'packages/schema-compiler', imports: [], types: [CORE] },
    { folder: 'packages/testing', imports: [CORE, '@tackroom/agent', '@tackroom/runtime'] },
    {
      folder: 'packages/tackroom',
      imports: [CORE, '@tackroom/agent', '@tackroom/sandbox', '@tackroom/mcp', '@tackroom/toolkit', '@tackroom/runtime'],
    },
    // npm downloads it for one call of `npm create tackroom`: what it makes depends on the framework, it does not.
    { folder: 'packages/create-tackroom', imports: [] },
    // The command ships scripted models, which the testing package reads from files, `init`, and the compiler of schemas,
    // which brings TypeScript: programs that only run have neither.
    { folder: 'apps/cli', imports: ['tackroom', '@tackroom/schema-compiler', '@tackroom/testing', 'create-tackroom'] },
    { folder: 'apps/console', imports: ['tackroom'] },
    // An example checks itself without a key and without a network: it needs a scripted model.
    // Host implementations are imported by name (decision 0008).
    { folder: 'apps/examples/*', imports: ['tackroom', '@tackroom/sandbox', '@tackroom/testing'], runs: ['@tackroom/cli'] },
    { folder: 'tools/*', imports: 'any' },
  ],
  testImports: ['@tackroom/testing'],
  exceptions: [
    {
      file: 'packages/tackroom/bin/tackroom.js',
      imports: '@tackroom/cli',
      reason: 'the command of the umbrella package is the one of the CLI, loaded if it is installed',
    },
    ...['tackroom.config.ts', 'src/order-book.ts', 'src/order-tools.ts', 'src/order-tools.test.ts'].map((name) => ({
      file: `packages/create-tackroom/template/${name}`,
      imports: 'tackroom',
      reason: 'the template is the source of another project',
    })),
  ],
  folderLayers: {
    folder: 'packages/core/src',
    order: ['contracts', 'decorators', 'schema', 'registry', 'permissions', 'execution'],
  },
  allowLists: [
    {
      modules: ['tsyringe'],
      names: ['container'],
      allowed: [{ path: 'packages/tackroom/', reason: 'the one composition root' }],
    },
    {
      modules: ['tsyringe'],
      allowed: [
        { path: 'packages/core/src/decorators/', reason: 'our decorators make classes injectable' },
        { path: 'packages/tackroom/', reason: 'the one composition root' },
      ],
    },
    {
      modules: ['reflect-metadata'],
      allowed: [{ path: 'packages/core/src/decorators/metadata-store.ts', reason: 'one file owns metadata and its keys' }],
    },
    {
      modules: ['@modelcontextprotocol/sdk'],
      allowed: [{ path: 'packages/mcp/', reason: 'the bridge to MCP, both ways' }],
    },
    {
      modules: ['node:child_process'],
      allowed: [
        { path: 'packages/sandbox/', reason: 'a sandbox runs commands' },
        { path: 'packages/mcp/', reason: 'stdio servers are child processes' },
        { path: 'apps/cli/src/approve/edit-in-editor.ts', reason: "a person's editor gets their terminal" },
        { path: 'packages/tackroom/', testsOnly: true, reason: 'what needs built files is tested in a process of its own' },
        { path: 'apps/cli/', testsOnly: true, reason: 'the command is tested as a user starts it' },
        { path: 'apps/examples/', reason: 'an example may drive the command as a script does' },
        { path: 'test/', reason: 'what crosses packages is tested as a user starts it' },
        { path: 'tools/', reason: 'never shipped' },
        { path: 'scripts/', reason: 'never shipped' },
      ],
    },
    {
      modules: ['node:fs'],
      tests: true,
      allowed: [
        { path: 'packages/sandbox/src/', reason: 'the host workspace is how everything else reaches files' },
        { path: 'packages/schema-compiler/src/', reason: 'reads sources and writes manifests at build time' },
        { path: 'packages/tackroom/src/audit/', reason: 'the audit sink appends to a file' },
        { path: 'packages/tackroom/src/config/', reason: 'finds and loads the configuration file' },
        { path: 'packages/tackroom/src/manifest/', reason: 'loads the manifest of compiled schemas' },
        { path: 'packages/testing/src/', reason: 'contract suites try ports on real files; scripts of models come from files' },
        { path: 'apps/cli/src/', reason: 'reads the configuration, scripts and saved runs that its user names' },
        { path: 'apps/cli/bin/', reason: 'sees whether the command was built' },
        { path: 'packages/tackroom/bin/', reason: 'sees whether the command is installed' },
        { path: 'packages/create-tackroom/', reason: 'copies a template to where its user says' },
        { path: 'apps/examples/', reason: 'programs as a user writes them' },
        { path: 'tools/', reason: 'never shipped' },
        { path: 'scripts/', reason: 'never shipped' },
      ],
    },
  ],
  dynamicOnly: {
    modules: [
      'class-validator',
      'class-transformer',
      'unbash',
      'undici',
      'piscina',
      'libsql',
      '@libsql/client',
      '@modelcontextprotocol/sdk',
      'typescript',
      '@swc/core',
    ],
    folders: ['packages/', 'apps/cli/', 'apps/console/'],
    except: [{ path: 'packages/schema-compiler/', reason: 'runs at build time and is about nothing but TypeScript' }],
  },
  typesOnly: ['@ai-sdk/provider'],
  standalone: ['scripts/'],
  refusedNames: ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types'],
  maxLines: 300,
};
