export { type Finding, formatFindings, finish } from './finding.js';
export { isTestFile, listFiles } from './list-files.js';
export { lineOf, parseSource, walkNodes } from './parse-source.js';
export { type WorkspacePackage, listPackages } from './list-packages.js';
export { repositoryRoot } from './repository-root.js';
export { writeTree } from './write-tree.js';
