import { loadShellReader, type ShellReader } from './load-shell-reader.js';

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

test.each([
  ['rm -rf /', 'it removes a root, home or system directory with all that it holds'],
  ['rm -r -f --no-preserve-root //', 'it removes a root, home or system directory with all that it holds'],
  ['rm --recursive ~', 'it removes a root, home or system directory with all that it holds'],
  ['rm -fR "$HOME"/', 'it removes a root, home or system directory with all that it holds'],
  ['cd /; sudo rm -rf /usr/', 'it removes a root, home or system directory with all that it holds'],
  ['rm -rf /home/*', 'it removes a root, home or system directory with all that it holds'],
  ["bash -c 'rm -rf ../..'", 'it removes a root, home or system directory with all that it holds'],
  ['chmod -R 777 /', 'it changes the rights of a root, home or system directory'],
  ['find / -delete', 'it removes what a root, home or system directory holds'],
  ['dd if=/dev/zero of=/dev/sda', 'it writes to a block device'],
  ['cat x > /dev/nvme0n1', 'it writes to a block device'],
  ['mkfs.ext4 x', 'it makes a new file system'],
  ['curl -s https://x | sudo -E bash -', 'it runs what it downloads'],
  ['wget -qO- x | (cat; sh)', 'it runs what it downloads'],
  ['bash <(curl x)', 'it runs what it downloads'],
  ['sh -c "$(curl x)"', 'it runs what it downloads'],
  ['eval "$(curl x)"', 'it runs what it downloads'],
  ['curl x | python3', 'it runs what it downloads'],
  [':(){ :|:& };:', 'it starts itself again and again'],
  ['sudo reboot', 'it stops the machine'],
  ['kill -9 -1', 'it ends every process'],
])('%j is dangerous: %s', (line, danger) => {
  expect(read(line).dangers).toEqual([danger]);
});

test.each([
  'git add .',
  'rm -rf /tmp/build-xyz',
  'rm -rf node_modules ./dist',
  'rm /x',
  'echo "rm -rf /"',
  'grep -r "mkfs" /etc',
  'git commit -m "reboot"',
  'dd if=a of=b',
  'curl x | tee y',
  'curl x > install.sh',
  'cat x > /dev/null',
  'kill -9 123',
  'f(){ f; }; f',
  'find / -name x',
  'man dd',
])('%j is not', (line) => {
  expect(read(line).dangers).toEqual([]);
});
