// Precision on public Java: repositories that are already on this machine (bare or not), at the commit they are at; nothing
// of them is kept. Run: node bench/java-public.js path[@commit][:folder] …  (folder: default src/main/java, tests left out)
// Prints, per repository: lines, classes looked at (complete, with something unknown) and why, findings per 1,000 lines,
// and with --findings each of them, to be read and labelled.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const heddle = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));
const showsFindings = process.argv.includes('--findings');
const inputs = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

function git(repository, ...args) {
  const run = spawnSync('git', ['-C', repository, ...args], { maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return run.stdout.toString();
}

/** Copies the Java files of a commit, without tests, and counts their lines. */
function extract(repository, commit, below, folder) {
  const all = git(repository, 'ls-tree', '-r', '--name-only', commit).split('\n');
  const files = all.filter(
    (path) => path.endsWith('.java') && path.includes(below) && !/(^|\/)(test|tests|it)\//.test(path),
  );
  let lines = 0;
  for (const path of files) {
    const text = git(repository, 'show', `${commit}:${path}`);
    lines += text.split('\n').length;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { files: files.length, lines };
}

function check(folder) {
  const report = join(folder, 'report.json');
  const begun = performance.now();
  const run = spawnSync(
    process.execPath,
    [
      '--max-old-space-size=3000',
      heddle,
      'check',
      folder,
      '--quiet',
      '--time-limit',
      '240',
      '--report',
      `json=${report}`,
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const seconds = (performance.now() - begun) / 1000;
  if (run.status === 2) throw new Error(run.stderr || run.stdout);
  return { seconds, report: JSON.parse(readFileSync(report, 'utf8')) };
}

function answersOf(report) {
  return (report.results ?? report.findings ?? []).filter(({ property }) => property);
}

function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

for (const input of inputs) {
  const [, repository, commit = 'HEAD', below = 'src/main/java'] = /^([^@:]+)(?:@(\w+))?(?::(.*))?$/.exec(input);
  const folder = mkdtempSync(join(tmpdir(), 'heddle-public-'));
  try {
    const { files, lines } = extract(repository, commit, below, folder);
    const { seconds, report } = check(folder);
    const answers = answersOf(report);
    const classes = new Set(answers.flatMap(({ property }) => (property.class ? [property.class] : [])));
    const isUnknown = ({ verdict }) => (verdict.kind ?? verdict) === 'unknown';
    const isViolated = ({ verdict }) => (verdict.kind ?? verdict) === 'violated';
    const partly = new Set(
      answers.filter(isUnknown).flatMap(({ property }) => (property.class ? [property.class] : [])),
    );
    const findings = answers.filter(isViolated);
    const name = git(repository, 'log', '-1', '--format=%h', commit).trim();
    console.log(`\n${repository} @ ${name}: ${files} files, ${lines} lines, ${seconds.toFixed(1)} s`);
    console.log(
      `classes looked at: ${classes.size}, complete ${classes.size - partly.size}, partly unknown ${partly.size}`,
    );
    for (const [why, count] of tally(
      answers
        .filter(isUnknown)
        .map(({ verdict, because }) => String(verdict.because ?? because).replace(/^at [^:]+:\d+: /, '')),
    ).slice(0, 8))
      console.log(`  ${count} x ${why.slice(0, 120)}`);
    console.log(`findings: ${findings.length} (${((findings.length * 1000) / lines).toFixed(2)} per 1,000 lines)`);
    for (const [code, count] of tally(findings.map(({ rule }) => rule))) console.log(`  ${count} x ${code}`);
    if (showsFindings)
      for (const { rule, message, places } of findings) {
        const lines = (places ?? []).map(({ place }) =>
          place ? `${place.file.replace(`${folder}/`, '')}:${place.line}` : '',
        );
        console.log(`${rule} ${message}\n    ${lines.join(' ')}`);
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
