// Where may a process be when the next phase begins, or when it stops for good? Whatever it can do, it does as well if it
// takes no lock before it must: right after an acquisition there is never a reason to change phase, because a boundary behind
// an acquisition can be moved before it, and so it need not stop there. After a mere use of locks there is no reason to
// stop either. So phases begin only after a release, a use or an access, and stops come only after a release or an
// access (theory page, step 6). A forward analysis of the last thing that was done, by function and locks of the caller.

import type { SlicedEdge, SlicedProcess } from '../slice/slice.js';
import { type Caller, calleeOf, changesOwner, locksOfUse, processStart } from './caller.js';

/** Bit set of what may have been done last. */
type Done = number;

/** The start, or an access. */
const fresh: Done = 1;
const released: Done = 2;
const used: Done = 4;
const acquired: Done = 8;

/** A function as it is entered with locks held. */
interface Context extends Caller {
  readonly done: Uint8Array;
  readonly dependents: Set<Context>;
}

export class PhaseBoundaries {
  readonly #contexts = new Map<string, Context>();
  readonly #open = new Set<Context>();
  /** Callers that have asked before. */
  readonly #recent = new WeakMap<Caller, Context>();

  /** `enter`: how callees are entered. */
  constructor(
    readonly process: SlicedProcess,
    readonly enter: typeof calleeOf = calleeOf,
  ) {
    const start = this.#context(processStart);
    this.#grow(start, process.functions[0]!.entry, fresh);
    this.#open.add(start);
    for (const context of this.#open) {
      this.#open.delete(context);
      this.#spread(context);
    }
  }

  mayBegin(caller: Caller, node: number): boolean {
    return (this.#done(caller, node) & ~acquired) !== 0;
  }

  mayStop(caller: Caller, node: number): boolean {
    return (this.#done(caller, node) & (fresh | released)) !== 0;
  }

  #done(caller: Caller, node: number): Done {
    const known = this.#recent.get(caller) ?? this.#contexts.get(keyOf(caller));
    if (!known) return 0;
    this.#recent.set(caller, known);
    return known.done[node]!;
  }

  #context(caller: Caller): Context {
    const key = keyOf(caller);
    const known = this.#contexts.get(key);
    if (known) return known;
    const done = new Uint8Array(this.process.functions[caller.function]!.nodes.length);
    const context: Context = { ...caller, done, dependents: new Set() };
    this.#contexts.set(key, context);
    return context;
  }

  /** Through one function, until nothing grows any more. */
  #spread(context: Context): void {
    const { nodes, exit } = this.process.functions[context.function]!;
    const before = context.done[exit];
    const open = new Set(nodes.keys());
    for (const node of open) {
      open.delete(node);
      if (context.done[node] === 0) continue;
      for (const edge of nodes[node]!.edges)
        if (this.#grow(context, edge.target, this.#after(context, node, edge))) open.add(edge.target);
    }
    if (context.done[exit] !== before) for (const dependent of context.dependents) this.#open.add(dependent);
  }

  #after(context: Context, node: number, edge: SlicedEdge): Done {
    const before = context.done[node]!;
    switch (edge.label) {
      case 'access':
        return fresh;
      case 'acquire':
        return changesOwner(context, edge) ? acquired : before;
      case 'release':
        return changesOwner(context, edge) ? released : before;
      case 'use':
        return locksOfUse(context, edge).length > 0 ? used : before;
      case 'call':
        return this.#afterCall(context, node, edge);
      default:
        return before;
    }
  }

  #afterCall(context: Context, node: number, edge: SlicedEdge): Done {
    const { nodes } = this.process.functions[context.function]!;
    const callee = this.#context(this.enter(context, nodes[node]!, edge.operand));
    const graph = this.process.functions[callee.function]!;
    callee.dependents.add(context);
    if (this.#grow(callee, graph.entry, context.done[node]!)) this.#open.add(callee);
    return callee.done[graph.exit] ?? 0;
  }

  #grow({ done }: Context, node: number, more: Done): boolean {
    const union = done[node]! | more;
    if (union === done[node]) return false;
    done[node] = union;
    return true;
  }
}

function keyOf({ function: id, held, holdsMore }: Caller): string {
  return `${id} ${held} ${holdsMore}`;
}
