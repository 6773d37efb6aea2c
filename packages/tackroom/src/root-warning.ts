/** What follows from running this sandbox as root, and what to do; undefined where nothing does. */
export function rootWarning(sandbox: string, user: number | undefined = process.getuid?.()): string | undefined {
  if (sandbox !== 'bubblewrap' || user !== 0) return undefined;
  return (
    'Commands run in a sandbox of root: they can read files that are private to root in /usr, and such as come to /etc and /opt after the ' +
    'session was opened. Run the program as an ordinary user.'
  );
}
