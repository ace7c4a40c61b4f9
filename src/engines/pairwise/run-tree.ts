// The finite tree of actions that a derivation stands for: choices made, calls inlined, every thread cut where it stops.
// What is left open is only the order in which the threads move; the scheduler settles that.

import type { Derivation } from './effects/effect-sets.js';

export interface RunNode {
  /** The node of the thread graph. */
  readonly node: number;
  /** The thread stays here; otherwise it steps over the node. */
  readonly stops: boolean;
  readonly choice: number | undefined;
  /** Numbers of run nodes; `next` is undefined at the end of a thread. */
  next: number | undefined;
  child: number | undefined;
}

/** Node 0 is the main thread's first; children have larger numbers than parents. */
export type RunTree = readonly RunNode[];

interface Continuation {
  readonly derivation: Derivation;
  readonly after: Continuation | undefined;
}

/** Undefined when the tree would have more than `maximalNodes` nodes. */
export function buildRunTree(root: Derivation, maximalNodes: number): RunTree | undefined {
  const nodes: RunNode[] = [];
  const pending: (Continuation & { readonly attach: (id: number) => void })[] = [
    { derivation: root, after: undefined, attach: () => {} },
  ];
  for (let item = pending.pop(); item; item = pending.pop()) {
    if (nodes.length >= maximalNodes) return undefined;
    const { derivation, after, attach } = item;
    const { node, choice, next, child, callee } = derivation;
    const isReturn = derivation.effect.returns && !next;
    const runNode: RunNode = {
      node,
      choice,
      stops: !next && !callee && !derivation.effect.ends && !isReturn,
      next: undefined,
      child: undefined,
    };
    attach(nodes.length);
    nodes.push(runNode);
    if (child)
      pending.push({
        derivation: child,
        after: undefined,
        attach: (id) => {
          runNode.child = id;
        },
      });
    const following = isReturn ? after : continuationOf(derivation, after);
    if (following)
      pending.push({
        ...following,
        attach: (id) => {
          runNode.next = id;
        },
      });
  }
  return nodes;
}

function continuationOf({ callee, next }: Derivation, after: Continuation | undefined): Continuation | undefined {
  if (callee) return { derivation: callee, after: next ? { derivation: next, after } : undefined };
  return next && { derivation: next, after };
}
