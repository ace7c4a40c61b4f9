// The certificate of an uncoverable target, on the system that was asked about: a basis of an upward-closed set, or a
// coverability set. For the basis a backward search of that system, in which the invariant found on the reduced problem
// makes every element as small as it can be, closes after few steps and checks by itself (evidence/cover/closed-sets.ts).
// What a forward search has found may have a huge complement; then a forward search of the system itself comes first.
// Chains are composed for the search; what it finds is continued into them (chain-states.ts).

import type { Marking } from '../../model/petri/marking.js';
import { composeChains } from '../../translate/nets/compose-chains.js';
import { type CounterState, hasBroadcast } from '../../translate/nets/counter-system.js';
import type { Question } from '../../translate/nets/question.js';
import type { CoverCertificate } from '../../verdict/certificate.js';
import { type ClosedStates, withChainStates } from './chain-states.js';
import { type FramedProblem, frameProblem } from './problem.js';
import { BackwardSearch, type SearchState } from './search/backward.js';
import { markableOf, refuteUnmarkable } from './search/invariants.js';
import { KarpMiller, omega } from './search/karp-miller.js';
import { firstOf, type Refuter } from './search/refuter.js';

/** Work after which an attempt is given up. */
const basisBudget = 450_000;
const setBudget = 2_600_000;
/** The complement of a coverability set is rarely small: a short try is enough. */
const complementBudget = 10_000;

type Attempt<T = CoverCertificate> = Generator<number, T | undefined, void>;

/** `by` is the search that gave the answer: the same way is tried first. */
export function* certificateOf({ system, targets }: Question, refute: Refuter, by: string): Attempt {
  const composed = composeChains(system, targets);
  const found = yield* invariantOf(frameProblem(composed, targets), refute, by);
  if (!found) return undefined;
  const { kind } = found;
  const states = composed === system ? found.states : withChainStates(found, system, targets);
  if (!states) return undefined;
  const listed = states.map(({ control, marking }) => [control, written(marking)] as const);
  return { kind, body: kind === 'coverability-set' ? { set: listed } : { basis: listed } };
}

function* invariantOf(problem: FramedProblem, refute: Refuter, by: string): Attempt<ClosedStates> {
  if (hasBroadcast(problem.system)) return yield* basisCertificate(problem, refute, basisBudget);
  if (by === 'forward')
    return (yield* setCertificate(problem, setBudget)) ?? (yield* basisCertificate(problem, refute, complementBudget));
  return (yield* basisCertificate(problem, refute, basisBudget)) ?? (yield* setCertificate(problem, setBudget));
}

function* basisCertificate(problem: FramedProblem, refute: Refuter, budget: number): Attempt<ClosedStates> {
  const search = new BackwardSearch(problem, {
    refute: firstOf(refuteUnmarkable(markableOf(problem)), refute),
    certifying: true,
  });
  for (let total = 0; search.state === 'running' && total < budget; ) {
    const work = search.expand();
    total += work;
    yield work;
  }
  if (!isConfirmed(search.state)) return undefined;
  const states: CounterState[] = [];
  for (const [control, { marking }] of search.minimal.entries())
    if (control < problem.system.controls) states.push({ control, marking });
  return { kind: 'upward-closed-basis', states };
}

function* setCertificate(problem: FramedProblem, budget: number): Attempt<ClosedStates> {
  const search = new KarpMiller(problem);
  for (let total = 0; search.state === 'running' && total < budget; ) {
    const { entries } = search;
    const work = search.expand() + (search.entries - entries) / 4;
    total += work;
    yield work;
  }
  if (!isConfirmed(search.state)) return undefined;
  const states: CounterState[] = [];
  for (let control = 0; control < problem.system.controls; control++)
    for (const { marking } of search.at(control)) states.push({ control, marking: unlimited(marking) });
  return { kind: 'coverability-set', states };
}

/** Only a spent budget is no certificate: a search that finds the target coverable contradicts the answer. */
function isConfirmed(state: SearchState): boolean {
  if (state === 'covered') throw new Error('the search for a certificate covers a target that is not coverable');
  return state === 'uncoverable';
}

/** With a number for omega that stays the same when tokens come and go. */
function unlimited(marking: Marking): Marking {
  return marking.map((value, i) => (i % 2 === 1 && value === omega ? Number.POSITIVE_INFINITY : value));
}

/** As certificates write it: -1 for omega. */
function written(marking: Marking): number[] {
  return marking.map((value) => (value === Number.POSITIVE_INFINITY ? -1 : value));
}
