// The test that shows a finding on the real code: fails as long as the interleaving of the report does what no serial order
// of the same calls does. Deterministic: gates are opened in the order of the report, nothing sleeps. Self-contained: what
// is written needs Node and the TypeScript compiler only.

import type { Json } from '../../base/json.js';
import type { Result } from '../../base/result.js';
import type { Finding } from '../../verdict/verdict.js';
import type { CallsDetails } from '../../verdict/witness.js';
import { listOf, objectOf } from './details.js';
import { modulesText } from './harness/modules.js';
import { outsideText } from './harness/outside.js';
import { runsText } from './harness/runs.js';
import { worldText } from './harness/world.js';
import { type Trial, trialsFor } from './trials.js';

export const reproTargets = ['node', 'vitest', 'jest'] as const;

export type ReproTarget = (typeof reproTargets)[number];

export interface ReproOptions {
  readonly target: ReproTarget;
  readonly trial: Trial;
  /** From the test to the file of a path in the report. */
  locate(file: string): string;
}

/** A program that says which trials show the finding, `trial <number>` for the first one, and the trials. */
export function writeScout(
  finding: Finding,
  locate: ReproOptions['locate'],
): Result<{ readonly text: string; readonly trials: readonly Trial[] }, string> {
  const details = detailsOf(finding);
  const obstacle = details ? obstacleTo(finding, details) : 'the result is not a violation';
  if (!details || obstacle !== undefined) return { ok: false, error: obstacle ?? '' };
  const trials = trialsFor(finding, details);
  const loop = `for (const [number, trial] of ${JSON.stringify(trials)}.entries()) {
  TRIAL = trial;
  try { await check(); } catch (error) {
    if (!/this interleaving: /.test(error.message)) { console.log('broken ' + error.message); continue; }
    console.log('trial ' + number);
    break;
  }
}`;
  const text = [...importsFor('node', false), `let TRIAL = {};`, program(finding, details, 'node', locate), loop, ''];
  return { ok: true, value: { text: text.join('\n'), trials } };
}

export function writeRepro(finding: Finding, { target, locate, trial }: ReproOptions): string {
  const title = titleOf(finding);
  return [
    `// Written by heddle reproduce: ${title}.`,
    `// ${claimWords[trial.claim]}`,
    ...importsFor(target, true),
    '',
    `const TRIAL = ${JSON.stringify(trial)};`,
    program(finding, detailsOf(finding) ?? {}, target, locate),
    `test(${JSON.stringify(title)}, check);`,
    '',
  ].join('\n');
}

const claimWords: Readonly<Record<Trial['claim'], string>> = {
  order: 'Fails while what one call does depends on the order in which the same answers come.',
  serial: 'Fails while the calls, overlapping as in the report, end as they never do one after the other.',
  exclusive: 'Fails while two calls, overlapping as in the report, are where only one may be.',
  restored: 'Fails while a call that fails leaves taken what a call that succeeds gives back.',
  again: 'Fails while the call that comes after one that has failed fails as well, though it is answered.',
  ends: 'Fails while a call waits for ever.',
};

function titleOf({ rule, message }: Finding): string {
  return `${rule} ${message}`;
}

function detailsOf({ verdict }: Finding): CallsDetails | undefined {
  const witness = verdict.kind === 'violated' ? verdict.witness : undefined;
  return witness?.kind === 'calls' ? witness.details : undefined;
}

/** Everything but imports, the trial, and the test itself. */
function program(finding: Finding, details: CallsDetails, target: ReproTarget, locate: ReproOptions['locate']): string {
  const place = finding.places[0]?.place;
  const location = finding.property.kind === 'interleaving' ? finding.property.location : '';
  const answers = Object.entries(objectOf(details.answers)).map(([name, code]) => `${JSON.stringify(name)}: ${code}`);
  return [
    setUpCode(details, target, locate),
    `const BEFORE = [${listOf(details.before).map(callCode).join(', ')}];`,
    `const CALLS = [${listOf(details.calls).map(callCode).join(', ')}];`,
    `const SCHEDULE = ${JSON.stringify(details.schedule)};`,
    `const STUBS = { ${answers.join(', ')} };`,
    `const SYNC = new Set(${JSON.stringify(details.atOnce)});`,
    `const GLOBALS = new Set(${JSON.stringify(details.globals)});`,
    `const DIFFERENT = ${details.parameters === 'different'};`,
    `const LOCATION = ${JSON.stringify(location ?? '')};`,
    `const MESSAGE = ${JSON.stringify(`${titleOf(finding)} (${place?.file}:${place?.line})`)};`,
    worldText,
    outsideText,
    modulesText,
    runsText,
  ].join('\n');
}

/** Why the real code cannot be driven from outside to this interleaving. */
function obstacleTo({ verdict }: Finding, details: CallsDetails): string | undefined {
  if (
    verdict.kind === 'violated' &&
    verdict.witness.kind === 'calls' &&
    verdict.witness.steps.at(-1)?.action === 'is given'
  )
    return 'that nobody closes it shows in nothing that the calls say';
  if (listOf(details.calls).some((call) => objectOf(call)['release'] !== undefined))
    return 'the caller of the lock is not part of the program';
  if (
    [...listOf(details.before), ...listOf(details.calls)].some(
      (call) => objectOf(objectOf(call)['reach'])['kind'] === 'beside',
    )
  )
    return 'the calls are of two objects that share a third';
  if (listOf(details.populated).length > 0) return 'it needs a state that no call of the program makes';
  return undefined;
}

const imported: readonly (readonly [names: string, module: string])[] = [
  ['assert', 'node:assert'],
  ['{ AsyncLocalStorage }', 'node:async_hooks'],
  ['{ existsSync, readFileSync, statSync }', 'node:fs'],
  ['{ createRequire }', 'node:module'],
  ['{ dirname, join }', 'node:path'],
  ['{ fileURLToPath }', 'node:url'],
];

/** Jest runs CommonJS unless it is told otherwise. */
function importsFor(target: ReproTarget, isTest: boolean): string[] {
  if (target === 'jest') return imported.map(([names, module]) => `const ${names} = require('${module}');`);
  const runner: typeof imported = isTest ? [['{ test }', target === 'node' ? 'node:test' : 'vitest']] : [];
  return [...imported, ...runner].map(([names, module]) => `import ${names} from '${module}';`);
}

function setUpCode(details: CallsDetails, target: ReproTarget, locate: ReproOptions['locate']): string {
  const provider = objectOf(details.provider);
  const path = JSON.stringify(locate(String(provider['file'])));
  const isCommon = target === 'jest';
  const file = isCommon ? `join(__dirname, ${path})` : `fileURLToPath(new URL(${path}, import.meta.url))`;
  const values = listOf(provider['arguments']).map(String).join(', ');
  const name = JSON.stringify(provider['name']);
  // `module.exports = make`
  const value = provider['name'] === 'default' ? '(module.default ?? module)' : `module[${name}]`;
  const inner = listOf(provider['inner']).map(String).join(', ');
  const made = {
    module: 'module',
    class: `new ${value}(${values})`,
    factory: `instanceOf(${value}(${values}), () => [${inner}])`,
    object: value,
  }[String(provider['kind'])];
  return [
    `const FILE = ${file};`,
    `const nodeRequire = ${isCommon ? 'require' : 'createRequire(import.meta.url)'};`,
    // Not imported: looking for the names that it exports takes Node longer than loading it.
    'let ts;',
    "try { ts = nodeRequire('typescript'); } catch { throw new Error('this test needs the package typescript: npm install --save-dev typescript'); }",
    // A class that a function makes is made without anything where that can be done.
    'const isClass = (made) => typeof made === "function" && /^class\\b/.test(Function.prototype.toString.call(made));',
    'const instanceOf = (made, given) => {',
    '  if (!isClass(made)) return made;',
    '  try { return new made(); } catch { return new made(...given()); }',
    '};',
    'const setUp = (world, load) => {',
    '  const module = load(FILE);',
    '  const index = 0;',
    `  return ${made ?? 'module'};`,
    '};',
  ].join('\n');
}

function callCode(call: Json): string {
  const { reach, arguments: values } = objectOf(call);
  const { kind, name, index, shared } = objectOf(reach);
  const list = listOf(values).map(String).join(', ');
  const consumed = (code: string) => `async (subject, world, index) => consume(${code})`;
  if (kind === 'result') return consumed(`subject(${list})`);
  if (kind === 'registered') return consumed(`world.handlers[${index}](${list})`);
  if (kind === 'given') return consumed(`world.given(subject, ${JSON.stringify(name)}, ${shared === true})(${list})`);
  return consumed(`subject[${JSON.stringify(name)}](${list})`);
}
