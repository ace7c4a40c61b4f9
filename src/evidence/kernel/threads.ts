// Who there is (K14). Every thread is an instance of a process, or was spawned at an edge that calls reach from the first
// function of a thread of its process; so it has a *lineage*, from an instance of the process down to itself. `P` are the
// instances of process P, `P/f` the threads of P that begin with f. The lineages of two threads have some first members in
// common, at least one if the process has one instance. Where lineages may be endless nobody but the two is looked at.

import type { FunctionId, Program } from '../../model/program/program.js';
import type { Child, Party } from './control.js';

export interface ThreadClass {
  readonly name: string;
  readonly process: number;
  readonly functions: readonly FunctionId[];
  /** First functions of the threads from the instance down; undefined if there are too many. */
  readonly lineages: readonly (readonly FunctionId[])[] | undefined;
}

/** The thread of the first and of the second class, then others in their lineages: those must have spawned them. */
export type Constellation = readonly Party[];

const mostLineages = 12;

export class Threads {
  readonly classes: readonly ThreadClass[];

  constructor(readonly program: Program) {
    this.classes = program.processes.flatMap(({ name, entry }, process) => {
      const { functions, lineages } = this.#lineagesIn(entry);
      const nameOf = (id: FunctionId) => `${name}/${program.functions[id]!.shortName}`;
      const root = { name, process, functions: [entry], lineages: [[entry]] };
      const spawned = [...new Set(functions.map(nameOf))].map((own) => {
        const members = functions.filter((id) => nameOf(id) === own);
        const ending = lineages?.filter((line) => line.length > 1 && members.includes(line.at(-1)!));
        return { name: own, process, functions: members, lineages: ending };
      });
      return [root, ...spawned];
    });
  }

  /** All pairs of a thread of the one and another thread of the other class. */
  constellations(first: ThreadClass, second: ThreadClass): Constellation[] {
    const isSame = first.process === second.process;
    const least = isSame && this.program.processes[first.process]!.instances === 1 ? 1 : 0;
    if (!first.lineages || !second.lineages)
      return first.functions.flatMap((f) => second.functions.map((g) => [lone(f), lone(g)]));
    const others = second.lineages;
    return first.lineages.flatMap((one) =>
      others.flatMap((other) => {
        const common = isSame ? commonLength(one, other) : 0;
        const lengths = Array.from({ length: common + 1 }, (_, shared) => shared).slice(least);
        return lengths
          .filter((shared) => shared < Math.max(one.length, other.length))
          .map((k) => together(one, other, k));
      }),
    );
  }

  /** The functions that threads of a process begin with, but for its own, and the ways to them. */
  #lineagesIn(entry: FunctionId): { functions: FunctionId[]; lineages: FunctionId[][] | undefined } {
    const spawned = new Map<FunctionId, FunctionId[]>();
    const functions = new Set<FunctionId>();
    const open = [entry];
    for (let first = open.pop(); first !== undefined; first = open.pop()) {
      if (spawned.has(first)) continue;
      spawned.set(first, this.#spawnedBy(first));
      open.push(...spawned.get(first)!);
      for (const id of spawned.get(first)!) functions.add(id);
    }
    const lineages = [[entry]];
    for (const line of lineages) {
      if (lineages.length > mostLineages || new Set(line).size < line.length)
        return { functions: [...functions], lineages: undefined };
      lineages.push(...spawned.get(line.at(-1)!)!.map((id) => [...line, id]));
    }
    return { functions: [...functions], lineages };
  }

  #spawnedBy(first: FunctionId): FunctionId[] {
    const called = new Set([first]);
    const spawned = new Set<FunctionId>();
    for (const id of called)
      for (const { action } of this.program.functions[id]!.edges) {
        if (action.kind === 'call') called.add(action.function);
        if (action.kind === 'spawn') spawned.add(action.function);
      }
    return [...spawned];
  }
}

function lone(id: FunctionId): Party {
  return { function: id, self: undefined, children: [] };
}

function commonLength(one: readonly FunctionId[], other: readonly FunctionId[]): number {
  const differs = one.findIndex((id, i) => other[i] !== id);
  return differs === -1 ? one.length : differs;
}

/** Two lineages whose first `shared` members are the same threads. */
function together(one: readonly FunctionId[], other: readonly FunctionId[], shared: number): Constellation {
  const members = [...one, ...other.slice(shared)];
  const parentOf = (i: number) => (i < one.length ? i - 1 : i === one.length ? shared - 1 : i - 1);
  const children = members.map((id, i): Child => ({ function: id, index: i }));
  const isRoot = (i: number) => parentOf(i) === -1;
  const parties = members.map((id, i): Party => {
    const own = children.filter(({ index }) => index !== i && parentOf(index) === i && !isRoot(index));
    return { function: id, self: isRoot(i) ? undefined : children[i], children: own };
  });
  const [u, v] = [one.length - 1, shared === other.length ? shared - 1 : members.length - 1];
  return [parties[u]!, parties[v]!, ...parties.filter((_, i) => i !== u && i !== v)];
}
