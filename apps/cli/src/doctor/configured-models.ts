import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type * as typescript from 'typescript';
import { isForeign, nearestConfigs } from '../config/find-config.js';
import { loadTypeScript, type TypeScript } from './read-tsconfigs.js';
import type { Surroundings } from './surroundings.js';

/** A model that a configuration names by a string. */
export interface ConfiguredModel {
  /** Its key: `model`, `agents.support.model`, `agents.support.fallbacks[0]`. */
  readonly where: string;
  readonly model: string;
}

/** The models of the configuration that holds here, and the folder from which its packages are found. */
export interface ConfiguredModels {
  readonly folder: string;
  readonly models: readonly ConfiguredModel[];
}

/**
 * The models that stand as strings in the configuration which the other commands would use. Code is read, never run: what
 * it computes is not seen. A configuration that cannot be used has none; other checks say why.
 */
export function configuredModels({ cwd, config }: Partial<Pick<Surroundings, 'config'>> & Pick<Surroundings, 'cwd'>): ConfiguredModels {
  const found = config === undefined ? nearestConfigs(cwd).filter((path) => !isForeign(path)) : [resolve(cwd, config)];
  const [path] = found;
  if (path === undefined || found.length > 1) return { folder: cwd, models: [] };
  const ts = loadTypeScript();
  try {
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
    return { folder: dirname(path), models: modelsIn(ts, file) };
  } catch {
    return { folder: cwd, models: [] };
  }
}

function modelsIn(ts: TypeScript, file: typescript.SourceFile): readonly ConfiguredModel[] {
  const config = file.statements.map((statement) => objectIn(ts, exported(ts, statement), file)).find((object) => object !== undefined);
  const agents = propertiesOf(ts, objectIn(ts, propertiesOf(ts, config).get('agents'), file));
  const named = [...agents].flatMap(([name, agent]) => agentModels(ts, `agents.${name}`, propertiesOf(ts, objectIn(ts, agent, file))));
  return [['model', propertiesOf(ts, config).get('model')] as const, ...named].flatMap(([where, value]) =>
    value !== undefined && ts.isStringLiteralLike(value) ? [{ where, model: value.text }] : [],
  );
}

/** The expressions that name models of an agent, each with its key: its own, and those that stand in for it. */
function agentModels(
  ts: TypeScript,
  where: string,
  agent: ReadonlyMap<string, typescript.Expression>,
): (readonly [string, typescript.Expression | undefined])[] {
  const fallbacks = agent.get('fallbacks');
  const standIns = fallbacks !== undefined && ts.isArrayLiteralExpression(fallbacks) ? [...fallbacks.elements] : [];
  return [
    [`${where}.model`, agent.get('model')],
    ...standIns.map((each, at): readonly [string, typescript.Expression] => [`${where}.fallbacks[${at}]`, each]),
  ];
}

/** What a statement says the configuration is: a default export, an assignment to `module.exports`, or all of a JSON file. */
function exported(ts: TypeScript, statement: typescript.Statement): typescript.Expression | undefined {
  if (ts.isExportAssignment(statement)) return statement.expression;
  if (!ts.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  if (!ts.isBinaryExpression(expression)) return ts.isObjectLiteralExpression(expression) ? expression : undefined;
  const { left } = expression;
  const isExports = ts.isPropertyAccessExpression(left) && ts.isIdentifier(left.expression) && left.expression.text === 'module';
  return isExports && left.name.text === 'exports' ? expression.right : undefined;
}

/** The object that an expression plainly is: as it stands, in `defineConfig()`, with a type, or in a constant of `file`. */
function objectIn(
  ts: TypeScript,
  expression: typescript.Expression | undefined,
  file: typescript.SourceFile | undefined,
): typescript.ObjectLiteralExpression | undefined {
  if (expression === undefined || ts.isObjectLiteralExpression(expression)) return expression;
  if (ts.isCallExpression(expression)) return objectIn(ts, expression.arguments[0], file);
  // Once: a constant that stands for itself has no end.
  if (ts.isIdentifier(expression)) return file && objectIn(ts, constant(ts, expression.text, file), undefined);
  const isWrapped = ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression) || ts.isParenthesizedExpression(expression);
  return isWrapped ? objectIn(ts, expression.expression, file) : undefined;
}

function constant(ts: TypeScript, name: string, file: typescript.SourceFile): typescript.Expression | undefined {
  const lists = file.statements.filter((statement) => ts.isVariableStatement(statement)).map(({ declarationList }) => declarationList);
  const all = lists.flatMap(({ declarations }) => [...declarations]);
  return all.find((each) => ts.isIdentifier(each.name) && each.name.text === name)?.initializer;
}

function propertiesOf(ts: TypeScript, object: typescript.ObjectLiteralExpression | undefined): ReadonlyMap<string, typescript.Expression> {
  const found = new Map<string, typescript.Expression>();
  for (const property of object?.properties ?? []) {
    if (ts.isShorthandPropertyAssignment(property)) found.set(property.name.text, property.name);
    if (!ts.isPropertyAssignment(property)) continue;
    const { name, initializer } = property;
    if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) found.set(name.text, initializer);
  }
  return found;
}
