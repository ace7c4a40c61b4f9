// Who there is (K14). Every thread is an instance of a process, or was spawned at an edge that calls reach from the first
// function of a thread of its process; so it has a *lineage*, from an instance of the process down to itself. `P` are the
// instances of process P, `P/f` the threads of P that begin with f. The lineages of two threads have some first members in
// common, at least one if the process has one instance. Where lineages may be endless nobody but the two is looked at.

import type { FunctionId, Program } from '../../model/program/program.js';
import type { Party } from './control.js';

export interface ThreadClass {
  readonly name: string;
  readonly process: number;
  /** First functions of the threads from the instance down. */
  readonly lineages: readonly (readonly FunctionId[])[];
  /** Else lineages are too many, and these are their ends. */
  readonly areWhole: boolean;
}

/** The thread of the first and of the second class, then others in their lineages: those must have spawned them. */
export type Constellation = readonly Party[];

const mostLineages = 12;

export class Threads {
  readonly classes: readonly ThreadClass[];

  constructor(readonly program: Program) {
    this.classes = program.processes.flatMap(({ name, entry }, process) => {
      const lineages = this.#lineages(entry);
      const areWhole = lineages !== undefined;
      const spawned = lineages?.slice(1) ?? [...this.#spawned([entry], true)].map((id) => [id]);
      const nameOf = (line: readonly FunctionId[]) => `${name}/${program.functions[line.at(-1)!]!.shortName}`;
      const children = [...new Set(spawned.map(nameOf))].map((own) => {
        return { name: own, process, lineages: spawned.filter((line) => nameOf(line) === own), areWhole };
      });
      return [{ name, process, lineages: [[entry]], areWhole: true }, ...children];
    });
  }

  /** All pairs of a thread of the one and another thread of the other class. */
  constellations(first: ThreadClass, second: ThreadClass): Constellation[] {
    const areRelated = first.process === second.process && first.areWhole && second.areWhole;
    const least = areRelated && this.program.processes[first.process]!.instances === 1 ? 1 : 0;
    return first.lineages.flatMap((one) =>
      second.lineages.flatMap((other) => {
        const common = areRelated ? commonLength(one, other) : 0;
        const shared = Array.from({ length: common + 1 }, (_, length) => length).slice(least);
        return shared
          .filter((length) => length < Math.max(one.length, other.length))
          .map((length) => together(one, other, length));
      }),
    );
  }

  /** All ways to a thread of a process, the shortest first; undefined if there are too many. */
  #lineages(entry: FunctionId): FunctionId[][] | undefined {
    const lineages = [[entry]];
    for (const line of lineages) {
      if (lineages.length > mostLineages || new Set(line).size < line.length) return undefined;
      lineages.push(...[...this.#spawned([line.at(-1)!], false)].map((id) => [...line, id]));
    }
    return lineages;
  }

  /** The first functions of threads that these functions, what they call and, perhaps, those threads spawn. */
  #spawned(functions: readonly FunctionId[], withTheirs: boolean): ReadonlySet<FunctionId> {
    const run = new Set(functions);
    const spawned = new Set<FunctionId>();
    for (const id of run)
      for (const { action } of this.program.functions[id]!.edges) {
        if (action.kind === 'spawn') spawned.add(action.function);
        if (action.kind === 'call' || (action.kind === 'spawn' && withTheirs)) run.add(action.function);
      }
    return spawned;
  }
}

function commonLength(one: readonly FunctionId[], other: readonly FunctionId[]): number {
  const differs = one.findIndex((id, i) => other[i] !== id);
  return differs === -1 ? one.length : differs;
}

/** Two lineages whose first `shared` members are the same threads. */
function together(one: readonly FunctionId[], other: readonly FunctionId[], shared: number): Constellation {
  const members = [...one, ...other.slice(shared)];
  const parentOf = (i: number) => (i === one.length ? shared : i) - 1;
  const parties = members.map((id, i): Party => {
    const children = members.flatMap((child, j) => (j > 0 && parentOf(j) === i ? [{ function: child, index: j }] : []));
    return { function: id, self: parentOf(i) === -1 ? undefined : { function: id, index: i }, children };
  });
  const [u, v] = [one.length - 1, shared === other.length ? shared - 1 : members.length - 1];
  return [parties[u]!, parties[v]!, ...parties.filter((_, i) => i !== u && i !== v)];
}
