// A question about two threads, with everybody who has to run so that they can: the threads that start one of them, and
// those that one of them waits for, transitively. All others may simply not run (theory page, step 9).

import type { Program } from '../../../model/program/program.js';
import type { Refusal } from '../../../translate/pushdown/lock-scopes.js';
import { type FlowProcess, flowProcess, flowThread } from '../flow/flow.js';
import { refuseAliases } from '../flow/lock-aliases.js';
import { sharedCone } from '../reduce/cone.js';
import type { Cone } from '../reduce/cone-filter.js';
import { type ExpandedBody, type ExpansionMode, expandThread, type Handle } from './thread-expansion.js';
import { type ClassPair, classPairs, lineage, type StaticThread, ThreadForest } from './thread-forest.js';
import { joinsBefore, joinsOf } from './thread-joins.js';

/** Threads that are decided about together. */
export interface ThreadGroup {
  readonly flows: readonly FlowProcess[];
  /** The first so many are asked about; the others only run. */
  readonly asked: number;
  /** The start and end locks between these threads. */
  readonly locks: readonly number[];
}

export function pairOf(first: FlowProcess, second: FlowProcess): ThreadGroup {
  return { flows: [first, second], asked: 2, locks: [] };
}

export interface ThreadQuestion extends ThreadGroup {
  readonly threads: readonly StaticThread[];
  /** Some thread may pass a join that it would have to wait at. */
  readonly isApproximate: boolean;
}

interface ThreadFlow {
  readonly flow: FlowProcess;
  readonly expanded: ExpandedBody | undefined;
}

const mostPoints = 50_000;

export class ThreadQuestions {
  readonly forest: ThreadForest;
  readonly pairs: readonly ClassPair[];
  readonly #flows = new Map<string, ThreadFlow | Refusal>();

  private constructor(readonly program: Program) {
    this.forest = new ThreadForest(program);
    this.pairs = classPairs(this.forest);
  }

  /** All questions about a program, or a construct that cannot be followed. */
  static of(program: Program): ThreadQuestions | Refusal {
    const refused = refuseAliases(program);
    if (refused) return refused;
    const questions = new ThreadQuestions(program);
    const place = program.source.place(program.processes[0]?.origin ?? { start: 0, end: 0 });
    if (!questions.forest.isComplete) return { because: 'threads are started in too many ways to be followed', place };
    for (const thread of questions.forest.threads) {
      const flow = questions.#flow(thread, new Set(), 'covering');
      if ('because' in flow) return flow;
    }
    return questions;
  }

  question(asked: readonly StaticThread[], mode: ExpansionMode = 'covering'): ThreadQuestion {
    const followed = new Set(asked.flatMap(lineage).filter((thread) => this.#isRepeated(thread)));
    const threads = [...asked];
    const found: ThreadFlow[] = [];
    const awaited = new Set<StaticThread>();
    for (let grown = true; grown; ) {
      for (const thread of threads.slice(found.length)) found.push(this.#followedFlow(thread, followed, mode));
      const isNeeded = (lock: number) => threads.some(({ startLock }) => startLock === lock) || isEndOf(awaited, lock);
      for (const [i, { flow }] of found.entries())
        for (const lock of i < asked.length ? joinsOf(flow) : joinsBefore(flow, isNeeded))
          awaited.add(this.#threadOfEnd(lock));
      const parents = threads.flatMap(({ parent }) => parent ?? []);
      const missing = [...new Set([...parents, ...awaited])].filter((thread) => !threads.includes(thread));
      threads.push(...missing);
      grown = missing.length > 0 || found.length < threads.length;
    }
    return {
      threads,
      asked: asked.length,
      flows: found.map(({ flow }) => flow),
      locks: threads.flatMap((thread) => [
        ...(thread.kind === 'spawned' ? [thread.startLock] : []),
        ...(awaited.has(thread) ? [thread.endLock] : []),
      ]),
      isApproximate: found.some(({ expanded }) => expanded?.isApproximate ?? false),
    };
  }

  #followedFlow(thread: StaticThread, followed: ReadonlySet<StaticThread>, mode: ExpansionMode): ThreadFlow {
    const flow = this.#flow(thread, followed, mode);
    if ('because' in flow) throw new Error(`${flow.because}: ${thread.name}`);
    return flow;
  }

  #threadOfEnd(lock: number): StaticThread {
    return this.forest.threads[Math.floor((lock - this.program.locks.length) / 2)]!;
  }

  /** A thread as it is when nobody in particular is followed. */
  flow(thread: StaticThread): FlowProcess {
    const flow = this.#flow(thread, new Set(), 'covering');
    if ('because' in flow) throw new Error(flow.because);
    return flow.flow;
  }

  #flow(thread: StaticThread, followed: ReadonlySet<StaticThread>, mode: ExpansionMode): ThreadFlow | Refusal {
    const expands = this.forest.isThreading(thread);
    const relevant = [...followed].map(({ id }) => id).sort((a, b) => a - b);
    const key = expands ? `${thread.id} ${relevant} ${mode}` : `function ${thread.function}`;
    const known = this.#flows.get(key);
    if (known) return known;
    const flow = expands ? this.#expand(thread, followed, mode) : plainFlow(this.program, thread.function);
    this.#flows.set(key, flow);
    return flow;
  }

  #expand(thread: StaticThread, followed: ReadonlySet<StaticThread>, mode: ExpansionMode): ThreadFlow | Refusal {
    const parameters = this.#parameters(thread, followed, mode);
    if ('because' in parameters) return parameters;
    const children = this.forest.children(thread);
    const request = {
      forest: this.forest,
      thread,
      body: this.forest.body(thread.function)!,
      followed: children.filter((child) => !this.#isRepeated(child) || followed.has(child)),
      mode,
      parameters,
    };
    const expanded = expandThread(request, mostPoints);
    const place = this.program.source.place(this.program.functions[thread.function]!.origin);
    if (!expanded) return { because: 'threads are started in too many ways to be followed', place };
    const flow = flowThread(this.program, expanded);
    return 'because' in flow ? flow : { flow, expanded };
  }

  /** Does it come from a place that can be passed repeatedly? Only those that a question names are followed. */
  #isRepeated({ parent, site }: StaticThread): boolean {
    const sites = parent ? this.forest.body(parent.function)!.sites : [];
    return sites.some(({ edge, repeats }) => edge === site && repeats);
  }

  /** The threads that a thread is given when it is started. */
  #parameters(
    thread: StaticThread,
    followed: ReadonlySet<StaticThread>,
    mode: ExpansionMode,
  ): readonly Handle[] | Refusal {
    const count = this.program.functions[thread.function]!.parameters.length;
    const unknown = Array.from({ length: count }, (): Handle => 'unknown');
    if (!thread.parent || count === 0) return unknown;
    const parent = this.#flow(thread.parent, followed, mode);
    return 'because' in parent ? parent : (parent.expanded?.passed.get(thread.id) ?? unknown);
  }
}

function isEndOf(threads: ReadonlySet<StaticThread>, lock: number): boolean {
  return [...threads].some(({ endLock }) => endLock === lock);
}

function plainFlow(program: Program, id: number): ThreadFlow | Refusal {
  const flow = flowProcess(program, id);
  return 'because' in flow ? flow : { flow, expanded: undefined };
}

/** Do the threads stand for themselves, without start and end locks? */
/** Nobody else has to run. */
export function isPlain({ flows, asked, locks }: ThreadGroup): boolean {
  return flows.length === asked && locks.length === 0;
}

/** For questions with start and end locks: locks that at least two threads take, and those. */
export function threadCone({ flows, locks }: ThreadGroup, variables: readonly number[], allUnits = false): Cone {
  const cone = sharedCone(flows, variables, allUnits);
  return { ...cone, locks: [...cone.locks, ...locks] };
}
