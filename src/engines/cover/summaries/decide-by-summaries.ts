// The paper's method (Alg. 3, repaired: docs/theory/coverability.md): the paths of the quotient by rank, each summarized as a
// Presburger formula and decided; then one backward search over the slice of the diagram that spaghetti components take
// part in. Initial states are taken box by box. Where the expansion would be too large, or paths too many, the backward
// search takes the whole diagram, which is always exact. Nets and broadcasts are one spaghetti component.

import { printAssignment, printSummary, summaryToSmtLib } from '../../../logic/presburger/print-summary.js';
import { solveSummary } from '../../../logic/presburger/solve-summary.js';
import { evaluate, type SummaryFormula } from '../../../logic/presburger/summary-formula.js';
import type { ThreadDiagram } from '../../../model/threads/diagram.js';
import { hasBroadcast } from '../../../translate/nets/counter-system.js';
import type { Question } from '../../../translate/nets/question.js';
import { type Decision, decide } from '../decide.js';
import type { FramedProblem } from '../problem.js';
import { refuteNothing } from '../search/refuter.js';
import type { SearchContext } from '../search-context.js';
import { type Box, boxesOf } from './boxes.js';
import { type ExpandedDiagram, expandDiagram } from './expanded-diagram.js';
import { edgesAlong, summarizePath } from './path-summary.js';
import { pathsOfRank, type Quotient, quotientOf } from './quotient-paths.js';
import { allRepairs, type Repairs } from './repairs.js';

const mostExpandedEdges = 200_000;
/** Paths and dead ends looked at before the backward search takes over. */
const mostPaths = 2_000;

export interface SummaryDecision {
  readonly decision: Decision;
  /** The formula that was satisfied, or the last one that was refuted. */
  readonly summary: string | undefined;
  /** How often the loops of the covering path are passed: `k1 = 2`. */
  readonly kappa?: string;
}

export function* decideBySummaries(
  question: Question,
  problem: FramedProblem,
  context: SearchContext,
  repairs: Repairs = allRepairs,
): Generator<number, SummaryDecision, void> {
  const { model, system } = question;
  if (model.kind !== 'threads' || hasBroadcast(system))
    return { decision: yield* decide(problem, 'backward', context), summary: undefined };
  let summary: string | undefined;
  let slice: Slice = new Set();
  for (const box of boxesOf(system.initial)) {
    const paths = yield* searchPaths(model, box, question, context, repairs);
    summary = paths.summary ?? summary;
    const { edges, kappa } = paths;
    if (edges)
      return { decision: coveredAlong(problem, box, edges), summary, ...(kappa === undefined ? {} : { kappa }) };
    slice = union(slice, paths.slice);
  }
  if (slice !== 'everything' && slice.size === 0)
    return { decision: { kind: 'uncoverable', refute: refuteNothing, by: 'summaries' }, summary };
  return { decision: yield* searchSlice(problem, slice, context), summary };
}

/** Edges of the diagram that the paths have not settled. */
type Slice = ReadonlySet<number> | 'everything';

function union(a: Slice, b: Slice): Slice {
  return a === 'everything' || b === 'everything' ? 'everything' : new Set([...a, ...b]);
}

interface PathSearch {
  /** The edges of a covering run, if one was found. */
  readonly edges?: readonly number[];
  readonly slice: Slice;
  readonly summary: string | undefined;
  readonly kappa?: string;
}

function* searchPaths(
  diagram: ThreadDiagram,
  initial: Box,
  { targets }: Question,
  context: SearchContext,
  repairs: Repairs,
): Generator<number, PathSearch, void> {
  const target = targets[0]!;
  const expanded = expandDiagram(diagram, initial, target, mostExpandedEdges, repairs);
  yield diagram.edges.length;
  if (!expanded) return { slice: 'everything', summary: undefined };
  // The target may be covered without a step.
  const immediate = summarizePath([], diagram.edges, target.marking, initial);
  if (
    initial.controls.has(target.control) &&
    immediate.constraints.every(({ term, atMost }) => evaluate(term, []) <= atMost)
  )
    return { edges: [], slice: new Set(), summary: printSummary(immediate) };
  const quotient = quotientOf(expanded, repairs);
  let tried = 0;
  let summary: string | undefined;
  for (const rank of ['trivial', 'real-loop', 'loop'] as const)
    for (const path of pathsOfRank(expanded, quotient, rank, repairs)) {
      yield 1;
      if (++tried > mostPaths) return { slice: 'everything', summary };
      if (!path) continue;
      const formula = summarizePath(path, diagram.edges, target.marking, initial);
      const solution = yield* solveSummary(formula, repairs.noIteration ? 0 : 1);
      summary = printSummary(formula);
      if (solution === 'too-large') return { slice: 'everything', summary };
      context.statistics.formulas++;
      checkAgain(formula, repairs, solution !== undefined, context);
      if (solution) {
        const kappa = printAssignment(solution.assignment);
        return { edges: edgesAlong(path, solution.assignment), slice: new Set(), summary, kappa };
      }
    }
  return { slice: spaghettiSlice(expanded, quotient), summary };
}

/** Another solver says the same, where one is asked; the mutants of tests are not. */
function checkAgain(formula: SummaryFormula, repairs: Repairs, found: boolean, { secondSolver }: SearchContext): void {
  if (!secondSolver || !repairs.noIteration) return;
  const second = secondSolver(summaryToSmtLib(formula));
  if (second === undefined) throw new Error(`the second solver has no answer: ${printSummary(formula)}`);
  if ((second === 'sat') !== found) throw new Error(`the second solver says ${second}: ${printSummary(formula)}`);
}

/** If a relevant component is spaghetti: the real edges inside and between relevant components; else nothing. */
function spaghettiSlice(expanded: ExpandedDiagram, { components, ranks, relevant }: Quotient): Slice {
  if (!ranks.some((rank, i) => rank === 'spaghetti' && relevant[i])) return new Set();
  const slice = new Set<number>();
  for (let node = 0; node < expanded.size; node++)
    for (const { to, real } of expanded.edgesFrom(node))
      if (real >= 0 && relevant[components.of[node]!] && relevant[components.of[to]!]) slice.add(real);
  return slice;
}

function coveredAlong({ system, transitions, chooses }: FramedProblem, box: Box, edges: readonly number[]): Decision {
  const intoGoal = system.transitions.length;
  // The first step, or the one into the goal, says which state of the box the run starts in.
  const initial = box.controls.get(transitions[edges[0] ?? intoGoal]!.from);
  const choice = [...chooses].flatMap(([letter, index]) => (index === initial ? [letter] : []));
  return { kind: 'covered', run: { letters: [...choice, ...edges, intoGoal] }, by: 'summaries' };
}

/** Backward search, confined to the slice and the frame around the diagram. */
function* searchSlice(problem: FramedProblem, slice: Slice, context: SearchContext): Generator<number, Decision, void> {
  if (slice === 'everything') return yield* decide(problem, 'backward', context);
  const own = problem.system.transitions.length;
  const kept = problem.transitions.map((_, i) => i).filter((i) => i >= own || slice.has(i));
  const confined = { ...problem, transitions: kept.map((i) => problem.transitions[i]!) };
  const decision = yield* decide(confined, 'backward', context);
  if (decision.kind !== 'covered') return decision;
  return { ...decision, run: { letters: decision.run.letters.map((letter) => kept[letter]!) } };
}
