import { Ctx, Inject, Param, ReplayPolicy, token, Tool, Toolkit, type Token } from 'tackroom';

// #region port
/** Says what a file is written in. A port: the example has a table, a real project might ask a service. */
export interface LanguageGuide {
  languageOf(extension: string): string | undefined;
}

/** Token of the {@link LanguageGuide}. */
export const LanguageGuide: Token<LanguageGuide> = token('example/LanguageGuide');
// #endregion

/** Knows a few extensions by heart. */
export class LanguageTable implements LanguageGuide {
  private readonly languages = new Map([
    ['ts', 'TypeScript'],
    ['js', 'JavaScript'],
    ['mjs', 'JavaScript'],
    ['py', 'Python'],
    ['go', 'Go'],
    ['rs', 'Rust'],
    ['java', 'Java'],
    ['md', 'Markdown'],
    ['json', 'JSON'],
    ['yml', 'YAML'],
  ]);

  languageOf(extension: string): string | undefined {
    return this.languages.get(extension);
  }
}

// #region toolkit
/** What a newcomer asks of a directory first. */
@Toolkit({ category: 'read' })
export class ProjectTools {
  constructor(@Inject(LanguageGuide) private readonly guide: LanguageGuide) {}

  @Tool({ description: 'Count the files of the workspace by language, most frequent first.' })
  @ReplayPolicy('safe')
  async countLanguages(@Param('limit', 'How many languages to name at most', 'integer') limit: number, @Ctx() ctx: Ctx): Promise<string> {
    const found = await ctx.workspace.glob({ pattern: '**/*', limit: 5_000, signal: ctx.signal });
    const counts = new Map<string, number>();
    for (const path of found.matches) {
      const language = this.guide.languageOf(path.split('.').at(-1) ?? '') ?? 'other';
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    const sorted = [...counts].sort((a, b) => b[1] - a[1]).slice(0, limit);
    const lines = sorted.map(([language, count]) => `${language}: ${count}`);
    return [`${found.matches.length}${found.more ? ' or more' : ''} files`, ...lines].join('\n');
  }
}
// #endregion
