/** Commands that people write patterns for, to say which others a pattern without a blank covers as well. */
export const KNOWN_COMMANDS: readonly string[] = [
  ...prefixed('git', [
    'add apply am archive bisect blame branch bundle checkout checkout-index cherry cherry-pick clean clone commit commit-tree config',
    'diff difftool diff-index fetch fetch-pack filter-branch gc grep gui init instaweb log ls-files ls-remote ls-tree merge mergetool',
    'merge-base merge-file mv notes pull push rebase reflog remote remote-ext reset restore rev-list rev-parse revert rm send-email',
    'send-pack shell shortlog show show-ref stash status submodule svn switch tag update-index update-ref worktree',
  ]),
  ...prefixed('npm', [
    'audit ci config exec explore install install-test init link ls login logout pack publish run test uninstall update view',
  ]),
  ...prefixed('docker', [
    'build buildx compose container cp create exec image images inspect kill load login logs ps pull push rm rmi run',
  ]),
  ...prefixed('kubectl', [
    'apply attach config cp create delete describe drain edit exec explain expose get logs patch port-forward proxy run',
  ]),
  ...prefixed('cargo', ['bench build check clean clippy doc fetch fix fmt install login publish run test tree uninstall update yank']),
  ...prefixed('go', ['build clean env fix fmt generate get install list mod run test tool version vet work']),
  ...(
    'cat chmod chown cp csplit curl cut date dd df diff diff3 du echo env eval exec expand expect export find fold grep gunzip gzip head id ' +
    'install kill killall less ln ls lsof make man mkdir mkfs more mv nc ncat netcat nice node nohup npm npx paste patch perl pkill python ' +
    'python3 pwd rm rmdir rsync ruby scp sed sh shred shutdown sort split ssh sshpass stat strace su sudo tac tail tar tee test time timeout ' +
    'top touch tr truncate type umount uniq unlink unzip wc wget which who xargs yarn zip'
  ).split(' '),
];

function prefixed(program: string, lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(' ')).map((name) => `${program} ${name}`);
}
