import Module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a module is one of ours: these come from this installation wherever the file that imports them lies. */
export function isOwnPackage(specifier: string): boolean {
  return /^(?:tackroom|@tackroom\/[^/]+)(?:\/|$)/.test(specifier);
}

/** What Node resolves CommonJS modules with. It is no documented interface; what replaces modules has no other way in. */
interface CommonJsResolution {
  _resolveFilename(request: string, parent: object | undefined, ...rest: readonly unknown[]): string;
  _nodeModulePaths(folder: string): readonly string[];
}

/**
 * Makes `require('tackroom')` give this installation's packages too: module hooks see no `require`. Files with a copy of
 * their own would else declare their tools to a framework that nobody runs.
 */
export function requireOwnPackages(): void {
  const resolution = Module as unknown as CommonJsResolution; // not part of Node's types
  const original = resolution._resolveFilename;
  const moduleAt = (filename: string): object => ({ id: filename, filename, paths: resolution._nodeModulePaths(dirname(filename)) });
  const here = moduleAt(fileURLToPath(import.meta.url));
  resolution._resolveFilename = function resolve(request, parent, ...rest) {
    if (!isOwnPackage(request)) return original.call(this, request, parent, ...rest);
    const framework = original.call(this, 'tackroom', here, ...rest);
    for (const from of [here, moduleAt(framework)]) {
      try {
        return original.call(this, request, from, ...rest);
      } catch {
        // The next place may have it.
      }
    }
    return original.call(this, request, parent, ...rest);
  };
}
