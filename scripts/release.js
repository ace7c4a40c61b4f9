// Makes a release: `node scripts/release.js 1.2.0` checks that the tree is clean and the tests pass, moves "Unreleased" in
// CHANGELOG.md under the new version, sets it in package.json, commits and tags. Pushing the tag publishes it.
// `--dry-run` says what would be done, and changes nothing.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const isDry = words.includes('--dry-run');
const next = words.find((word) => /^\d+\.\d+\.\d+$/.test(word));

function run(command, ...rest) {
  return execFileSync(command, rest, { cwd: root, encoding: 'utf8' });
}

function refuse(why) {
  console.error(`no release: ${why}`);
  process.exit(2);
}

/** `## Unreleased` becomes the new version with today's date, under a fresh `## Unreleased`. */
function releasedChanges(changes, version, date) {
  if (!/^## Unreleased$/m.test(changes)) return undefined;
  return changes.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${date})`);
}

if (next === undefined) refuse('say which version, as in `node scripts/release.js 1.2.0`');
if (run('git', 'status', '--porcelain') !== '') refuse('there are uncommitted changes');
if (run('git', 'tag', '--list', `v${next}`) !== '') refuse(`there is a tag v${next}`);
const changes = releasedChanges(
  readFileSync(`${root}CHANGELOG.md`, 'utf8'),
  next,
  new Date().toISOString().slice(0, 10),
);
if (changes === undefined) refuse('CHANGELOG.md has no heading `## Unreleased`');
if (isDry) {
  console.log(`would set ${next} in package.json, date it in CHANGELOG.md, run the tests, commit and tag v${next}`);
  process.exit(0);
}
execFileSync('npm', ['run', 'check'], { cwd: root, stdio: 'inherit' });
writeFileSync(`${root}CHANGELOG.md`, changes);
run('npm', 'version', next, '--no-git-tag-version');
run('git', 'commit', '--all', '--message', `Heddle ${next}`);
run('git', 'tag', `v${next}`);
console.log(`tagged v${next}: git push --follow-tags publishes it`);
