// Which file an import means: relative paths, with or without extension, and folders with an index.

const extensions = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx'];

export function resolver(from: string, index: ReadonlyMap<string, number>): (specifier: string) => number | undefined {
  const folder = from.split('/').slice(0, -1);
  return (specifier) => {
    if (!specifier.startsWith('.')) return undefined;
    const path = join(folder, specifier);
    const bare = path.replace(/\.[cm]?jsx?$/, '');
    const candidates = [
      ...extensions.map((extension) => path + extension),
      ...extensions.slice(1).map((extension) => bare + extension),
      ...extensions.slice(1).map((extension) => `${path}/index${extension}`),
    ];
    for (const candidate of candidates) {
      const found = index.get(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function join(folder: readonly string[], specifier: string): string {
  const parts = [...folder];
  for (const part of specifier.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return (folder[0] === '' ? '/' : '') + parts.filter(Boolean).join('/');
}
