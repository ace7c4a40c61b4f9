// What the outside can do next: make a call, perform what it was asked for, answer, fail, let a timer fire. In the order of
// preference, which goes on with the unit that moved last.

import type { Asked } from '../choices.js';
import type { Frame, Unit } from '../frame.js';
import type { Machine } from '../machine.js';
import type { Operation, Timer } from '../pending.js';
import type { Value } from '../value.js';

/** A call from outside. `begin` is asked when it starts; it may look at what the setup has made. */
export interface Call {
  readonly unit: Unit;
  begin(machine: Machine, frame: Frame): Value;
}

export type Event = { readonly root: number } & (
  | { readonly kind: 'start'; readonly call: Call }
  | { readonly kind: 'answer' | 'perform' | 'reject'; readonly operation: Operation }
  | { readonly kind: 'fire'; readonly timer: Timer }
);

export function labelOf(event: Event): string {
  switch (event.kind) {
    case 'start':
      return `call ${event.call.unit.id}`;
    case 'fire':
      return event.timer.label;
    default:
      return `${event.operation.label}${event.kind}`;
  }
}

export function askedBy(event: Event): Asked {
  const question = 'operation' in event ? event.operation.question?.replace(/[#@]\d+/g, '') : undefined;
  return { call: event.root, question };
}

/** `last` is the call that moved last; once something has failed in a call, nothing else does. */
export function possibleEvents(
  { operations, rejectionsLeft }: Machine,
  waiting: readonly Call[],
  due: readonly Timer[],
  { last, failed }: { readonly last: number; readonly failed: ReadonlySet<number> },
): Event[] {
  const answers = [...operations.filter(isPerformed), ...operations.filter((each) => !isPerformed(each))].map(
    (operation): Event => ({
      kind: isPerformed(operation) ? 'answer' : 'perform',
      operation,
      root: rootOf(operation.unit),
    }),
  );
  const starts = waiting.slice(0, 1).map((call): Event => ({ kind: 'start', call, root: call.unit.id }));
  const others = waiting.slice(1).map((call): Event => ({ kind: 'start', call, root: call.unit.id }));
  const fires = due.map((timer): Event => ({ kind: 'fire', timer, root: rootOf(timer.unit) }));
  const rejects =
    rejectionsLeft > 0
      ? operations.flatMap((operation): Event[] =>
          operation.mayReject && !operation.performed && !failed.has(rootOf(operation.unit))
            ? [{ kind: 'reject', operation, root: rootOf(operation.unit) }]
            : [],
        )
      : [];
  const own = answers.filter(({ root }) => root === last);
  const foreign = answers.filter(({ root }) => root !== last);
  const ownFires = fires.filter(({ root }) => root === last);
  const laterFires = fires.filter(({ root }) => root !== last);
  return [...own, ...foreign, ...starts, ...ownFires, ...laterFires, ...distinctStarts(starts, others), ...rejects];
}

/** Its effect lies behind it, or it has none that anybody could see: the answer is next. */
function isPerformed({ touches, performed }: Operation): boolean {
  return !touches || performed !== undefined;
}

/** Calls of the same entry with the same parameters may start in any order: one of them will do. */
function distinctStarts(first: readonly Event[], others: readonly Event[]): Event[] {
  const seen = new Set(first.map((event) => (event.kind === 'start' ? event.call.unit.entry : '')));
  return others.filter((event) => {
    if (event.kind !== 'start' || seen.has(event.call.unit.entry)) return false;
    seen.add(event.call.unit.entry);
    return true;
  });
}

export function rootOf(unit: Unit): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return root.id;
}
