// Who there is (K14). Every thread is an instance of a process, or was spawned at an edge that calls reach from the first
// function of a thread of its process. `P` are the instances of process P, `P/f` the threads of P that begin with f.
// Two threads of one process stand in a *family* if the one instance of the process is the parent of each that is not itself
// it; then virtual locks order them. Any other two are taken to run from the start, whatever happened before: that allows more.

import type { FunctionId, Program } from '../../model/program/program.js';
import type { Child, Family } from './control.js';

export interface ThreadClass {
  readonly name: string;
  readonly process: number;
  readonly isSpawned: boolean;
  readonly functions: readonly FunctionId[];
}

export interface Party {
  readonly function: FunctionId;
  readonly family: Family;
}

/** Two threads and, if they are siblings, the parent: it must have spawned them. */
export interface Constellation {
  readonly first: Party;
  readonly second: Party;
  readonly parent?: Party;
}

const alone: Family = { children: [] };

export class Threads {
  readonly classes: readonly ThreadClass[];
  /** By process: for each function that is spawned, the first functions of the threads that do. */
  readonly #parents: readonly ReadonlyMap<FunctionId, ReadonlySet<FunctionId>>[];

  constructor(readonly program: Program) {
    this.#parents = program.processes.map(({ entry }) => this.#parentsIn(entry));
    this.classes = program.processes.flatMap(({ name, entry }, process): ThreadClass[] => {
      const spawned = [...this.#parents[process]!.keys()];
      const nameOf = (id: FunctionId) => `${name}/${program.functions[id]!.shortName}`;
      return [
        { name, process, isSpawned: false, functions: [entry] },
        ...[...new Set(spawned.map(nameOf))].map((own) => {
          return { name: own, process, isSpawned: true, functions: spawned.filter((id) => nameOf(id) === own) };
        }),
      ];
    });
  }

  /** All pairs of a thread of the one and another thread of the other class. */
  constellations(first: ThreadClass, second: ThreadClass): Constellation[] {
    const { entry, instances } = this.program.processes[first.process]!;
    const isSingle = first.process === second.process && instances === 1;
    if (isSingle && !first.isSpawned && !second.isSpawned) return [];
    const isFamily = isSingle && this.#isFamily(first) && this.#isFamily(second);
    return first.functions.flatMap((f) =>
      second.functions.map((g): Constellation => {
        if (!isFamily) return { first: { function: f, family: alone }, second: { function: g, family: alone } };
        const one = first.isSpawned ? ({ function: f, index: 0 } as const) : undefined;
        const other = second.isSpawned ? ({ function: g, index: 1 } as const) : undefined;
        const parent = { function: entry, family: { children: [one, other].filter((child) => child !== undefined) } };
        const partyOf = (child: Child | undefined): Party =>
          child ? { function: child.function, family: { self: child, children: [] } } : parent;
        return { first: partyOf(one), second: partyOf(other), ...(one && other ? { parent } : {}) };
      }),
    );
  }

  /** The one instance of the process, or threads that nobody but it spawns. */
  #isFamily({ process, isSpawned, functions }: ThreadClass): boolean {
    const { entry } = this.program.processes[process]!;
    const parents = this.#parents[process]!;
    if (parents.has(entry)) return false;
    return !isSpawned || functions.every((id) => parents.get(id)!.size === 1 && parents.get(id)!.has(entry));
  }

  #parentsIn(entry: FunctionId): ReadonlyMap<FunctionId, ReadonlySet<FunctionId>> {
    const parents = new Map<FunctionId, Set<FunctionId>>();
    const threads = new Set([entry]);
    for (const first of threads)
      for (const id of calledFrom(this.program, first))
        for (const { action } of this.program.functions[id]!.edges) {
          if (action.kind !== 'spawn') continue;
          threads.add(action.function);
          parents.set(action.function, (parents.get(action.function) ?? new Set()).add(first));
        }
    return parents;
  }
}

/** A function and all that it calls, directly or not. */
export function calledFrom(program: Program, first: FunctionId): ReadonlySet<FunctionId> {
  const called = new Set([first]);
  for (const id of called)
    for (const { action } of program.functions[id]!.edges) if (action.kind === 'call') called.add(action.function);
  return called;
}
