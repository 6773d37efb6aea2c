import { modelSources, type ModelSources } from 'tackroom';
import { answers, checkConfiguredModels } from './check-configured-models.js';
import { configuredModels } from './configured-models.js';
import { findInstalled } from './installed-package.js';
import { counted, type Finding } from './finding.js';
import { findOllama, type OllamaServer } from './ollama.js';
import type { Surroundings } from './surroundings.js';

const { providers: PROVIDERS, serverPackage: SERVER_PACKAGE, serverVariable: SERVER_VARIABLE } = modelSources;

type Where = Pick<Surroundings, 'cwd' | 'env' | 'commands'> & Partial<Pick<Surroundings, 'config'>>;

/**
 * Which models can be asked from here: for each provider the package and its key, and whether an Ollama server and the server
 * of `OPENAI_COMPATIBLE_BASE_URL` answer; and whether those can be asked that the configuration names. Of a key nothing but
 * its presence is looked at.
 */
export async function checkModels(where: Where): Promise<readonly Finding[]> {
  const providers = PROVIDERS.flatMap((provider) => checkProvider(provider, where) ?? []);
  const ollama = await findOllama(where.env);
  const servers = [...checkOllama(ollama, where), ...(await checkAnyServer(where))];
  const configured = await checkConfiguredModels(configuredModels(where), { env: where.env, ollama });
  const findings = [...providers, ...servers, ...configured];
  return findings.some(({ status }) => status === 'ok') ? findings : [...findings, nothingReady(where, findings.length > 0)];
}

/** Undefined for a provider that nobody prepared anything for. */
function checkProvider(provider: ModelSources['providers'][number], { cwd, env }: Where): Finding | undefined {
  const id = `models.${provider.name}`;
  const installed = findInstalled(provider.package, cwd);
  const hasKey = (env[provider.keyVariable] ?? '') !== '';
  const named = installed === undefined ? provider.package : `${provider.package} ${installed.version}`;
  if (installed !== undefined && hasKey) return { id, status: 'ok', summary: `${named}, and ${provider.keyVariable} is set` };
  if (installed !== undefined) {
    return {
      id,
      status: 'warning',
      summary: `${named} is installed, but ${provider.keyVariable} is not set`,
      fix: `export ${provider.keyVariable}=…`,
    };
  }
  if (!hasKey) return undefined;
  const summary = `${provider.keyVariable} is set, but ${named} is not installed here`;
  return { id, status: 'absent', summary, fix: `npm install ${provider.package}` };
}

/** The server of the variable, if anything is said of one. Its key is not needed by all. */
async function checkAnyServer({ cwd, env }: Where): Promise<readonly Finding[]> {
  const id = 'models.openai-compatible';
  const needs = modelSources.needsOf('openai-compatible/m', env);
  const server = typeof needs === 'string' ? undefined : needs.server;
  const fix = `export ${SERVER_VARIABLE}=http://…/v1`;
  if (server?.problem !== undefined) return [{ id, status: 'warning', summary: `the value of ${SERVER_VARIABLE} ${server.problem}`, fix }];
  if (server?.baseUrl === undefined) {
    if ((env['OPENAI_COMPATIBLE_API_KEY'] ?? '') === '') return [];
    return [{ id, status: 'absent', summary: `OPENAI_COMPATIBLE_API_KEY is set, but ${SERVER_VARIABLE} is not`, fix }];
  }
  const installed = findInstalled(SERVER_PACKAGE, cwd);
  const isThere = await answers(server.baseUrl);
  const summary = `${SERVER_VARIABLE} is set, and ${isThere ? 'a server answers' : 'no server answers'} at ${server.baseUrl}`;
  if (installed === undefined) return [{ id, status: 'absent', summary, fix: `npm install ${SERVER_PACKAGE}` }];
  return [isThere ? { id, status: 'ok', summary } : { id, status: 'warning', summary, fix: `Start it, or correct the address: ${fix}` }];
}

function checkOllama(ollama: OllamaServer | undefined, { cwd }: Where): readonly Finding[] {
  const installed = findInstalled(SERVER_PACKAGE, cwd);
  const id = 'models.ollama';
  if (ollama === undefined) {
    if (installed === undefined) return [];
    const summary = `${SERVER_PACKAGE} ${installed.version} is installed; no Ollama server answers`;
    return [{ id, status: 'absent', summary, fix: 'Start it with "ollama serve", or say where it is: export OLLAMA_HOST=…' }];
  }
  const server = `an Ollama server with ${counted(ollama.models.length, 'model')} answers at ${ollama.address}`;
  const detail = ollama.models.length === 0 ? {} : { detail: ollama.models.map((model) => `ollama/${model}`).join('\n') };
  if (installed === undefined) return [{ id, status: 'absent', summary: server, ...detail, fix: `npm install ${SERVER_PACKAGE}` }];
  if (ollama.models.length === 0)
    return [{ id, status: 'warning', summary: server, fix: 'Pull a model, for example with "ollama pull qwen3".' }];
  return [{ id, status: 'ok', summary: server, ...detail }];
}

/** What others lack is said by them; where nobody prepared anything, one way is. */
function nothingReady({ commands }: Where, isPrepared: boolean): Finding {
  const playing = commands.includes('chat') ? ['Without a model, "tackroom chat" lets you play the model yourself.'] : [];
  return {
    id: 'models',
    status: 'absent',
    summary: 'no model can be asked from here',
    detail: [...playing, '"--model scripted:FILE" replays a file of turns; it needs no key.'].join('\n'),
    ...(isPrepared
      ? {}
      : { fix: 'npm install @ai-sdk/anthropic && export ANTHROPIC_API_KEY=… (or another provider), then --model anthropic/NAME' }),
  };
}
