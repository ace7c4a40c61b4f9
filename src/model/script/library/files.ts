// Files: a path is a location.

import type { LibraryModel } from './model.js';

export const files: readonly LibraryModel[] = [
  {
    packages: ['fs', 'fs/promises', 'node:fs', 'node:fs/promises', 'fs-extra', 'graceful-fs'],
    calls: {
      read: 'readFile stat lstat access readdir exists readJson pathExists readlink',
      write: 'writeFile truncate writeJson outputFile outputJson',
      delete: 'unlink rm rmdir remove',
      move: 'rename copyFile cp move copy',
      atomic: 'appendFile mkdir mkdtemp link symlink ensureDir mkdirp',
      pure: 'utimes chmod chown fsync close',
    },
  },
];
