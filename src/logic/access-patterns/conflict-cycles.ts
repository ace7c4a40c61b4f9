// The complete set of patterns, derived: two units are not serializable iff their conflicts form a cycle, that is
// a_u < b_v and c_v < d_u for conflicting pairs (a, b) and (c, d). Minimal cycles are on one location (then one access
// of v does for b and c: 5 patterns) or on two (then the three orders of a, b, c, d that differ after renaming u/v and
// x/y, times the kinds RW, WR, WW of each pair: 27 patterns). The paper (000 section 2) lists 14 of these 32; the
// others matter when a unit may write a part of its atomic set.

import { type AccessKind, type AccessPattern, kindsConflict, type PatternEvent, printEvents } from './pattern.js';

const kinds: readonly AccessKind[] = ['R', 'W'];
const conflicts: readonly (readonly [AccessKind, AccessKind])[] = kinds.flatMap((first) =>
  kinds.filter((second) => kindsConflict(first, second)).map((second) => [first, second] as const),
);

/** Minimal conflict cycles of two units, the one-location ones first. */
export function minimalConflictCycles(): readonly (readonly PatternEvent[])[] {
  return [...oneLocationCycles(), ...twoLocationCycles()];
}

function oneLocationCycles(): PatternEvent[][] {
  return conflicts.flatMap(([a, b]) =>
    kinds
      .filter((d) => kindsConflict(b, d))
      .map((d): PatternEvent[] => [
        { role: 'u', kind: a, variable: 0 },
        { role: 'v', kind: b, variable: 0 },
        { role: 'u', kind: d, variable: 0 },
      ]),
  );
}

/** The orders of a_u(x) < b_v(x) and c_v(y) < d_u(y) that are different up to renaming. */
const orders: readonly (readonly ('a' | 'b' | 'c' | 'd')[])[] = [
  ['a', 'b', 'c', 'd'],
  ['a', 'c', 'b', 'd'],
  ['a', 'c', 'd', 'b'],
];

function twoLocationCycles(): PatternEvent[][] {
  return orders.flatMap((order) =>
    conflicts.flatMap(([a, b]) =>
      conflicts.map(([c, d]) => {
        const events: Record<'a' | 'b' | 'c' | 'd', PatternEvent> = {
          a: { role: 'u', kind: a, variable: 0 },
          b: { role: 'v', kind: b, variable: 0 },
          c: { role: 'v', kind: c, variable: 1 },
          d: { role: 'u', kind: d, variable: 1 },
        };
        return order.map((name) => events[name]);
      }),
    ),
  );
}

/** The paper's list (Vaziri et al.), in its order. */
const paperTable: readonly string[] = [
  'Ru(x) Wv(x) Wu(x)',
  'Ru(x) Wv(x) Ru(x)',
  'Wu(x) Rv(x) Wu(x)',
  'Wu(x) Wv(x) Ru(x)',
  'Wu(x) Wv(x) Wu(x)',
  'Wu(x) Wv(x) Wv(y) Wu(y)',
  'Wu(x) Wv(y) Wv(x) Wu(y)',
  'Wu(x) Wv(y) Wu(y) Wv(x)',
  'Wu(x) Rv(x) Rv(y) Wu(y)',
  'Wu(x) Rv(y) Rv(x) Wu(y)',
  'Ru(x) Wv(x) Wv(y) Ru(y)',
  'Ru(x) Wv(y) Wv(x) Ru(y)',
  'Ru(x) Wv(y) Ru(y) Wv(x)',
  'Wu(x) Rv(y) Wu(y) Rv(x)',
];

function namePatterns(): readonly AccessPattern[] {
  const unnamed = new Map(minimalConflictCycles().map((events) => [printEvents(events), events]));
  const named: AccessPattern[] = [];
  const add = (id: string, events: readonly PatternEvent[]) => {
    named.push({ id, events, variables: events.some((event) => event.variable === 1) ? 2 : 1 });
  };
  paperTable.forEach((text, index) => {
    add(String(index + 1), unnamed.get(text)!);
    unnamed.delete(text);
  });
  for (const events of unnamed.values()) add(`c${named.length - paperTable.length + 1}`, events);
  return named;
}

/** All 32, the paper's 14 first: two units are conflict serializable iff their history shows none of them. */
export const completePatterns: readonly AccessPattern[] = namePatterns();

export const paperPatterns: readonly AccessPattern[] = completePatterns.slice(0, paperTable.length);

export function patternById(id: string): AccessPattern | undefined {
  return completePatterns.find((pattern) => pattern.id === id);
}
