// `heddle atomicity`: every pair of processes, every choice of variables of an atomic set, every pattern. Options in,
// findings out; the decision is in decide/decider.ts.

import { groupBy } from '../../base/group-by.js';
import type { Program } from '../../model/program/program.js';
import {
  type Applicability,
  applies,
  type Engine,
  type EngineRun,
  isFirst,
  shareOf,
  type Task,
} from '../../verdict/engine.js';
import { AtomicityRun } from './atomicity-run.js';
import { automataFindings } from './automata/automata-run.js';
import { explainSets } from './explain-sets.js';
import { readQuestions } from './flow/flows.js';
import { atomicityInfo } from './info.js';
import { findingsByName, hasNamedUnits } from './names/named-violations.js';
import { atomicityOptions, checkAtomicityOptions } from './options.js';
import { concludeParts } from './parts.js';
import { unansweredByPart, unansweredPair } from './unanswered.js';

export const atomicityEngine: Engine<Program> = {
  info: atomicityInfo,
  checkOptions: ({ model, options }) => checkAtomicityOptions(model, options),
  applicable,
  worthAsking,
  unanswered: ({ model, options, part }, answers, carried) =>
    part
      ? unansweredByPart(model, atomicityOptions(options), part, answers, carried)
      : unansweredPair(model, atomicityOptions(options), answers),
  *run(task, context): EngineRun {
    const questions = readQuestions(task.model);
    if ('because' in questions) return;
    const options = atomicityOptions(task.options);
    if (options.explainSets && isFirst(task.part))
      for (const diagnostic of explainSets(task.model, questions, options)) yield { kind: 'diagnostic', diagnostic };
    if (options.automata) {
      // The chains of one automaton are answered together.
      const byName = [...groupBy(options.automata, ({ name }) => name).values()];
      yield* automataFindings(task.model, questions, options, shareOf(byName, task.part).flat(), context);
      return;
    }
    const run = new AtomicityRun(task.model, questions, options, context);
    const findings = task.part ? run.part(task.part) : run.findings();
    yield* hasNamedUnits(task.model) ? findingsByName(task.model, findings, options, context) : findings;
  },
  *conclude({ model, options, part }, carried): EngineRun {
    const questions = readQuestions(model);
    const given = atomicityOptions(options);
    if (!('because' in questions) && !given.automata) yield* concludeParts(model, questions, given, carried, part);
  },
};

function applicable({ model }: Task<Program>): Applicability {
  const questions = readQuestions(model);
  return 'because' in questions ? { ok: false, because: questions.because, place: questions.place } : applies;
}

function declaresUnits({ functions }: Program): boolean {
  return functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'begin-unit'));
}

function worthAsking({ model }: Task<Program>): Applicability {
  const questions = readQuestions(model);
  if ('pairs' in questions && questions.pairs.length === 0)
    return { ok: false, because: 'there are no two threads to interleave' };
  if (model.variables.length === 0) return { ok: false, because: 'the model has no shared variable' };
  if (!declaresUnits(model)) return { ok: false, because: 'the model declares no unit of work (unit { … })' };
  return applies;
}
