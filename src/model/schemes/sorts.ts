// Simple sorts of the symbols of a scheme, by unification: the base sort o, or a function from sort to sort.
// Sorts that nothing determines are o.

export class Sorts {
  /** Per sort variable: what it stands for. */
  readonly #bindings: (Sort | undefined)[] = [];
  readonly #orders = new Map<Sort, number>();

  fresh(): Sort {
    return { kind: 'unknown', id: this.#bindings.push(undefined) - 1 };
  }

  resolve(sort: Sort): Sort {
    if (sort.kind !== 'unknown') return sort;
    let found: Sort = sort;
    while (found.kind === 'unknown' && this.#bindings[found.id]) found = this.#bindings[found.id]!;
    // Chains of variables are shortened, or long ones would be walked again and again.
    for (let at: Sort = sort; at !== found && at.kind === 'unknown'; ) {
      const next: Sort = this.#bindings[at.id]!;
      this.#bindings[at.id] = found;
      at = next;
    }
    return found;
  }

  /** False when the two sorts cannot be the same. Iterative: sorts still to be made equal are on a stack, two and two. */
  unify(a: Sort, b: Sort): boolean {
    const pending = [a, b];
    while (pending.length > 0) {
      const y = this.resolve(pending.pop()!);
      const x = this.resolve(pending.pop()!);
      if (x === y) continue;
      if (x.kind === 'unknown' || y.kind === 'unknown') {
        if (!this.#bind(x, y)) return false;
      } else if (x.kind === 'function' && y.kind === 'function') {
        pending.push(x.result, y.result, x.argument, y.argument);
      } else if (x.kind !== y.kind) return false;
    }
    return true;
  }

  #bind(x: Sort, y: Sort): boolean {
    if (x.kind === 'unknown' && y.kind === 'unknown' && x.id === y.id) return true;
    const [variable, value] = x.kind === 'unknown' ? [x, y] : [y, x];
    if (variable.kind !== 'unknown' || this.#occurs(variable.id, value)) return false;
    this.#bindings[variable.id] = value;
    return true;
  }

  #occurs(id: number, sort: Sort): boolean {
    if (sort.kind !== 'function') return sort.kind === 'unknown' && sort.id === id;
    const pending: Sort[] = [sort];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const resolved = this.resolve(next);
      if (resolved.kind === 'unknown' && resolved.id === id) return true;
      if (resolved.kind === 'function') pending.push(resolved.argument, resolved.result);
    }
    return false;
  }

  /** As a function of one argument, if it can be one. */
  functionOf(sort: Sort): FunctionSort | undefined {
    const resolved = this.resolve(sort);
    if (resolved.kind === 'function') return resolved;
    if (resolved.kind === 'base') return undefined;
    const applied: FunctionSort = { kind: 'function', argument: this.fresh(), result: this.fresh() };
    this.#bindings[resolved.id] = applied;
    return applied;
  }

  /** The sorts of the arguments that make it base. */
  argumentsOf(sort: Sort): Sort[] {
    const sorts: Sort[] = [];
    for (let rest = this.resolve(sort); rest.kind === 'function'; rest = this.resolve(rest.result))
      sorts.push(rest.argument);
    return sorts;
  }

  /** The depth of nesting to the left, which is small. To be asked when no sort is unified any more. */
  orderOf(sort: Sort): number {
    const resolved = this.resolve(sort);
    if (resolved.kind !== 'function') return 0;
    const known = this.#orders.get(resolved);
    if (known !== undefined) return known;
    const order = Math.max(this.orderOf(resolved.argument) + 1, this.orderOf(resolved.result));
    this.#orders.set(resolved, order);
    return order;
  }
}

interface FunctionSort {
  readonly kind: 'function';
  readonly argument: Sort;
  readonly result: Sort;
}

export type Sort = { readonly kind: 'base' } | FunctionSort | { readonly kind: 'unknown'; readonly id: number };

export const baseSort: Sort = { kind: 'base' };

export function functionSort(args: readonly Sort[], result: Sort): Sort {
  return args.reduceRight((rest, argument) => ({ kind: 'function', argument, result: rest }), result);
}
