import { compilePathGlob } from '../path-glob.js';

interface IgnoreRule {
  readonly ignores: boolean;
  readonly directoryOnly: boolean;
  readonly matches: (path: string) => boolean;
}

/** The ignore rules of one directory, as `.gitignore` spells them; paths are relative to the directory. */
export class IgnoreRules {
  private readonly rules: readonly IgnoreRule[];

  /** Later lines win over earlier ones. A line that is no pattern ignores nothing. */
  constructor(lines: readonly string[]) {
    this.rules = lines.flatMap(parseRule).reverse();
  }

  /** Whether an entry is ignored or wanted; undefined when no rule is about it. */
  verdict(path: string, isDirectory: boolean): boolean | undefined {
    for (const rule of this.rules) if ((isDirectory || !rule.directoryOnly) && rule.matches(path)) return rule.ignores;
    return undefined;
  }
}

function parseRule(line: string): readonly IgnoreRule[] {
  const text = line.replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const [, not = '', body = '', directory = ''] = /^(!?)(.*?)(\/?)$/s.exec(text) ?? [];
  try {
    const { matches } = compilePathGlob(body.replace(/^\//, './'));
    return [{ ignores: not === '', directoryOnly: directory === '/', matches }];
  } catch {
    return [];
  }
}
