// Deadlocks: locks taken in opposite orders by two units, in a ring by several, two objects of one class in whatever order
// they come, or the write side of a lock while holding its read side. Locks are told apart by class and field; rings
// that one more lock guards throughout, and orders that follow a comparison, cannot deadlock.

import type { Inquiry } from '../../../verdict/inquiry.js';
import type { SharedObject } from '../lower/shared-object.js';
import type { LockOrder, UnitGraph } from '../lower/unit-graph.js';
import { act, lockAction, type ScriptProcess } from '../questions/script-program.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { scriptInquiry } from './script-inquiry.js';

interface OrderedUnit {
  readonly root: ClassInfo;
  readonly unit: UnitGraph;
  readonly order: LockOrder;
}

const longestRing = 4;

export function deadlockInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const orders = classes.flatMap(({ root, units }) =>
    units.flatMap((unit) => unit.orders.map((order): OrderedUnit => ({ root, unit, order }))),
  );
  const upgrades = orders.filter(
    ({ order }) =>
      order.held.object.id === order.object.id && order.held.mode === 'shared' && order.mode === 'exclusive',
  );
  const rest = orders.filter((entry) => !upgrades.includes(entry) && isOpen(entry));
  const found = [
    ...upgrades.map((entry) => ringInquiry([entry, entry], 'upgrade')),
    ...rings(rest).map((ring) => ringInquiry(ring, 'ring')),
  ];
  return [...new Map(found.map((inquiry) => [inquiry.id, inquiry])).values()];
}

function isOpen({ order }: OrderedUnit): boolean {
  const { held, object, ordered } = order;
  if (ordered || held.object.orderKey === '' || object.orderKey === '' || held.object.id === object.id) return false;
  // The lock field of two objects of which nothing is known: they may as well be one, taken again.
  if (!held.object.exact && !object.exact && isSameField(held.object, object)) return false;
  // Down a list or tree: the structure orders the locks.
  return !(held.object.orderKey === object.orderKey && isStructural(object.name));
}

function isSameField(a: SharedObject, b: SharedObject): boolean {
  return a.cls === undefined && b.cls === undefined && a.orderKey === b.orderKey && a.name === b.name;
}

function isStructural(name: string): boolean {
  return (
    /(next|prev|parent|child|children|left|right|tail|head|root|node)$/i.test(name) && !/^(left|right)$/.test(name)
  );
}

/** Simple rings in the graph of orders, shortest first, each once. */
function rings(orders: readonly OrderedUnit[]): OrderedUnit[][] {
  const byFrom = new Map<string, Map<string, OrderedUnit>>();
  for (const entry of orders) {
    const from = byFrom.get(entry.order.held.object.orderKey) ?? new Map<string, OrderedUnit>();
    byFrom.set(entry.order.held.object.orderKey, from);
    if (!from.has(entry.order.object.orderKey)) from.set(entry.order.object.orderKey, entry);
  }
  const found = new Map<string, OrderedUnit[]>();
  const pending = [...byFrom.values()].flatMap((targets) => [...targets.values()].map((entry) => [entry]));
  for (let ring = pending.shift(); ring; ring = pending.shift()) {
    const start = ring[0]!.order.held.object.orderKey;
    const end = ring.at(-1)!.order.object.orderKey;
    if (end === start) {
      const key = ring
        .map(({ order }) => order.held.object.orderKey)
        .sort()
        .join('|');
      if (!found.has(key) && !isGuarded(ring)) found.set(key, ring.length === 1 ? [ring[0]!, ring[0]!] : ring);
      continue;
    }
    if (ring.length >= longestRing || pending.length > 5000) continue;
    const visited = new Set(ring.map(({ order }) => order.held.object.orderKey));
    for (const next of byFrom.get(end)?.values() ?? [])
      if (next.order.object.orderKey === start || !visited.has(next.order.object.orderKey))
        pending.push([...ring, next]);
  }
  return [...found.values()];
}

/** One more lock is held at every step of the ring. */
function isGuarded(ring: readonly OrderedUnit[]): boolean {
  const keys = new Set(ring.flatMap(({ order }) => [order.held.object.orderKey, order.object.orderKey]));
  const [first, ...rest] = ring;
  return (
    first!.order.all.some(
      ({ object }) =>
        object.exact &&
        !keys.has(object.orderKey) &&
        rest.every(({ order }) => order.all.some((held) => held.object.orderKey === object.orderKey)) &&
        object.orderKey.endsWith('.class'),
    ) ||
    (ring.length > 1 &&
      first!.order.all.some(
        ({ object }) =>
          object.exact &&
          object.field !== undefined &&
          !keys.has(object.orderKey) &&
          rest.every(({ order }) => order.all.some((held) => held.object.orderKey === object.orderKey)),
      ))
  );
}

function ringInquiry(ring: readonly OrderedUnit[], kind: 'ring' | 'upgrade'): Inquiry {
  const [first] = ring;
  const isSelf = ring[0] === ring[1];
  const names = ring.map(({ order }) => describe(order.held.object.name, order.held.object.orderKey));
  const methods = [...new Set(ring.map(({ unit }) => unit.name))];
  const message =
    kind === 'upgrade'
      ? `${first!.unit.name} waits for the write side of ${first!.order.object.name} while it holds the read side: it waits for ever`
      : isSelf
        ? `two calls of ${methods[0]} can wait for each other: each holds one ${short(first!.order.held.object.orderKey)} and wants the other's`
        : `${methods.join(' and ')} can wait for each other: they take ${[...new Set(names)].join(' and ')} in different orders`;
  const steps = isSelf ? [first!] : ring;
  return scriptInquiry({
    id: `deadlock: ${kind} ${ring.map(({ order }) => `${order.held.object.orderKey} ${order.node.line}`).join(' ')}`,
    rule: kind === 'upgrade' ? 'HD7010' : 'HD7009',
    kind: 'deadlock',
    property: 'deadlocks',
    cls: first!.root.qualified,
    methods,
    fields: [...new Set(names)],
    message: `${first!.root.name}: ${message}`,
    places: steps.flatMap(({ order, unit }) => [
      [
        order.held.node,
        `${unit.method} holds ${describe(order.held.object.name, order.held.object.orderKey)}`,
      ] as const,
      [order.node, `and waits for ${describe(order.object.name, order.object.orderKey)}`] as const,
    ]),
    because: steps.map(
      ({ order, unit }) =>
        `${unit.method} takes ${describe(order.object.name, order.object.orderKey)} at line ${order.node.line} while it holds ${describe(order.held.object.name, order.held.object.orderKey)} since line ${order.held.node.line}`,
    ),
    help:
      kind === 'upgrade'
        ? 'let go of the read side before taking the write side, and check again'
        : 'take these locks in one order everywhere, or call the other object without holding a lock',
    script: () => ({
      locks: lockNames(ring),
      processes: ring.map((entry, i) => processOf(entry, i, ring.length, isSelf)),
    }),
  });
}

function describe(name: string, orderKey: string): string {
  if (name === 'this' || name === '?') return `the monitor of ${short(orderKey)}`;
  return name;
}

function short(orderKey: string): string {
  return orderKey
    .replace(/\.\*$/, '[…]')
    .replace(/\.class$/, ' class')
    .split('.')
    .at(-1)!;
}

function lockNames(ring: readonly OrderedUnit[]): string[] {
  return ring
    .map(
      ({ order }, i) =>
        `${describe(order.held.object.name, order.held.object.orderKey)}${ring.length > 1 && ring[0] === ring[1] ? ` ${i + 1}` : ''}`,
    )
    .map((name, i, all) => (all.indexOf(name) < i ? `${name} ${i + 1}` : name));
}

function processOf({ order, unit }: OrderedUnit, index: number, count: number, isSelf: boolean): ScriptProcess {
  const next = (index + 1) % count;
  return {
    name: isSelf && index > 0 ? `${unit.name} again` : index > 0 ? `${unit.name} (${index + 1})` : unit.name,
    instances: 1,
    node: order.held.node,
    steps: [
      act(lockAction('acquire', index), order.held.node),
      act(lockAction('acquire', next), order.node),
      act(lockAction('release', next), order.node),
      act(lockAction('release', index), order.held.node),
    ],
  };
}
