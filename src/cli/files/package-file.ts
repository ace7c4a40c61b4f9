// Files of the package itself (docs, workers, package.json), found from wherever this code was built into.

import { existsSync } from 'node:fs';

const root = findRoot();

function findRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder)) && folder.pathname !== '/') folder = new URL('../', folder);
  return folder;
}

/** By its path from the root of the package. */
export function packageFile(path: string): URL {
  return new URL(path, root);
}
