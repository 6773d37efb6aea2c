import { findProgram } from './find-program.js';
import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

type Where = Pick<Surroundings, 'env' | 'platform'>;

/** Whether git is there. Only agents that call it need it. */
export async function checkGit(surroundings: Where): Promise<Finding> {
  const path = await findProgram('git', surroundings);
  if (path !== undefined) return { id: 'git', status: 'ok', summary: `git, ${path}` };
  return { id: 'git', status: 'absent', summary: 'no git on the PATH; only commands that call it miss it' };
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];

/** Whether a browser is there. Nothing uses one. */
export async function checkBrowser(surroundings: Where): Promise<Finding> {
  for (const name of BROWSERS) {
    const path = await findProgram(name, surroundings);
    if (path !== undefined) return { id: 'browser', status: 'ok', summary: `${path}; nothing in this version uses a browser` };
  }
  return { id: 'browser', status: 'absent', summary: 'no browser on the PATH; nothing in this version uses one' };
}
