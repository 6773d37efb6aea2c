import { isTestFile, type Finding, type WorkspacePackage } from '@tackroom/source-tree';

/** A packed package: where its archive is and which files are in it. */
export interface PackedPackage {
  readonly name: string;
  readonly archive: string;
  readonly files: readonly string[];
}

/** An archive holds every file that `exports` promises, with its types, and nothing of tests, sources or the compiler's notes, but
 * for a template, which is the source of another project. */
export function checkContents(packed: PackedPackage, { entries, folder }: WorkspacePackage): readonly Finding[] {
  const promised = Object.values(entries).flatMap((path) => {
    const file = path.replace(/^\.\//, '');
    return file.endsWith('.js') ? [file, file.replace(/js$/, 'd.ts')] : [file];
  });
  const missing = promised.filter((file) => !packed.files.includes(file)).map((file) => `${file} is promised and not packed.`);
  const unwanted = packed.files
    .filter((file) => !file.startsWith('template/'))
    .filter((file) => file.startsWith('src/') || file.endsWith('.tsbuildinfo') || isTestFile(file))
    .map((file) => `${file} is packed and nobody needs it.`);
  return [...missing, ...unwanted].map((message) => ({ file: `${folder}/package.json`, line: 0, rule: 'contents', message }));
}
