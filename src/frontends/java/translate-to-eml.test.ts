import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../cli/platform.js';
import type { Input } from '../../pipeline/job.js';
import { planJobs } from '../../pipeline/plan.js';
import { readInput } from '../../pipeline/read-input.js';
import { runJob } from '../../pipeline/run-job.js';
import { translateModel } from '../../pipeline/translators.js';

const root = new URL('../../../examples/java/', import.meta.url);
const every = process.env.HEDDLE_CASES === undefined ? 7 : 1;
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(new URL(`${name}/`, root)).map((folder) => `${name}/${folder}`))
  .filter((_, i) => i % every === 0);

function javaOf(folder: string): Input {
  const files = readdirSync(new URL(`${folder}/`, root)).filter((name) => name.endsWith('.java'));
  const sources = files.map((file) => ({ file, text: readFileSync(new URL(`${folder}/${file}`, root), 'utf8') }));
  return { file: folder, reader: 'java', content: { kind: 'project', sources } };
}

async function emlOf(input: Input): Promise<string> {
  const { model } = await readInput(input, nodePlatform);
  const translated = await translateModel(model!, 'eml');
  return translated.ok ? translated.value : `refused: ${translated.error.map(({ message }) => message).join()}`;
}

/** Verdicts of `heddle atomicity --all`, each once. */
async function verdictsOn(input: Input): Promise<ReadonlySet<string>> {
  const options = input.reader === 'java' ? { all: [{ text: '' }] } : {};
  const [job] = planJobs({
    engines: { kind: 'named', id: 'atomicity' },
    inputs: [input],
    options,
    limits: {},
    seed: 1,
  });
  const { answers, reading } = await runJob(job!, nodePlatform, () => {});
  expect(reading.filter(({ severity }) => severity === 'error')).toEqual([]);
  const findings = answers.flatMap((answer) => (answer.kind === 'done' ? answer.findings : []));
  return new Set(findings.map(({ verdict }) => verdict.kind));
}

describe('Java as EML', () => {
  it.each(folders)('%s reads back with the same verdict', async (folder) => {
    const java = javaOf(folder);
    const text = await emlOf(java);
    const eml = { file: 't.eml', reader: 'eml', content: { kind: 'text', text, companions: {} } } as const;
    const mine = await verdictsOn(java);
    const theirs = text === '' ? new Set<string>() : await verdictsOn(eml);
    expect(theirs.has('violated')).toBe(mine.has('violated'));
    // What is not modelled is not in the text, and the text says so.
    expect(theirs.has('unknown') || text.includes(' is left out, ')).toBe(mine.has('unknown'));
  });

  it('keeps the names of Java in comments', async () => {
    const text = await emlOf(javaOf('reports/listing1-bug'));
    expect(text).toContain('// push(Object)\nprocess push_Object * {');
    expect(text).toContain('write data; // Stack.java:18');
  });
});
