/** Boots the toolkits of a project over its manifest, or compiles their schemas with ajv alone: `node boot-manifest.mjs FOLDER ours|floor`. */
import { readFileSync } from 'node:fs';

const [, , folder, kind] = process.argv;
const manifest = JSON.parse(readFileSync(`${folder}/tackroom.schemas.json`, 'utf8'));
const figures = kind === 'ours' ? await ours() : await floor();
process.stdout.write(JSON.stringify(figures));
process.exit(0);

async function ours() {
  const { HarnessModule } = await import('tackroom');
  const files = JSON.parse(readFileSync(`${folder}/dist/files.json`, 'utf8'));
  const modules = await Promise.all(files.map((file) => import(file)));
  const tools = modules.flatMap((module) => Object.values(module));
  const started = performance.now();
  const harness = await HarnessModule.create({ tools, manifest: `${folder}/tackroom.schemas.json` });
  const ms = performance.now() - started;
  const { success, content } = await harness.execute({
    name: 'tool0',
    args: { name: 'a', options: { from: { street: 'b', city: 'c' }, weights: {}, copies: 1, kind: { type: 'letter' } } },
  });
  if (!success) throw new Error(`the first tool does not work: ${content}`);
  return { ms };
}

async function floor() {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const schemas = Object.values(manifest.tools).map(({ parameters }) => ({
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, { ...schema, $defs: undefined, $ref: undefined }])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }));
  const started = performance.now();
  const ajv = new Ajv2020({ strict: false });
  for (const schema of schemas) ajv.compile(JSON.parse(JSON.stringify(schema)));
  return { ms: performance.now() - started };
}
