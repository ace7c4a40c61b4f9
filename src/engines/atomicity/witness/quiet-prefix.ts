// The beginnings of executions. Before it takes part in a pattern a thread often has a long way to go on which it meets
// nobody: it ends in its own function, outside units and locks, and only its own place has changed. Any way there will do,
// so each thread has one, a tree of shortest ways over its function, and every step of it is run once.

import { derivedBy } from '../../../base/derived.js';
import type { Program } from '../../../model/program/program.js';
import { type Address, initialState, type State, type Thread } from '../../../model/program/state.js';
import { type RunStep, takeStep } from '../../../verdict/program-run.js';
import type { WitnessStep } from '../../../verdict/witness.js';
import { witnessOfRun } from '../../../verdict/witness-of-run.js';
import { type FlowEdge, type FlowProcess, flowProcess, waysFrom } from '../flow/flow.js';
import { expandSilent } from '../slice/uses.js';
import type { LiftedPath } from './lift.js';
import { type LoneRun, LoneRuns } from './lone-run.js';
import { concernsOthers, moveAlong } from './moves-along.js';

/** A way of one thread and where it has led. */
export interface QuietPrefix {
  readonly thread: Thread;
  /** Locks that it takes and gives back on the way. */
  readonly locks: ReadonlySet<Address>;
  readonly length: number;
  steps(): readonly WitnessStep[];
}

/** The way to a node of the thread's function: the way to an earlier one, and on from there. */
class Stage implements QuietPrefix {
  readonly length: number;

  constructor(
    readonly state: State,
    readonly thread: Thread,
    readonly locks: ReadonlySet<Address>,
    readonly before?: Stage,
    readonly added: readonly WitnessStep[] = [],
  ) {
    this.length = (before?.length ?? 0) + added.length;
  }

  steps(): readonly WitnessStep[] {
    const parts: (readonly WitnessStep[])[] = [];
    for (let stage: Stage | undefined = this; stage; stage = stage.before) parts.push(stage.added);
    return parts.reverse().flat();
  }
}

/** The ways of one thread. */
interface Ways {
  readonly process: FlowProcess;
  readonly arrivals: ReadonlyMap<number, FlowEdge | undefined>;
  /** By node; undefined where a step is not possible, or concerns others after all. */
  readonly stages: Map<number, Stage | undefined>;
}

/** Executions with the same threads. */
export class QuietPrefixes {
  readonly initial: State;
  readonly #ways = new Map<number, Ways>();
  readonly #lone: LoneRuns;
  readonly #alone = derivedBy(String, (path: LiftedPath, thread: number) => this.#runAlone(path, thread));

  constructor(
    readonly program: Program,
    instances: ReadonlyMap<number, number>,
  ) {
    this.initial = initialState(program, instances);
    this.#lone = new LoneRuns(program);
  }

  /** To a node of the function that the thread runs; undefined if there is no quiet way. */
  to(thread: number, node: number): QuietPrefix | undefined {
    const ways = this.#ways.get(thread) ?? this.#waysOf(thread);
    if (!ways) return undefined;
    this.#ways.set(thread, ways);
    const { arrivals, stages } = ways;
    const missing: FlowEdge[] = [];
    for (let at = node; !stages.has(at); at = missing.at(-1)!.from) {
      const arrival = arrivals.get(at);
      if (!arrival) return undefined;
      missing.push(arrival);
    }
    for (const edge of missing.reverse()) {
      const before = stages.get(edge.from);
      stages.set(edge.to, before && this.#extend(before, thread, ways.process, edge));
    }
    const stage = stages.get(node);
    return stage && stage.thread.held.length === 0 && stage.thread.unitDepth === 0 ? stage : undefined;
  }

  /** The path run without others, once; undefined if it depends on them. */
  alone(path: LiftedPath, thread: number): LoneRun | undefined {
    return this.#alone(path, thread);
  }

  #runAlone(path: LiftedPath, thread: number): LoneRun | undefined {
    const prefix = path.from === undefined ? undefined : this.to(thread, path.from);
    if (path.from !== undefined && !prefix) return undefined;
    const threads = prefix ? this.initial.threads.with(thread, prefix.thread) : this.initial.threads;
    return this.#lone.run({ ...this.initial, threads }, thread, path);
  }

  /** Of the thread as it is, not as a question sees it: the ways must not depend on who asks first. */
  #waysOf(thread: number): Ways | undefined {
    const process = flowProcess(this.program, this.initial.threads[thread]!.frames[0]!.function);
    if ('because' in process) return undefined;
    const flow = process.functions.get(process.entry)!;
    const returns = ({ label }: FlowEdge) => label.kind !== 'call' || process.returnPaths.has(label.function);
    const start = new Stage(this.initial, this.initial.threads[thread]!, new Set());
    return { process, arrivals: waysFrom(flow, flow.entry, returns), stages: new Map([[flow.entry, start]]) };
  }

  #extend(before: Stage, thread: number, process: FlowProcess, edge: FlowEdge): Stage | undefined {
    const steps: RunStep[] = [];
    const locks = new Set(before.locks);
    let { state } = before;
    for (const taken of expandSilent(process, edge)) {
      const move = moveAlong(this.program, state, thread, taken);
      const step = move && takeStep(this.program, state, move);
      if (!step || concernsOthers(step)) return undefined;
      steps.push(step);
      state = step.after;
      for (const lock of state.threads[thread]!.held) locks.add(lock);
    }
    const { steps: added } = witnessOfRun({ program: this.program, initial: before.state, steps });
    return new Stage(state, state.threads[thread]!, locks, before, added);
  }
}
