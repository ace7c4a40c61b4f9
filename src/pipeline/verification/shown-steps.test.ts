// What a witness shows is what was replayed: whatever words are changed in a step, on whatever kind of model, the replay
// says so.

import { describe, expect, it } from 'vitest';
import { Budget } from '../../base/budget.js';
import type { Finding } from '../../verdict/verdict.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import type { Input, Job, Platform } from '../job.js';
import { readInput } from '../read-input.js';
import { runJob } from '../run-job.js';
import { replayClaims } from './verify.js';

const models: readonly [string, string, string, string][] = [
  [
    'atomicity',
    'eml',
    'm.eml',
    'var x; process P { main { unit { read x; write x; } } } process Q { main { write x; } }',
  ],
  ['explore', 'eml', 'm.eml', 'var x: int; process P { main { x = 1; } } process Q { main { assert x == 0; } }'],
  ['pairwise', 'eml', 'm.eml', 'lock l; process P * { main { if (*) { synchronized(l) { } } label a; } }'],
  ['pairwise', 'tree', 'm.tree', 'sp(acq_1(label_1(rel_1($))), label_1)'],
  ['cover', 'ttd', 'm.ttd', '2 2\n0 0 -> 1 0\n1 0 -> 0 1\n'],
];

const platform: Platform = {
  now: () => 0,
  breathe: async () => {},
  memoryInUse: () => 0,
  openStream: () => {
    throw new Error('nothing is streamed here');
  },
};

function inputOf(reader: string, file: string, text: string): Input {
  return { file, reader, content: { kind: 'text', text, companions: {} } };
}

async function violations(engine: string, input: Input): Promise<Finding[]> {
  const options = engine === 'cover' ? { target: [{ text: '0|1' }] } : {};
  const job: Job = { input, questions: [{ engine, options, asked: true }], limits: {}, seed: 0 };
  const { answers } = await runJob(job, platform, () => {});
  const findings = answers.flatMap((answer) => (answer.kind === 'done' ? answer.findings : []));
  return findings.filter(({ verdict }) => verdict.kind === 'violated');
}

/** Every way to put other words into a step. */
function forgeries(step: WitnessStep): WitnessStep[] {
  const { place } = step;
  return [
    { ...step, action: `${step.action}s` },
    { ...step, target: `${step.target ?? ''}!` },
    { ...step, change: 'balance = 0' },
    ...(place ? [{ ...step, place: { ...place, line: place.line + 1 } }] : []),
    step.silent ? { ...step, silent: undefined } : { ...step, silent: true as const },
  ] as WitnessStep[];
}

describe('a step whose words were changed', () => {
  it.each(models)('is not replayed: %s on %s', async (engine, reader, file, text) => {
    const input = inputOf(reader, file, text);
    const { model } = await readInput(input, platform);
    if (!model || model.kind === 'inquiries') throw new Error('the example should be a model');
    const [finding] = await violations(engine, input);
    if (finding?.verdict.kind !== 'violated') throw new Error('the example should be violated');
    const { witness, confirmed } = finding.verdict;
    const replay = async (steps: readonly WitnessStep[]) => {
      const claim = { property: finding.property, confirmed, witness: { ...witness, steps } as Witness };
      const [outcome] = await replayClaims(model, [claim], new Budget({}, () => 0), platform);
      return outcome!.ok;
    };
    expect(await replay(witness.steps)).toBe(true);
    for (const [i, step] of witness.steps.entries())
      for (const forged of forgeries(step)) {
        const told = { forged, replayed: await replay(witness.steps.with(i, forged)) };
        const isPlaceOfTree = reader === 'tree' && forged.place?.line !== step.place?.line;
        if (!isPlaceOfTree) expect(told).toEqual({ forged, replayed: false });
      }
  });
});
