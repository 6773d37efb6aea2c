import type { RiskyOptions } from './option-risks.js';

const COMPILER: readonly RiskyOptions[] = [
  {
    runs: true,
    // Words in a file, programs of its own, and options for the programs that it starts.
    words:
      /^(?:@.|-{1,2}(?:wrapper|fplugin|fpass-plugin|specs|B|prefix|W[pal],|X(?:linker|preprocessor|assembler|clang|cuda|arch|openmp)|iplugindir|load|plugin|fuse-ld|ld-path|config|gcc-toolchain|sysroot|T|foffload|fmodule-mapper))/,
  },
  {
    runs: false,
    words:
      /^-{1,2}(?:M[FDJ]|MMD|time=|aux-info|dump(?:dir|base)|fdump|save-temps|fopt-info.*=|fprofile-(?:dir|generate=|note)|fdiagnostics-add-output|serialize|index-store|ivfs|fmodules-cache-path|fcallgraph|fstack-usage|ftest-coverage|coverage)/,
  },
];
/** Their parsers take long options behind one dash, and beginnings of them. */
const PACKAGE_MANAGER: readonly RiskyOptions[] = [
  {
    runs: true,
    short: 'C',
    long:
      'prefix script-shell userconfig globalconfig node-options git editor viewer browser shell init-module node-gyp python onload-script ' +
      'global-prefix local-prefix dir pnpmfile global-pnpmfile shell-emulator use-node-version cwd use-yarnrc',
    oneDash: true,
    words: /^--?config[.]/,
  },
  {
    runs: false,
    long:
      'cache logs-dir tmp registry proxy https-proxy noproxy cafile location pack-destination global-dir store-dir modules-dir lockfile-dir ' +
      'virtual-store-dir modules-folder cache-folder',
    oneDash: true,
  },
];
/** The part of the table that is about compilers, package managers and other tools that build. */
export const BUILD_TOOL_OPTIONS: Readonly<Record<string, readonly RiskyOptions[]>> = {
  make: [
    { runs: true, short: 'fCIE', long: 'eval file makefile directory include-dir', words: /=/ },
    { runs: false, short: 't', long: 'touch' },
  ],
  npm: PACKAGE_MANAGER,
  cargo: [
    { runs: true, short: 'ZC', long: 'config manifest-path path lockfile-path', words: /^\+/ },
    { runs: false, long: 'target-dir out-dir artifact-dir root registry index' },
  ],
  go: [
    {
      runs: true,
      long: 'exec toolexec vettool overlay modfile compiler ldflags gcflags asmflags gccgoflags pkgdir pgo modcacherw',
      oneDash: true,
      words: /^--?C(?:=|$)/,
    },
    {
      runs: false,
      long: 'coverprofile cpuprofile memprofile blockprofile mutexprofile outputdir trace',
      oneDash: true,
      words: /^--?(?:o|w|c)(?:=|$)/,
    },
  ],
  node: [
    {
      runs: true,
      short: 'r',
      long:
        'require import loader experimental-loader env-file env-file-if-exists run build-snapshot build-snapshot-config ' +
        'experimental-config-file experimental-default-config-file test-reporter test-global-setup openssl-config ' +
        'inspect inspect-brk inspect-wait inspect-port debug debug-brk prof cpu-prof heap-prof diagnostic-dir report-directory report-filename ' +
        'trace-event-file-pattern redirect-warnings test-reporter-destination test-update-snapshots heapsnapshot-signal experimental-sea-config ' +
        'icu-data-dir logfile localstorage-file',
    },
  ],
  pip: [
    { runs: true, long: 'python editor global-option build-option config-settings use-pep517 exists-action', short: 'C' },
    {
      runs: false,
      short: 'tdif',
      long: 'log report target prefix root src dest index-url extra-index-url find-links trusted-host proxy cert client-cert cache-dir',
    },
  ],
  cmake: [
    {
      runs: true,
      words:
        /^-(?:[PEC]|D(?!CMAKE_BUILD_TYPE=|BUILD_[A-Z]+=|CMAKE_EXPORT_COMPILE_COMMANDS=)|-(?:toolchain|open|debugger|find-package|preset|workflow))/,
    },
    { runs: false, words: /^--(?:graphviz|trace-redirect|profiling-output|install-prefix|prefix|system-information)/ },
  ],
  gcc: COMPILER,
  eslint: [
    { runs: true, short: 'cf', long: 'config rulesdir resolve-plugins-relative-to plugin parser format inspect-config init' },
    { runs: false, short: 'o', long: 'fix output-file cache-location cache-file' },
  ],
  prettier: [
    { runs: true, long: 'plugin config' },
    { runs: false, short: 'w', long: 'write' },
  ],
  strace: [{ runs: true, short: 'o', long: 'output' }],
  dpkg: [
    {
      runs: true,
      short: 'ixXeR',
      long: 'install unpack configure extract vextract control root instdir admindir pre-invoke post-invoke status-logger',
    },
  ],
  apt: [{ runs: true, short: 'oc', long: 'option config-file' }],
  'apt-get': [{ runs: true, short: 'oc', long: 'option config-file' }],
  rpm: [{ runs: true, short: 'ED', long: 'eval pipe define load macros rcfile root dbpath' }],
  kubectl: [{ runs: true, long: 'kubeconfig profile-output cache-dir helm-command enable-helm log-file log-dir' }],
  prove: [
    { runs: true, short: 'ePIMaQ', long: 'exec archive formatter harness source plugin rc lib blib', words: /^-[a-zA-Z]*m/ },
    { runs: false, long: 'state statefile' },
  ],
  ld: [
    {
      runs: true,
      words: /^(?:@.|--?(?:plugin|T|script|dynamic-linker|Map|out-implib|dependency-file|o|output|print-.*=|reproduce|time-trace))/,
    },
  ],
  objcopy: [{ runs: false, words: /^(?:@.|--?(?:o|dump-section|redefine|dwo|split-dwo|extract))/ }],
  pnpm: PACKAGE_MANAGER,
  yarn: PACKAGE_MANAGER,
  npx: PACKAGE_MANAGER,
  terraform: [
    {
      runs: true,
      long: 'chdir plugin-dir from-module get-plugins backend-config config terragrunt-tfpath terragrunt-config',
      oneDash: true,
      words: /^console$/,
    },
    { runs: false, long: 'out state state-out backup generate-config-out var-file lock-file', oneDash: true },
  ],
  java: [
    {
      runs: true,
      words:
        /^(?:@.|-(?:javaagent|agent(?:lib|path)|XX:(?:On|Flags|VMOptionsFile|HeapDump|Log|ErrorFile|Start|\w*(?:File|Path|Dir)=)|Xlog|Xloggc|Xrun|Xbootclasspath|J|cp|classpath|-class-path|p|-module-path|-patch-module|-upgrade-module-path|-source|D(?:java|sun|jdk)\.))/,
    },
  ],
  javac: [{ runs: true, words: /^(?:@.|--?(?:J|processor|Xplugin|A|proc|d|h|s|cp|class-path|source-path)(?:$|[^e]))/ }],
  jest: [
    {
      runs: true,
      short: 'c',
      long:
        'config rootDir root-dir roots globalSetup global-setup globalTeardown global-teardown setupFiles setup-files setupFilesAfterEnv ' +
        'setup-files-after-env testEnvironment test-environment env runner reporters transform resolver filter preset testRunner test-runner ' +
        'watchPlugins snapshotSerializers testSequencer dependencyExtractor haste globals moduleLoader projects',
    },
    { runs: false, long: 'outputFile output-file coverageDirectory coverage-directory cacheDirectory cache-directory' },
  ],
  mocha: [{ runs: true, short: 'rR', long: 'require config opts reporter file import loader node-option package extension ui' }],
  tsc: [{ runs: false, words: /^@|^--?(?:out(?:dir|file)?|declarationdir|generatetrace|generatecpuprofile|tsbuildinfofile|init)$/i }],
  docker: [{ runs: true, long: 'config host cidfile iidfile metadata-file' }],
  helm: [{ runs: true, long: 'post-renderer kubeconfig registry-config repository-config output-dir' }],
  pandoc: [
    {
      runs: true,
      short: 'oFLdt',
      long: 'output filter lua-filter defaults pdf-engine template extract-media log data-dir to write epub-embed-font',
    },
  ],
  xmllint: [{ runs: true, short: 'o', long: 'output shell catalogs dtdvalid schema relaxng', oneDash: true }],
  xsltproc: [{ runs: true, short: 'o', long: 'output writesubtree load-trace path', oneDash: true }],
  ctags: [{ runs: true, short: 'of', long: 'options options-maybe optlib-dir output' }],
  time: [{ runs: false, short: 'oa', long: 'output append' }],
  valgrind: [
    {
      runs: true,
      long: 'db-command log-file xml-file log-socket xml-socket massif-out-file callgrind-out-file cachegrind-out-file xtree-memory-file suppressions',
    },
  ],
};
