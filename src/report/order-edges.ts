// Which steps of an interleaving order or disturb each other, from what the steps say: a spawn and the first step of its thread,
// the last step and the join, a release and the next acquire by another thread, a notification and who wakes by it, and
// accesses of one place by two threads that the finding is about.

import type { Property } from '../verdict/property.js';
import type { OrderEdge, Witness, WitnessStep } from '../verdict/witness.js';

export interface ShownEdge extends OrderEdge {
  readonly kind: 'order' | 'conflict';
}

/** Indices are those of the witness's steps. Edges that the engine gives stand for those of locks and threads. */
export function orderEdges(witness: Witness, property: Property): ShownEdge[] {
  const given = witness.edges?.map((edge) => ({ ...edge, kind: 'order' as const }));
  const derived = given ?? [...threadEdges(witness.steps), ...lockEdges(witness.steps)];
  return [...derived, ...conflictEdges(witness.steps, property)];
}

function threadEdges(steps: readonly WitnessStep[]): ShownEdge[] {
  return steps.flatMap(({ action, target, change }, i): ShownEdge[] => {
    const started = /^starts (.+)$/.exec(change ?? '')?.[1] ?? (action === 'fork' ? target : undefined);
    if (started !== undefined) {
      const first = steps.findIndex((step, k) => k > i && step.thread === started);
      return first < 0 ? [] : [{ from: i, to: first, label: 'starts', kind: 'order' }];
    }
    if (action !== 'join') return [];
    const last = steps.findLastIndex((step, k) => k < i && step.thread === target);
    return last < 0 ? [] : [{ from: last, to: i, label: 'ended', kind: 'order' }];
  });
}

function lockEdges(steps: readonly WitnessStep[]): ShownEdge[] {
  const released = new Map<string, number>();
  const notified = new Map<string, number>();
  return steps.flatMap(({ thread, action, target, change, silent }, i): ShownEdge[] => {
    const edges: ShownEdge[] = [];
    if (silent || target === undefined) return edges;
    if (action === 'acquire' || action === 'resume') {
      const from = released.get(target);
      if (from !== undefined && steps[from]!.thread !== thread)
        edges.push({ from, to: i, label: target, kind: 'order' });
      const by = action === 'resume' ? notified.get(thread) : undefined;
      if (by !== undefined) edges.push({ from: by, to: i, label: 'wakes', kind: 'order' });
    } else if (action === 'release' || action === 'wait') released.set(target, i);
    else if (action === 'notify' || action === 'notifyAll')
      for (const woken of (/^wakes (.+)$/.exec(change ?? '')?.[1] ?? '').split(', ')) notified.set(woken, i);
    return edges;
  });
}

const isAccess = ({ action }: WitnessStep) => action === 'read' || action === 'write' || action === 'update';

/** Of a race, the last access and the one before it; of units, the accesses that the notes name, in turn. */
function conflictEdges(steps: readonly WitnessStep[], { kind }: Property): ShownEdge[] {
  if (kind === 'race') {
    const last = steps.findLastIndex(isAccess);
    const before = steps.findLastIndex((step, i) => i < last && isConflict(step, steps[last]!));
    return before < 0 ? [] : [{ from: before, to: last, label: 'race', kind: 'conflict' }];
  }
  if (kind !== 'atomicity' && kind !== 'interleaving') return [];
  const noted = steps.flatMap((step, i) => (step.note !== undefined && isAccess(step) ? [i] : []));
  return noted.flatMap((i): ShownEdge[] => {
    const before = noted.findLast((k) => k < i && isConflict(steps[k]!, steps[i]!));
    return before === undefined ? [] : [{ from: before, to: i, label: 'conflict', kind: 'conflict' }];
  });
}

function isConflict(one: WitnessStep, other: WitnessStep): boolean {
  const writes = one.action !== 'read' || other.action !== 'read';
  return isAccess(one) && one.thread !== other.thread && one.target === other.target && writes;
}
