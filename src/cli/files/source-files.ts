// Source files of programs: which files of a folder are worth looking at, and which other files those use.

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

const testFolder = /(?:^|[\\/])(?:__tests__|__mocks__|tests?)[\\/]/;

/** Why a file is left out, by its path in the folder that is named; undefined if it is not. A file that is named never is. */
export function reasonToLeave(file: string): string | undefined {
  const name = file.split(/[\\/]/).at(-1)!;
  if (/\.d\.[cm]?ts$/.test(name)) return 'declaration files';
  if (/\.(?:test|spec|stories|bench)\.[cm]?[jt]sx?$/.test(name) || testFolder.test(file)) return 'test files';
  if (/\.min\.[cm]?js$|\.(?:generated|gen)\.[cm]?[jt]sx?$|\.bundle\.js$/.test(name)) return 'generated files';
  if (/\.config\.[cm]?[jt]s$/.test(name)) return 'configuration files';
  return undefined;
}

/** Those that git ignores; none where there is no git. */
export function ignoredFiles(folder: string, files: readonly string[]): ReadonlySet<string> {
  if (files.length === 0) return new Set();
  const names = files.map((file) => relative(folder, file));
  const { stdout, status } = spawnSync('git', ['-C', folder, 'check-ignore', '--stdin', '-z'], {
    input: names.join('\0'),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0 || !stdout) return new Set();
  return new Set(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((name) => join(folder, name)),
  );
}

/** Files below a folder that differ from a revision, and those that git does not know yet; undefined: not a revision. */
export function changedFiles(folder: string, revision: string): ReadonlySet<string> | undefined {
  const ask = (...words: string[]) =>
    spawnSync('git', ['-C', folder, ...words], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const changed = ask('diff', '--name-only', '--relative', '-z', revision, '--');
  if (changed.status !== 0) return undefined;
  const added = ask('ls-files', '--others', '--exclude-standard', '-z');
  const names = `${changed.stdout}${added.status === 0 ? added.stdout : ''}`.split('\0').filter(Boolean);
  return new Set(names.map((name) => join(folder, name)));
}

const mostFollowed = 300;

/** Files that the given ones import, and theirs, by relative path. */
export function followedFiles(
  given: readonly { readonly file: string; readonly text: string }[],
): { readonly file: string; readonly text: string }[] {
  const known = new Set(given.map(({ file }) => file));
  const found: { file: string; text: string }[] = [];
  const open = [...given];
  for (let next = open.shift(); next && found.length < mostFollowed; next = open.shift()) {
    for (const [, specifier] of next.text.matchAll(/(?:from|import|require\()\s*['"](\.[^'"\n]*)['"]/g)) {
      const file = fileOf(join(dirname(next.file), specifier!));
      if (file === undefined || known.has(file)) continue;
      known.add(file);
      const followed = { file, text: readFileSync(file, 'utf8') };
      found.push(followed);
      open.push(followed);
    }
  }
  return found;
}

function fileOf(path: string): string | undefined {
  const bare = path.replace(/\.[cm]?jsx?$/, '');
  const candidates = [
    path,
    ...extensions.map((extension) => bare + extension),
    ...extensions.map((extension) => join(path, `index${extension}`)),
  ];
  return candidates.find(
    (candidate) => /\.[cm]?[jt]sx?$/.test(candidate) && !/\.d\.[cm]?ts$/.test(candidate) && isFile(candidate),
  );
}

/** `package.json/index.ts` is asked for where a file is imported that is no script. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
