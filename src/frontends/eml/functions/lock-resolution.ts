// Which declared lock an expression of a function is, given the locks that it is passed: a lock itself, a parameter that is never
// assigned, or a local that is assigned once, from one of these.

import { assignedLocal } from '../../../model/program/analyses/live-locals.js';
import type { Expression, FunctionGraph, LocalId, LockId } from '../../../model/program/program.js';

const unknown = 'unknown';

export class LockResolution {
  /** Where the value of a local comes from: a lock, an expression, or several. */
  readonly #origins = new Map<LocalId, LockId | Expression | typeof unknown>();

  /** `passed`: one for each parameter of the graph, undefined where it is no lock. */
  constructor(graph: FunctionGraph, passed: readonly (LockId | undefined)[]) {
    graph.parameters.forEach((local, i) => {
      this.#origins.set(local, passed[i] ?? unknown);
    });
    for (const { action } of graph.edges) {
      const local = assignedLocal(action);
      if (local === undefined) continue;
      const isFirst = !this.#origins.has(local);
      this.#origins.set(local, isFirst && action.kind === 'assign' ? action.value : unknown);
    }
  }

  of(expression: Expression): LockId | undefined {
    let at: LockId | Expression | typeof unknown | undefined = expression;
    // Each step goes to a local that was assigned before; what goes round in a circle is no lock.
    for (let steps = 0; steps <= this.#origins.size; steps++) {
      if (at === undefined || at === unknown) return undefined;
      if (typeof at === 'number') return at;
      if (at.kind === 'lock') return at.lock;
      at = at.kind === 'local' ? this.#origins.get(at.local) : undefined;
    }
    return undefined;
  }
}
