import type { KeyedConcurrency } from '@tackroom/core';

/**
 * The key under which a file tool queues: the file that `path` leads to, however it is spelled. Segments of the path, so
 * that a directory's key lies above those of what it holds.
 */
export const fileKey: KeyedConcurrency['key'] = (args, facts) => {
  const fact = facts.paths['path'];
  const path = fact?.canonical ?? fact?.normalized ?? String(args['path']);
  const spelled = facts.caseInsensitivePaths ? path.toLowerCase() : path;
  return ['workspace', ...spelled.split('/').filter((name) => name !== '')];
};
