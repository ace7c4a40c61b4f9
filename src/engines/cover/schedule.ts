// Turns a run of counters back into threads: a shared state and the local state of every thread, the edges in order, and
// which thread takes each. Threads of one local state are alike; the one that moved last goes first, so that a reader
// sees few switches.

import { type Marking, pairsOf } from '../../model/petri/marking.js';
import type { Configuration, Edge, ThreadDiagram } from '../../model/threads/diagram.js';
import { passiveChoices } from '../../model/threads/step.js';
import { diagramThreadName, edgeStep, passiveStep } from '../../verdict/meaning/diagram-steps.js';
import type { WitnessStep } from '../../verdict/witness.js';
import type { ScheduleStep } from './lift-schedule.js';
import type { ModelRun } from './model-run.js';

export function scheduleThreads(diagram: ThreadDiagram, run: ModelRun): ThreadSchedule {
  const schedule = new ThreadSchedule(diagram, startOf(diagram.initial[run.initial]!, run.tokens));
  run.transitions.forEach((edge, i) => {
    schedule.take(edge, run.demands?.[i + 1]);
  });
  return schedule;
}

function startOf({ shared }: Configuration, tokens: Marking): Configuration {
  const bounded = pairsOf(tokens).flatMap(([local, count]) => Array.from({ length: count }, () => local));
  return { shared, bounded, unbounded: [] };
}

export class ThreadSchedule {
  readonly steps: WitnessStep[] = [];
  /** The steps again, as numbers of edges and threads; -1 for a transfer, which is nobody's. */
  readonly taken: ScheduleStep[] = [];
  /** Threads by local state, the one that moved last at the end. */
  readonly #pools: number[][];
  readonly #names: string[] = [];
  #shared: number;

  constructor(
    readonly diagram: ThreadDiagram,
    readonly start: Configuration,
  ) {
    this.#pools = Array.from({ length: diagram.localCount }, () => []);
    for (const local of start.bounded) this.#pools[local]!.push(this.#newThread(local));
    for (const pool of this.#pools) pool.reverse();
    this.#shared = start.shared;
  }

  #newThread(local: number): number {
    return this.#names.push(diagramThreadName(this.diagram, local, this.#names.length)) - 1;
  }

  now(): Configuration {
    const bounded = this.#pools.flatMap((pool, local) => pool.map(() => local));
    return { shared: this.#shared, bounded, unbounded: [] };
  }

  /** `demand`: what must be there afterwards, where passive threads have a choice. */
  take(index: number, demand: Marking | undefined): void {
    const edge = this.diagram.edges[index]!;
    const { from, to, kind } = edge;
    if (kind === 'transfer') {
      this.#record(-1, index, edge);
      if (from.local !== to.local) this.#pools[to.local]!.push(...this.#pools[from.local]!.splice(0));
    } else {
      const thread = this.#pools[from.local]!.pop()!;
      this.#record(thread, index, edge);
      if (edge.passive.length > 0) this.#movePassive(edge, demand ?? []);
      this.#pools[kind === 'spawn' ? from.local : to.local]!.push(thread);
      if (kind === 'spawn') this.#pools[to.local]!.push(this.#newThread(to.local));
    }
    this.#shared = to.shared;
  }

  #record(thread: number, index: number, edge: Edge): void {
    this.taken.push({ edge: index, thread });
    this.steps.push({ ...edgeStep(this.diagram, edge, this.#names[thread]), choice: index });
  }

  /** Every passive thread moves; those with a choice go where the demand is not yet met. */
  #movePassive(edge: Edge, demand: Marking): void {
    const before = this.#pools.map((pool) => pool.splice(0));
    const places = before.map((_, local) => passiveChoices(edge, local));
    const tokens = before.flatMap((pool, local) => pool.map((thread) => ({ thread, local })));
    const free = tokens.filter(({ local }) => places[local]!.length > 1);
    for (const { thread, local } of tokens)
      if (places[local]!.length <= 1) this.#pools[places[local]![0] ?? local]!.push(thread);
    const wanted = pairsOf(demand).flatMap(([local, count]) => {
      const given = this.#pools[local]!.length + (edge.to.local === local ? 1 : 0);
      return Array.from({ length: Math.max(0, count - given) }, () => local);
    });
    const match = assign(
      free.map(({ local }) => places[local]!),
      wanted,
    );
    free.forEach(({ thread, local }, i) => {
      const next = match[i] ?? places[local]![0]!;
      this.#pools[next]!.push(thread);
      this.steps.push({ ...passiveStep(this.#names[thread], next), choice: next });
    });
  }
}

/** Which wanted place each token serves (augmenting paths), undefined for those that serve none. */
function assign(choices: readonly (readonly number[])[], wanted: readonly number[]): (number | undefined)[] {
  const servedBy: number[] = wanted.map(() => -1);
  const augment = (want: number, seen: Set<number>): boolean =>
    choices.some((places, token) => {
      if (!places.includes(wanted[want]!) || seen.has(token)) return false;
      seen.add(token);
      const other = servedBy.indexOf(token);
      if (other >= 0 && !augment(other, seen)) return false;
      servedBy[want] = token;
      return true;
    });
  for (const want of wanted.keys()) augment(want, new Set());
  return choices.map((_, token) => {
    const want = servedBy.indexOf(token);
    return want < 0 ? undefined : wanted[want];
  });
}
