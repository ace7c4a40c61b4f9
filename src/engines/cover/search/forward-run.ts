// The steps of a Karp-Miller branch as a real run. Walking up from a node: where a branch was accelerated, its word is put
// in front again and again while the demand exceeds what was there without; words may contain accelerations themselves.

import type { Acceleration, ForwardNode } from './karp-miller.js';
import type { RunSink } from './run-builder.js';

interface Walk {
  /** Walks from `at` up to (not including the step into) `until`. */
  at: ForwardNode | undefined;
  readonly until: ForwardNode | undefined;
  /** How many accelerations of `at` are still to be repeated, the last ones first; -1: not looked at yet. */
  pending: number;
}

export function prependBranch(node: ForwardNode, sink: RunSink): void {
  const stack: Walk[] = [{ at: node, until: undefined, pending: -1 }];
  for (let walk = stack[stack.length - 1]; walk && !sink.isFull; walk = stack[stack.length - 1]) {
    const { at, until } = walk;
    if (!at || at === until) {
      stack.pop();
      continue;
    }
    if (walk.pending === -1) walk.pending = at.accelerations.length;
    const acceleration = at.accelerations[walk.pending - 1];
    if (acceleration && exceeds(at, acceleration, sink)) {
      stack.push({ at, until: acceleration.ancestor, pending: walk.pending - 1 });
    } else if (acceleration) {
      walk.pending--;
    } else {
      if (at.parent) sink.prepend(at.transition);
      walk.at = at.parent;
      walk.pending = -1;
    }
  }
}

/** Is more asked of a place that the acceleration made omega than was there without it? */
function exceeds(node: ForwardNode, { before }: Acceleration, sink: RunSink): boolean {
  const { marking } = node;
  for (let i = 0, j = 0; i < marking.length; i += 2) {
    while (j < before.length && before[j]! < marking[i]!) j += 2;
    const count = before[j] === marking[i] ? before[j + 1]! : 0;
    if (marking[i + 1] !== count && sink.demandAt(marking[i]!) > count) return true;
  }
  return false;
}
