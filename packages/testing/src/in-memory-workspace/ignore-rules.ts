import { compilePathGlob } from './path-glob.js';

/** Names of the files whose rules count, weakest first. */
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'];

interface Rule {
  readonly ignores: boolean;
  readonly directoryOnly: boolean;
  readonly matches: (path: string) => boolean;
  /** For a pattern that ends in `/*` or `/**`: whether it means everything in this very directory. */
  readonly meansAllOf: (path: string) => boolean;
}

/** The rules of one directory's ignore files; paths are relative to that directory. */
export class IgnoreRules {
  private constructor(
    /** Depth of the directory: how many names of a path come before the part that the rules see. */
    private readonly depth: number,
    private readonly rules: readonly Rule[],
  ) {}

  /** Reads the rules at `segments`; `readText` gives a file's text by its name in that directory. */
  static read(segments: readonly string[], readText: (name: string) => string | undefined): IgnoreRules {
    const lines = IGNORE_FILES.flatMap((name) => readText(name)?.split(/\r?\n/) ?? []);
    return new IgnoreRules(segments.length, lines.flatMap(parseRule));
  }

  /** Whether the rules ignore an entry, want it, or say nothing. The last rule that matches wins. */
  verdict(segments: readonly string[], isDirectory: boolean): boolean | undefined {
    const path = segments.slice(this.depth).join('/');
    for (const rule of [...this.rules].reverse()) if ((isDirectory || !rule.directoryOnly) && rule.matches(path)) return rule.ignores;
    return undefined;
  }

  /** The rules without those that ignore all of a directory: whoever searches there by name wants to see it. */
  forSearchIn(segments: readonly string[]): IgnoreRules {
    const path = segments.slice(this.depth).join('/');
    return new IgnoreRules(
      this.depth,
      this.rules.filter((rule) => !rule.meansAllOf(path)),
    );
  }
}

function parseRule(line: string): Rule[] {
  const text = line.replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const [, not, body = '', directory] = /^(!?)(.*?)(\/?)$/s.exec(text) ?? [];
  const pattern = body.replace(/^\//, './');
  try {
    const parent = /^(.*\/.*|.+)\/\*\*?$/s.exec(pattern)?.[1];
    const parentMatches = parent === undefined ? () => false : compilePathGlob(parent.includes('/') ? parent : `./${parent}`);
    return [{ ignores: not === '', directoryOnly: directory === '/', matches: compilePathGlob(pattern), meansAllOf: parentMatches }];
  } catch {
    // A rule that is no pattern ignores nothing, as in every tool that reads these files.
    return [];
  }
}
