import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * A configuration of git that says who the user of this process is, so that commits made in a sandbox are theirs; empty if
 * git is not there or does not know. The rest of the user's configuration may hold keys and names programs, and stays outside.
 */
export async function gitIdentity(): Promise<string> {
  const asked = ['config', '--global', '--includes', '--null', '--get-regexp', '^user\\.(name|email)$'];
  const said = await promisify(execFile)('git', asked, { timeout: 5_000, cwd: '/', env: process.env }).then(
    ({ stdout }) => stdout,
    () => '',
  );
  // Of a name that is set twice the last counts, here as there.
  const lines = said.split('\0').flatMap((setting) => {
    const [, name = '', value = ''] = /^user\.(\w+)\n([^]*)$/.exec(setting) ?? [];
    const plain = value.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[\\"]/g, '\\$&');
    return name === '' || plain === '' ? [] : [`\t${name} = "${plain}"\n`];
  });
  return lines.length === 0 ? '' : `[user]\n${lines.join('')}`;
}
