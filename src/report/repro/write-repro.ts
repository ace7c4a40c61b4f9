// The test that shows a finding on the real code: fails as long as the interleaving of the report does what no serial order
// of the same calls does. Deterministic: gates are opened in the order of the report, nothing sleeps.

import type { Json, JsonObject } from '../../base/json.js';
import type { Result } from '../../base/result.js';
import type { Finding } from '../../verdict/verdict.js';
import type { CallsDetails } from '../../verdict/witness.js';
import { harness } from './harness.js';

export const reproTargets = ['node', 'vitest', 'jest'] as const;

export type ReproTarget = (typeof reproTargets)[number];

export interface ReproOptions {
  readonly target: ReproTarget;
  /** From the test to the file of a path in the report. */
  locate(file: string): string;
}

export function writeRepro(finding: Finding, { target, locate }: ReproOptions): Result<string, string> {
  const witness = finding.verdict.kind === 'violated' ? finding.verdict.witness : undefined;
  const details = witness?.kind === 'calls' ? witness.details : undefined;
  const obstacle = details ? obstacleTo(details) : 'the result is not a violation';
  if (!details || obstacle !== undefined) return { ok: false, error: obstacle ?? '' };
  const place = finding.places[0]?.place;
  const title = `${finding.rule} ${finding.message}`;
  const message = `${title} (${place?.file}:${place?.line})`;
  const parts = [
    `// Written by heddle reproduce: ${title}.`,
    '// Fails while the calls, overlapping as in the report, end as they never do one after the other.',
    ...importsFor(target),
    '',
    setUpCode(details, locate),
    `const BEFORE = [${listOf(details.before).map(callCode).join(', ')}];`,
    `const CALLS = [${listOf(details.calls).map(callCode).join(', ')}];`,
    `const SCHEDULE = ${JSON.stringify(details.schedule)};`,
    `const STUBS = { ${Object.entries(objectOf(details.answers))
      .map(([name, code]) => `${JSON.stringify(name)}: ${String(code)}`)
      .join(', ')} };`,
    `const SYNC = new Set(${JSON.stringify(details.atOnce)});`,
    `const GLOBALS = new Set(${JSON.stringify(details.globals)});`,
    `const MESSAGE = ${JSON.stringify(message)};`,
    harness,
    `test(${JSON.stringify(title)}, check);`,
    '',
  ];
  return { ok: true, value: parts.join('\n') };
}

/** Why the real code cannot be driven from outside to this interleaving. */
function obstacleTo(details: CallsDetails): string | undefined {
  const calls = listOf(details.calls);
  if (calls.length < 2) return 'the calls that overlap are begun by one call: there is no serial order to compare with';
  if (calls.some((call) => objectOf(call)['release'] !== undefined))
    return 'the caller of the lock is not part of the program';
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
  ['ts', 'typescript'],
];

function importsFor(target: ReproTarget): string[] {
  const runner: typeof imported = target === 'jest' ? [] : [['{ test }', target === 'node' ? 'node:test' : 'vitest']];
  return [...imported, ...runner].map(([names, module]) => `import ${names} from '${module}';`);
}

function setUpCode(details: CallsDetails, locate: ReproOptions['locate']): string {
  const provider = objectOf(details.provider);
  const file = `fileURLToPath(new URL(${JSON.stringify(locate(String(provider['file'])))}, import.meta.url))`;
  const values = listOf(provider['arguments']).map(String).join(', ');
  const name = JSON.stringify(provider['name']);
  const made = {
    module: 'module',
    class: `new module[${name}](${values})`,
    factory: `module[${name}](${values})`,
    object: `module[${name}]`,
  }[String(provider['kind'])];
  return `const FILE = ${file};\nconst setUp = (world, load) => {\n  const module = load(FILE);\n  return ${made ?? 'module'};\n};`;
}

function callCode(call: Json): string {
  const { reach, arguments: values } = objectOf(call);
  const { kind, name, index } = objectOf(reach);
  const list = listOf(values).map(String).join(', ');
  const consumed = (code: string) => `async (subject, world) => consume(${code})`;
  if (kind === 'registered') return consumed(`world.handlers[${index}](${list})`);
  return consumed(`subject[${JSON.stringify(name)}](${list})`);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
}
