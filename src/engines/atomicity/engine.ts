// `heddle atomicity`: every pair of processes, every choice of variables of an atomic set, every pattern. Options in,
// findings out; the decision is in pair-decider.ts.

import type { Program } from '../../model/program/program.js';
import { type Applicability, applies, type Engine, type EngineRun, type Task } from '../../verdict/engine.js';
import { AtomicityRun } from './atomicity-run.js';
import { automataFindings } from './automata-run.js';
import { readFlows } from './flows.js';
import { atomicityInfo } from './info.js';
import { atomicityOptions, checkAtomicityOptions } from './options.js';
import { processPairs } from './questions.js';

export const atomicityEngine: Engine<Program> = {
  info: atomicityInfo,
  checkOptions: ({ model, options }) => checkAtomicityOptions(model, options),
  applicable,
  worthAsking,
  *run(task, context): EngineRun {
    const flows = readFlows(task.model);
    if ('because' in flows) return;
    const options = atomicityOptions(task.options);
    yield* options.automata
      ? automataFindings(task.model, flows, options.automata, options, context)
      : new AtomicityRun(task.model, flows, options, context).findings();
  },
};

function applicable({ model }: Task<Program>): Applicability {
  const flows = readFlows(model);
  return 'because' in flows ? { ok: false, because: flows.because, place: flows.place } : applies;
}

function worthAsking({ model }: Task<Program>): Applicability {
  if (processPairs(model).length === 0) return { ok: false, because: 'there are no two processes to interleave' };
  if (model.variables.length === 0) return { ok: false, because: 'the model has no shared variable' };
  return applies;
}
