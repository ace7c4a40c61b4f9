// The threads that a question can be about. Every process is a root (two, if it has several instances: with conditions
// free two are enough for a pattern of two units); below a thread stands one thread per place where it spawns, two if
// that place can be passed repeatedly: any two of the threads that come from there. Each spawned thread has a *start lock*,
// which its parent holds until it spawns it, and an *end lock*, which it holds itself until it ends (theory page, step 9).
// Where the tree would not end (a function that spawns itself) or cannot be followed (spawns in recursive calls) threads
// are *loose*: they may run from the start, which covers every execution.

import type { FunctionId, ProcessId, Program } from '../../../model/program/program.js';
import { type ThreadBody, threadBody, threadingFunctions } from './thread-bodies.js';

export interface StaticThread {
  readonly id: number;
  /** Unique, and the same whenever the forest of this program is grown. */
  readonly name: string;
  /** As properties name it: `P`, or `P/f` for a thread that runs f in process P. */
  readonly className: string;
  readonly kind: 'process' | 'spawned' | 'loose';
  readonly process: ProcessId;
  readonly function: FunctionId;
  readonly parent: StaticThread | undefined;
  /** The edge of the parent's body that spawns it, or -1. */
  readonly site: number;
  /** 1, or 2 for the second of two look-alikes. */
  readonly copy: number;
  /** Numbers beyond those of the declared locks. */
  readonly startLock: number;
  readonly endLock: number;
}

export interface ThreadClass {
  readonly name: string;
  readonly members: readonly StaticThread[];
}

/** Two classes, perhaps the same, and the pairs of threads that stand for all of theirs. */
export interface ClassPair {
  readonly first: ThreadClass;
  readonly second: ThreadClass;
  readonly threads: readonly (readonly [StaticThread, StaticThread])[];
}

/** How often one function may stand in a chain of parents and children. */
const mostNested = 2;
const mostThreads = 256;
const mostNodes = 20_000;

export class ThreadForest {
  readonly threads: StaticThread[] = [];
  /** False if a thread's body is too large to be followed. */
  readonly isComplete: boolean;
  readonly #threading: ReadonlySet<FunctionId>;
  readonly #bodies = new Map<FunctionId, ThreadBody | undefined>();
  readonly #children = new Map<StaticThread, StaticThread[]>();
  readonly #loose = new Set<string>();

  constructor(readonly program: Program) {
    this.#threading = threadingFunctions(program);
    program.processes.forEach(({ name, instances, entry }, process) => {
      for (const copy of instances === 1 ? [1] : [1, 2])
        this.#add({ name: `${name}#${copy}`, className: name, kind: 'process', process, function: entry, copy });
    });
    let complete = true;
    for (const thread of this.threads) if (!this.#grow(thread)) complete = false;
    this.isComplete = complete;
  }

  /** Does the thread spawn or join, or is it spawned? */
  isThreading(thread: StaticThread): boolean {
    return thread.kind === 'spawned' || (thread.kind === 'process' && this.#threading.has(thread.function));
  }

  isThreadingFunction(id: FunctionId): boolean {
    return this.#threading.has(id);
  }

  body(id: FunctionId): ThreadBody | undefined {
    if (!this.#bodies.has(id)) this.#bodies.set(id, threadBody(this.program, id, this.#threading, mostNodes));
    return this.#bodies.get(id);
  }

  children(thread: StaticThread): readonly StaticThread[] {
    return this.#children.get(thread) ?? [];
  }

  classes(): ThreadClass[] {
    const members = new Map<string, StaticThread[]>();
    for (const thread of this.threads)
      members.set(thread.className, [...(members.get(thread.className) ?? []), thread]);
    return [...members].map(([name, list]) => ({ name, members: list }));
  }

  #grow(thread: StaticThread): boolean {
    if (thread.kind === 'loose') return this.#loosen(thread.process, [thread.function]);
    if (!this.isThreading(thread)) return true;
    const body = this.body(thread.function);
    if (!body || this.threads.length > mostThreads) return false;
    for (const { edge, function: id, repeats } of body.sites) {
      if (nesting(thread, id) >= mostNested) this.#addLoose(thread.process, id);
      else for (const copy of repeats ? [1, 2] : [1]) this.#spawn(thread, edge, id, copy);
    }
    return this.#loosen(thread.process, body.called);
  }

  #spawn(parent: StaticThread, site: number, id: FunctionId, copy: number): void {
    const { shortName } = this.program.functions[id]!;
    const className = `${this.program.processes[parent.process]!.name}/${shortName}`;
    const name = `${parent.name}/${shortName}@${site}.${copy}`;
    this.#add({ name, className, kind: 'spawned', process: parent.process, function: id, copy, parent, site });
  }

  /** Whatever these functions, and those they call, spawn is loose. */
  #loosen(process: ProcessId, functions: readonly FunctionId[]): boolean {
    const seen = new Set(functions);
    for (const id of seen)
      for (const { action } of this.program.functions[id]!.edges) {
        if (action.kind === 'call') seen.add(action.function);
        if (action.kind === 'spawn') this.#addLoose(process, action.function);
      }
    return true;
  }

  #addLoose(process: ProcessId, id: FunctionId): void {
    const className = `${this.program.processes[process]!.name}/${this.program.functions[id]!.shortName}`;
    if (this.#loose.has(`${process} ${id}`)) return;
    this.#loose.add(`${process} ${id}`);
    for (const copy of [1, 2])
      this.#add({ name: `${className}~${id}.${copy}`, className, kind: 'loose', process, function: id, copy });
  }

  #add(
    thread: Omit<StaticThread, 'id' | 'startLock' | 'endLock' | 'parent' | 'site'> & {
      readonly parent?: StaticThread;
      readonly site?: number;
    },
  ): void {
    const id = this.threads.length;
    const startLock = this.program.locks.length + 2 * id;
    const { parent, site = -1 } = thread;
    const made: StaticThread = { ...thread, id, parent, site, startLock, endLock: startLock + 1 };
    this.threads.push(made);
    if (parent) this.#children.set(parent, [...this.children(parent), made]);
  }
}

/** How many of a thread and its ancestors run this function. */
function nesting(thread: StaticThread, id: FunctionId): number {
  return lineage(thread).filter((ancestor) => ancestor.function === id).length;
}

/** From the root down to the thread itself. */
export function lineage(thread: StaticThread): StaticThread[] {
  const line: StaticThread[] = [];
  for (let at: StaticThread | undefined = thread; at; at = at.parent) line.push(at);
  return line.reverse();
}

/** All pairs of classes that have two different threads, with the pairs of threads to ask about. */
export function classPairs(forest: ThreadForest): ClassPair[] {
  const classes = forest.classes();
  return classes.flatMap((first, i) =>
    classes.slice(i).flatMap((second): ClassPair[] => {
      const threads = first.members.flatMap((a) =>
        second.members.flatMap((b) => (isAsked(a, b) ? [[a, b] as const] : [])),
      );
      return threads.length > 0 ? [{ first, second, threads }] : [];
    }),
  );
}

/**
 * Look-alikes may be exchanged, so the first thread is a first copy all the way up; the second leaves the line of the
 * first at the first place where it is a second copy. Two threads of one class are asked about once.
 */
function isAsked(a: StaticThread, b: StaticThread): boolean {
  if (a === b || lineage(a).some(({ copy }) => copy > 1)) return false;
  const line = lineage(b);
  const second = line.findIndex(({ copy }) => copy > 1);
  if (second === -1) return a.className !== b.className || a.id < b.id;
  const twin = lineage(a)[second];
  const isTwin = twin !== undefined && twin.parent === line[second]!.parent && sameOrigin(twin, line[second]!);
  return isTwin && line.slice(second + 1).every(({ copy }) => copy === 1);
}

function sameOrigin(a: StaticThread, b: StaticThread): boolean {
  return a.kind === b.kind && a.process === b.process && a.function === b.function && a.site === b.site;
}
