/**
 * `npm run attack [-- --minutes N] [--seed N] [--only NAME[,NAME]] [--json]`: every attack in turn, each for its share of the minutes
 * (one minute in all unless given). Prints attempts and escapes; exit code 1 when something got through, 2 for a wrong flag.
 */
import { parseArgs } from 'node:util';
import type { Attack, AttackResult } from './attack.js';
import { attacks } from './attacks.js';

process.exitCode = await main();

async function main(): Promise<number> {
  let flags;
  try {
    flags = readFlags();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nSee npm run attack -- --help.\n`);
    return 2;
  }
  if (flags === 'help') {
    process.stdout.write(usage());
    return 0;
  }
  const { selected, seed, minutes, json } = flags;
  const share = (minutes * 60_000) / Math.max(1, selected.length);
  const results: { name: string; seconds: number; result: AttackResult }[] = [];
  for (const attack of selected) {
    const started = performance.now();
    const result = await attack.run({ seed, attempts: Number.MAX_SAFE_INTEGER, deadline: started + share });
    const seconds = (performance.now() - started) / 1_000;
    results.push({ name: attack.name, seconds, result });
    if (!json) process.stdout.write(lineOf(attack, result, seconds));
  }
  if (json) process.stdout.write(`${JSON.stringify({ seed, minutes, results }, null, 2)}\n`);
  return results.some(({ result }) => result.escapes.length > 0) ? 1 : 0;
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return 'help' as const;
  const names = values.only?.split(',') ?? attacks.map(({ name }) => name);
  const selected = names.map((name) => attacks.find((attack) => attack.name === name) ?? unknownName(name));
  return {
    selected,
    seed: seedOf(values.seed ?? '1'),
    minutes: numberOf('minutes', values.minutes ?? '1'),
    json: values.json ?? false,
  };
}

function unknownName(name: string): never {
  throw new Error(`--only: no attack is named "${name}". There are: ${attacks.map((attack) => attack.name).join(', ')}.`);
}

function usage(): string {
  return [
    'npm run attack [-- --minutes N] [--seed N] [--only NAME[,NAME]] [--json]',
    '',
    '  --minutes N         how long all attacks take together, 1 unless given; each has an equal share',
    '  --seed N            a whole number that the generated inputs follow from, 1 unless given',
    '  --only NAME[,NAME]  these attacks only',
    '  --json              one JSON object at the end: { seed, minutes, results }',
    '',
    'The exit code is 1 if something got through, and 2 for a wrong flag. What counts as an escape:',
    ...attacks.map(({ name, claim }) => `  ${name}: ${claim}`),
    '',
  ].join('\n');
}

function seedOf(text: string): number {
  const value = numberOf('seed', text);
  if (!Number.isSafeInteger(value)) throw new Error(`--seed: "${text}" is not a whole number.`);
  return value;
}

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new Error(`--${flag}: "${text}" is not a number of 0 or more.`);
  return value;
}

function lineOf({ name, claim }: Attack, { attempts, escapes, skipped }: AttackResult, seconds: number): string {
  if (skipped !== undefined) return `${name.padEnd(20)} skipped: ${skipped}\n`;
  const head = `${name.padEnd(20)} ${String(attempts).padStart(9)} attempts  ${String(escapes.length).padStart(3)} escapes  ${seconds.toFixed(0).padStart(5)} s  ${claim}\n`;
  return (
    head +
    escapes
      .slice(0, 20)
      .map((escape) => `  ${escape}\n`)
      .join('')
  );
}
