import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

/** Where output goes, and whether it can show what people see: marks and characters outside of ASCII. */
export function checkTerminal({ terminal, env, platform }: Pick<Surroundings, 'terminal' | 'env' | 'platform'>): Finding {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => value !== undefined && value !== '');
  const isUnicode = platform === 'win32' || platform === 'darwin' || /utf-?8/i.test(locale ?? '');
  const encoding = isUnicode ? 'UTF-8' : `locale ${locale ?? 'not set'}`;
  const summary = terminal.isTerminal
    ? [`terminal${width(terminal.columns)}`, terminal.hasColours ? 'colours' : 'no colours', encoding].join(', ')
    : `no terminal: nobody can be asked, so what needs approval pauses a run; ${encoding}`;
  if (isUnicode || !terminal.isTerminal) return { id: 'terminal', status: terminal.isTerminal ? 'ok' : 'absent', summary };
  return {
    id: 'terminal',
    status: 'warning',
    summary,
    detail: 'Marks such as ✓ and text outside of ASCII may show as other characters.',
    fix: 'Set a UTF-8 locale: export LANG=C.UTF-8',
  };
}

function width(columns: number | undefined): string {
  return columns === undefined ? '' : ` of ${columns} columns`;
}
