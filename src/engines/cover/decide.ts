// The methods that work on counters: `backward`, `forward`, and the `portfolio` of both after the reduction. A search is a
// generator that yields the work it has done (steps, not time, so that answers are deterministic) and may be dropped at
// any yield.

import { hasBroadcast } from '../../translate/nets/counter-system.js';
import type { Problem } from './problem.js';
import type { Layer } from './reduce/layer.js';
import { allReductions, type ReductionRules, reduce } from './reduce/reduce.js';
import { simplify } from './reduce/simplify.js';
import { BackwardSearch, markingsToGoal, pathToGoal } from './search/backward.js';
import { prependBranch } from './search/forward-run.js';
import { markableOf, refuteByBasis, refuteByCoverabilitySet, refuteUnmarkable } from './search/invariants.js';
import { type ForwardNode, KarpMiller } from './search/karp-miller.js';
import { type PairInvariant, pairInvariant, pairsFit } from './search/pairs.js';
import { firstOf, type Refuter, refuteNothing } from './search/refuter.js';
import { prependEvents, type Run, RunBuilder, type RunSink, throughLayer } from './search/run-builder.js';
import { refuteBySemiFlows, semiFlows } from './search/semi-flows.js';
import { idleContext, type SearchContext } from './search-context.js';

export type CounterMethod = 'portfolio' | 'backward' | 'forward';

export type Decision =
  | { readonly kind: 'covered'; readonly run: Run; readonly by: string }
  /** `refute` knows the invariant that keeps runs away from the goal. */
  | { readonly kind: 'uncoverable'; readonly refute: Refuter; readonly by: string }
  | { readonly kind: 'unknown'; readonly because: string };

export type Search = Generator<number, Decision, void>;

const burst = 300;
const burstWork = 100_000;
/** Words that the pair invariant may look at: about half a second. */
const pairBudget = 600_000_000;
/** Where pairs take longer than this there are too many of them for a certificate. */
const certificatePairBudget = 30_000_000;
const slice = 4_000;

export function* decide(
  problem: Problem,
  method: CounterMethod,
  context: SearchContext = idleContext(),
  rules: ReductionRules = allReductions,
): Search {
  if (context.plain)
    return yield* method === 'forward' ? forwardAsIs(problem, context) : backwardAsIs(problem, context);
  if (hasBroadcast(problem)) {
    if (method === 'forward')
      return { kind: 'unknown', because: 'forward search does not decide broadcast and transfer edges' };
    return yield* backwardAsIs(problem, context);
  }
  const { layers, refute, unsplit } = yield* simplify(problem, rules);
  const round = new Round(problem, layers, refute, context);
  const first = yield* round.search(method);
  // A forward search that ended has a coverability set to show, which may be far smaller than what pairs exclude.
  if (first.kind === 'uncoverable' && first.by !== 'forward' && method === 'portfolio' && unsplit < layers.length)
    return (yield* pairsBeforeSplitting(problem, layers.slice(0, unsplit), rules)) ?? first;
  if (first.kind !== 'run-too-long') return first;
  // The accelerations of a forward search may repeat each other exponentially often; a backward search has none.
  const second = yield* round.search('backward');
  if (second.kind !== 'run-too-long') return second;
  return { kind: 'unknown', because: 'the target is coverable, but the run is too long to be written down' };
}

/** Pairs of places give short certificates, unless controls were split: each pair then stands beside each control. */
function* pairsBeforeSplitting(
  problem: Problem,
  layers: readonly Layer[],
  rules: ReductionRules,
): Generator<number, Decision | undefined, void> {
  const last = yield* reduce(layers.at(-1)!.problem, rules);
  const round = new Round(problem, [...layers, last], refuteNothing, idleContext());
  return yield* round.byPairs();
}

/** Backward search on the problem as it is: for broadcasts, since the reductions are for plain transitions, and where asked. */
function* backwardAsIs(problem: Problem, context: SearchContext): Search {
  const { statistics } = context;
  const unmarkable = context.plain ? refuteNothing : refuteUnmarkableOf(problem, context);
  const search = new BackwardSearch(problem, { refute: unmarkable });
  while (search.state === 'running') yield search.expand();
  statistics.expanded = search.expanded;
  statistics.minimal = search.minimal.size;
  if (!search.found)
    return { kind: 'uncoverable', refute: firstOf(unmarkable, refuteByBasis(search.minimal)), by: 'backward' };
  const letters = pathToGoal(search.found);
  const run = hasBroadcast(problem) ? { letters, demands: markingsToGoal(search.found) } : { letters };
  return { kind: 'covered', run, by: 'backward' };
}

/** Karp and Miller's tree of the problem as it is. */
function* forwardAsIs(problem: Problem, context: SearchContext): Search {
  if (hasBroadcast(problem))
    return { kind: 'unknown', because: 'forward search does not decide broadcast and transfer edges' };
  const decision = yield* new Round(problem, [], refuteNothing, context).forward();
  if (decision.kind !== 'run-too-long') return decision;
  return { kind: 'unknown', because: 'the target is coverable, but the run is too long to be written down' };
}

function refuteUnmarkableOf(problem: Problem, { reserve }: SearchContext): Refuter {
  const markable = markableOf(problem);
  reserve(markable.bytes);
  return refuteUnmarkable(markable);
}

/** The target is coverable, but the run that this search has found is too long to be written down. */
type RoundDecision = Decision | { readonly kind: 'run-too-long' };
type RoundSearch = Generator<number, RoundDecision, void>;

function isAnswered({ state }: KarpMiller): boolean {
  return state === 'covered' || state === 'uncoverable';
}

/** The searches over one reduced problem, and what they learn from each other. */
class Round {
  readonly #reduced: Problem;
  #pairs: PairInvariant | undefined;

  constructor(
    readonly problem: Problem,
    readonly layers: readonly Layer[],
    /** What the sets of one token refute. */
    readonly refute: Refuter,
    readonly context: SearchContext,
  ) {
    this.#reduced = layers.at(-1)?.problem ?? problem;
    context.statistics.controls = this.#reduced.controls;
    context.statistics.places = this.#reduced.places;
    context.statistics.transitions = this.#reduced.transitions.length;
  }

  *search(method: CounterMethod): RoundSearch {
    const { answer } = this.layers.at(-1)!;
    if (answer?.kind === 'covered') return this.covered([], undefined, 'reduction');
    if (answer) return this.uncoverable(answer.refute, 'reduction', this.layers.length - 1);
    if (method === 'backward') return yield* this.backward();
    if (method === 'forward') return yield* this.forward();
    return yield* this.portfolio();
  }

  *backward(): RoundSearch {
    const refute = firstOf(refuteUnmarkableOf(this.#reduced, this.context), this.refute);
    const search = new BackwardSearch(this.#reduced, { refute });
    while (search.state === 'running') yield search.expand();
    return this.#finishBackward(search, undefined, refute);
  }

  *forward(): RoundSearch {
    const search = new KarpMiller(this.#reduced);
    while (search.state === 'running') yield search.expand();
    return this.#finishForward(search);
  }

  *portfolio(): RoundSearch {
    const forward = new KarpMiller(this.#reduced);
    for (let work = 0; forward.state === 'running' && forward.expanded < burst && work < burstWork; ) {
      const done = forward.expand();
      work += done;
      yield done;
    }
    if (isAnswered(forward)) return this.#finishForward(forward);
    if (pairsFit(this.#reduced, pairBudget)) this.#pairs = yield* pairInvariant(this.#reduced, pairBudget);
    const pairs = this.#pairs;
    this.context.reserve(pairs?.bytes ?? 0);
    if (pairs && !pairs.isReached(this.#reduced.goal))
      return this.uncoverable((control, marking) => pairs.refutation(control, marking), 'pairs');
    return yield* this.#interleaved(forward);
  }

  /** What the reduction and pairs of places refute, if they do. */
  *byPairs(): Generator<number, Decision | undefined, void> {
    const { answer } = this.layers.at(-1)!;
    if (answer?.kind === 'uncoverable') return this.uncoverable(answer.refute, 'reduction', this.layers.length - 1);
    if (answer || !pairsFit(this.#reduced, certificatePairBudget)) return undefined;
    const pairs = yield* pairInvariant(this.#reduced, certificatePairBudget);
    if (!pairs || pairs.isReached(this.#reduced.goal)) return undefined;
    return this.uncoverable((control, marking) => pairs.refutation(control, marking), 'pairs');
  }

  *#interleaved(forward: KarpMiller): RoundSearch {
    const pairs = this.#pairs;
    const flows = semiFlows(this.#reduced);
    yield flows.length;
    const refute = firstOf(
      pairs
        ? (control, marking) => pairs.refutation(control, marking)
        : refuteUnmarkableOf(this.#reduced, this.context),
      this.refute,
      refuteBySemiFlows(flows),
    );
    let meeting: ForwardNode | undefined;
    const backward = new BackwardSearch(this.#reduced, {
      refute,
      isReachable: (control, marking) => (meeting = forward.covering(control, marking)) !== undefined,
    });
    while (backward.state === 'running' && !isAnswered(forward)) {
      for (let work = 0; work < slice && backward.state === 'running'; ) work += backward.expand();
      yield slice;
      for (let work = 0; work < slice && backward.state === 'running' && forward.state === 'running'; )
        work += forward.expand();
      yield slice;
    }
    return isAnswered(forward) && backward.state === 'running'
      ? this.#finishForward(forward)
      : this.#finishBackward(backward, meeting, refute, forward);
  }

  #finishBackward(
    search: BackwardSearch,
    meeting: ForwardNode | undefined,
    refute: Refuter,
    forward?: KarpMiller,
  ): RoundDecision {
    this.context.statistics.expanded = search.expanded + (forward?.expanded ?? 0);
    this.context.statistics.minimal = search.minimal.size;
    this.context.statistics.nodes = forward?.nodes ?? 0;
    if (search.found)
      return this.covered(pathToGoal(search.found), meeting, meeting ? 'backward and forward' : 'backward');
    return this.uncoverable(firstOf(refute, refuteByBasis(search.minimal)), 'backward');
  }

  #finishForward(search: KarpMiller): RoundDecision {
    this.context.statistics.expanded = search.expanded;
    this.context.statistics.nodes = search.nodes;
    if (search.state === 'too-large') return { kind: 'unknown', because: 'token counts became too large' };
    if (search.found) return this.covered([], search.found, 'forward');
    return this.uncoverable(refuteByCoverabilitySet(search), 'forward');
  }

  /** `refute` speaks of the problem after the first `depth` layers. */
  uncoverable(refute: Refuter, by: string, depth = this.layers.length): Decision {
    const lifted = this.layers.slice(0, depth).reduceRight((inner, layer) => layer.lift(inner), refute);
    return { kind: 'uncoverable', refute: lifted, by };
  }

  /** The run over a forward branch, if any, and a path of reduced transitions after it. */
  covered(path: readonly number[], branch: ForwardNode | undefined, by: string): RoundDecision {
    const builder = new RunBuilder(this.problem);
    const sinks: RunSink[] = [builder];
    for (const layer of this.layers) sinks.push(throughLayer(layer, sinks.at(-1)!));
    const top = sinks.at(-1)!;
    for (let i = path.length - 1; i >= 0; i--) top.prepend(path[i]!);
    if (branch) prependBranch(branch, top);
    for (let i = this.layers.length - 1; i >= 0; i--) prependEvents(this.layers[i]!, sinks[i]!);
    const run = builder.finish();
    return run ? { kind: 'covered', run, by } : { kind: 'run-too-long' };
  }
}
