// A concrete execution with two threads at two labels, found as the failure of an assertion in the observed program.

import type { Budget } from '../../base/budget.js';
import type { Process, Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { labelPlaces } from '../../verdict/label-places.js';
import { runWitness } from '../../verdict/meaning/run-witness.js';
import { type ProgramRun, runMoves } from '../../verdict/program-run.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { witnessOfRun } from '../../verdict/witness-of-run.js';
import { excludedByData, sawEverything, searchConcretely, twoOfEach } from './concrete-search.js';
import { observeLabels } from './observe-labels.js';

/** The finding with a concrete execution as its witness, if the search meets one. */
export async function confirmLabels(
  model: Program,
  finding: Finding,
  maxStates: number,
  budget: Budget,
): Promise<Finding> {
  const [first, second] = finding.property.kind === 'pairwise' ? finding.property.labels : [];
  if (first === undefined || second === undefined) return finding;
  const run = await findPair(twoOfEach(model), [first, second], maxStates, budget);
  if (run === 'nowhere') return model.processes.every(isCounted) ? excludedByData(finding) : finding;
  if (run === 'not found') return finding;
  const places = labelPlaces(run, [first, second]);
  return {
    ...finding,
    places,
    because: places.map(({ caption }) => caption),
    verdict: { kind: 'violated', witness: witnessOfRun(run), confirmed: true, scope: allExecutions() },
  };
}

/** The execution that the search finds, without the steps of the observation. */
async function findPair(
  program: Program,
  pair: readonly [string, string],
  maxStates: number,
  budget: Budget,
): Promise<ProgramRun | 'nowhere' | 'not found'> {
  const observed = observeLabels(program, pair);
  const found = await searchConcretely(observed.program, ['assertions'], maxStates, budget);
  for (const { verdict } of found) {
    if (verdict.kind !== 'violated') continue;
    const run = runWitness(observed.program, verdict.witness);
    if (typeof run === 'string' || !observed.isObservation(run.steps.at(-1)!.move.edge)) continue;
    const moves = run.steps.map(({ move }) => move).filter(({ edge }) => !observed.isObservation(edge));
    return runMoves(program, initialState(program), moves);
  }
  return sawEverything(observed.program, found) ? 'nowhere' : 'not found';
}

function isCounted({ instances }: Process): boolean {
  return instances !== 'any';
}
