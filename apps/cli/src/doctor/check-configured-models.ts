import { modelSources, type ModelNeeds, type ServerNeeds } from 'tackroom';
import { isOperator } from '../load/load-model.js';
import { askServer } from './ask-server.js';
import type { ConfiguredModel, ConfiguredModels } from './configured-models.js';
import type { Finding } from './finding.js';
import { findInstalled } from './installed-package.js';
import type { OllamaServer } from './ollama.js';
import type { Surroundings } from './surroundings.js';

/** What is known already, and asked about once. */
export interface ModelFacts {
  readonly env: Surroundings['env'];
  readonly ollama: OllamaServer | undefined;
}

/** Whether each model of a configuration can be asked; a run with one that cannot fails. */
export function checkConfiguredModels({ folder, models }: ConfiguredModels, facts: ModelFacts): Promise<readonly Finding[]> {
  return Promise.all(models.filter(isServed).map((each) => checkOne(each, folder, facts)));
}

/** A file of turns and the person need nothing. */
function isServed({ model }: ConfiguredModel): boolean {
  return !model.startsWith('scripted:') && !isOperator(model);
}

interface Lack {
  readonly what: string;
  readonly fix: string;
}

async function checkOne({ where, model }: ConfiguredModel, folder: string, facts: ModelFacts): Promise<Finding> {
  const id = `models.${where}`;
  const needs = modelSources.needsOf(model, facts.env);
  if (typeof needs === 'string')
    return { id, status: 'problem', summary: `the configuration's ${where} names no model`, detail: needs, fix: `Correct ${where}.` };
  const named = `the configuration's ${where}, ${needs.shown},`;
  const lacks = [...lacksHere(needs, folder, facts), ...(await lacksThere(needs.server, facts))];
  if (lacks.length === 0) return { id, status: 'ok', summary: `${named} has what it needs` };
  const whats = lacks.map(({ what }) => what);
  const fix = lacks.map((lack) => lack.fix).join('\n');
  return { id, status: 'problem', summary: `${named} cannot be asked: ${whats.join('; ')}`, fix };
}

function lacksHere(needs: ModelNeeds, folder: string, { env }: ModelFacts): readonly Lack[] {
  const lacks: Lack[] = [];
  if (findInstalled(needs.package, folder) === undefined) {
    lacks.push({ what: `${needs.package} is not installed here`, fix: `npm install ${needs.package}` });
  }
  const { keyVariable } = needs;
  if (keyVariable !== undefined && (env[keyVariable] ?? '') === '')
    lacks.push({ what: `${keyVariable} is not set`, fix: `export ${keyVariable}=…` });
  return lacks;
}

async function lacksThere(server: ServerNeeds | undefined, { ollama }: ModelFacts): Promise<readonly Lack[]> {
  if (server === undefined) return [];
  const { model, isOllama, baseUrl, problem, variable } = server;
  const correct = variable === undefined ? 'Correct the address before the #.' : `export ${variable}=…`;
  if (problem !== undefined) return [{ what: `the value of ${variable ?? 'its address'} ${problem}`, fix: correct }];
  if (baseUrl === undefined) return [{ what: `${variable ?? 'its address'} is not set`, fix: correct }];
  if (isOllama) return ollamaLacks(model, baseUrl, ollama);
  if (await answers(baseUrl)) return [];
  const fix = variable === undefined ? 'Start it, or correct the address before the #.' : `Start it, or correct the address: ${correct}`;
  return [{ what: `no server answers at ${baseUrl}`, fix }];
}

function ollamaLacks(model: string, baseUrl: string, ollama: OllamaServer | undefined): readonly Lack[] {
  if (ollama === undefined) {
    return [
      { what: `no Ollama server answers at ${baseUrl}`, fix: 'Start it with "ollama serve", or say where it is: export OLLAMA_HOST=…' },
    ];
  }
  if (ollama.models.some((each) => withTag(each) === withTag(model))) return [];
  return [{ what: `the Ollama server at ${baseUrl} does not have it`, fix: `ollama pull ${model}` }];
}

/** Ollama compares names without regard to case, and means the tag `latest` where there is none. */
function withTag(name: string): string {
  const plain = name.toLowerCase();
  return plain.slice(plain.lastIndexOf('/') + 1).includes(':') ? plain : `${plain}:latest`;
}

/** A server elsewhere takes its time. */
const PATIENCE_MS = 3_000;

/** Any answer, also that a key is wanted, says that the server is there. */
export async function answers(baseUrl: string): Promise<boolean> {
  return askServer(new URL(`${baseUrl}/models`), PATIENCE_MS).then(
    () => true,
    () => false,
  );
}
