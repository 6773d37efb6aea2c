/**
 * The one list of names that programs outside a workspace obey, or that hold their keys. Permissions, sandboxes, copies and the
 * lookup of configuration all read it. Each entry is one or more names of a path; it counts at any depth, with all that is
 * below it, whatever the case. `*` is any text within a name.
 */

/** The configuration files that the `tackroom` command looks for. */
export const CONFIG_FILE_NAMES: readonly string[] = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map(
  (ending) => `tackroom.config.${ending}`,
);

/** A repository of git, by the name that git looks for. Git itself writes to it; see {@link REPOSITORY_OBEYED}. */
export const REPOSITORY_NAMES: readonly string[] = ['.git'];

/**
 * What git obeys in a repository, relative to that: settings and hooks name programs, and `commondir`, `gitdir` and the
 * alternates lead to other repositories. Everything else there is data that a commit or a checkout changes.
 */
export const REPOSITORY_OBEYED: readonly string[] = [
  ...['hooks', 'config', 'config.worktree', 'commondir', 'gitdir', 'modules', 'info', 'objects/info/alternates'],
  ...['worktrees/*/commondir', 'worktrees/*/gitdir', 'worktrees/*/config.worktree'],
];

/** What people's programs run or obey by themselves. Instructions of agents are among it: an agent follows them as its user's word. */
export const OBEYED: readonly string[] = [
  // Tackroom: configuration is code, locks and records are what others are checked against.
  ...['tackroom.config.*', 'tackroom.schemas.json', 'tackroom.tools.lock.json', '.tackroom'],
  // Version control and what it starts.
  ...['.gitmodules', '.gitattributes', '.gitconfig', '.config/git', '.hg/hgrc', '.jj/repo/config.toml'],
  ...['.husky', '.githooks', '.git-hooks', '.pre-commit-config.*', 'lefthook.*', 'lefthook-local.*', '.lefthook*', '.lintstagedrc*'],
  '.overcommit.yml',
  // Continuous integration.
  ...['.github/workflows', '.github/actions', '.gitlab-ci.yml', '.circleci', '.travis.yml', 'azure-pipelines.yml', 'Jenkinsfile'],
  ...['.buildkite', 'bitbucket-pipelines.yml', '.drone.yml', '.woodpecker', '.woodpecker.yml', '.gitea/workflows', '.forgejo/workflows'],
  // Editors and the containers that they start.
  ...['.vscode', '*.code-workspace', '.idea', '.vs', '.zed', '.fleet', '.nova', '.helix', '.devcontainer', '.devcontainer.json'],
  ...['.gitpod.yml', '.nvim.lua', '.nvimrc', '.exrc', '.vimrc', '.gvimrc', '.lvimrc', '.vim', '.emacs', '.emacs.d', '.dir-locals.el'],
  // Agents.
  ...['.claude', 'CLAUDE.md', 'CLAUDE.local.md', '.codex', 'AGENTS.md', 'AGENTS.override.md', '.gemini', 'GEMINI.md', '.mcp.json'],
  ...['.cursor', '.cursorrules', '.windsurf', '.windsurfrules', '.clinerules', '.roo', '.kiro', '.amazonq', '.continue', '.opencode'],
  ...['opencode.json', 'opencode.jsonc', '.aider.conf.yml', '.agents', '.github/copilot-instructions.md', '.github/instructions'],
  // Package managers and tool chains.
  ...['.yarnrc', '.yarnrc.yml', '.yarn/releases', '.yarn/plugins', '.pnpmfile.cjs', '.pnpmfile.mjs', 'bunfig.toml', '.cargo/config'],
  ...['.cargo/config.toml', 'rust-toolchain', 'rust-toolchain.toml', 'pip.conf', '.config/pip', '.condarc', '.gemrc', '.bundle/config'],
  ...[
    '.mvn',
    'gradle-wrapper.properties',
    'mise.toml',
    '.mise.toml',
    'mise.*.toml',
    '.mise',
    '.config/mise',
    '.tool-versions',
    '.sdkmanrc',
  ],
  // Environments, shells and programs that read a file where they start.
  ...['.env*', '.direnv', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile', '.zshrc', '.zprofile'],
  ...['.zshenv', '.zlogin', '.zlogout', '.kshrc', '.cshrc', '.tcshrc', '.login', '.inputrc', '.config/fish', '.config/nvim', '.xprofile'],
  ...['.tmux.conf', '.screenrc', '.gdbinit', '.lldbinit', '.curlrc', '.wgetrc', '.ghci', '.irbrc', '.pryrc', '.iex.exs', '.Rprofile'],
  ...['.psqlrc', '.sqliterc', '.config/autostart', '.config/systemd', '.config/environment.d', '.config/direnv', '.local/bin'],
  ...['.docker/cli-plugins', '.docker/contexts'],
];

/** Where people keep keys. What is there is not shown to commands and does not enter a copy. */
export const KEYS: readonly string[] = [
  ...['.ssh', '.aws', '.azure', '.gnupg', '.kube', '.oci', '.password-store', '.config/gcloud', '.config/gh', '.config/op'],
  ...['.config/hub', '.config/glab-cli', '.docker/config.json', '.netrc', '_netrc', '.npmrc', '.pypirc', '.pgpass', '.git-credentials'],
  ...['.config/git/credentials', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.terraformrc', '.terraform.d'],
  ...['.vault-token', '.boto', '.s3cfg'],
];
