/** What a star behind a program, or a program and its subcommand, lets through, as a clause, and what to write. */
export interface OpenEnded {
  readonly pattern: RegExp;
  readonly why: string;
  /** `%` stands for the program. */
  readonly suggestion?: string;
}

/** Programs of which a name says nothing: what they do is what they are given. */
export const OPEN_ENDED: readonly OpenEnded[] = [
  { pattern: /^(?:npm|pnpm|yarn|bun) run$/, why: 'it runs any script that package.json names, now or later', suggestion: '% build' },
  { pattern: /^(?:npx|bunx|uvx|pnpx|npm exec|npm x|pnpm dlx|yarn dlx|bun x)$/, why: 'it runs any package', suggestion: '% tsc *' },
  {
    pattern: /^(?:python[\d.]*|node|nodejs|deno|deno run|bun|tsx|ruby|perl|php|lua|Rscript)$/,
    why: 'it runs any script, also one that was just written',
    suggestion: '% scripts/build *',
  },
  {
    pattern: /^(?:bash|sh|zsh|dash|ksh|fish|pwsh)$/,
    why: 'a line or a script that a shell is given must be in the pattern',
    suggestion: "% -c 'npm test'",
  },
  { pattern: /^xargs$/, why: 'the program that it starts must be in the pattern', suggestion: 'xargs grep *' },
  { pattern: /^(?:timeout|flock)$/, why: 'the program that it starts must be in the pattern', suggestion: '% * npm test' },
  {
    pattern: /^(?:env|sudo|nohup|nice|command|exec|watch|setsid|stdbuf)$/,
    why: 'the program that it starts must be in the pattern',
    suggestion: '% npm test',
  },
  {
    pattern: /^find$/,
    why: 'it reads every folder; what -exec starts and -delete must be in the pattern',
    suggestion: 'find src *',
  },
  {
    pattern: /^(?:make|just|rake|gradle|mvn|npm|pnpm|yarn|cargo|go|dotnet)$/,
    why: 'it runs whatever the project says',
    suggestion: '% test',
  },
  { pattern: /^git$/, why: 'it reads, writes, sends and removes', suggestion: 'git status *' },
  {
    pattern: /^(?:gh|docker|kubectl|helm|terraform|aws|gcloud|az|ssh|docker run|docker exec|kubectl exec)$/,
    why: 'it reads, writes, sends and removes; name the subcommand',
  },
];
