import { describe, expect, it } from 'vitest';
import { derived } from '../../base/derived.js';
import { completePatterns, minimalConflictCycles, paperPatterns } from './conflict-cycles.js';
import { type AccessPattern, printEvents } from './pattern.js';
import { querySetOf } from './query-set.js';
import { showsPattern, type UnitAccess } from './shows-pattern.js';
import { sideKey, sideOf } from './side.js';
import { histories, isSerializable, type UnitHistory } from './testing/two-unit-histories.js';

const all = [...histories(3)];

interface Roles {
  readonly first: string;
  readonly variables: readonly string[];
}

const asNamed: Roles = { first: 'u', variables: ['x', 'y'] };
const allRoles: readonly Roles[] = ['u', 'v'].flatMap((first) => [
  { first, variables: ['x', 'y'] },
  { first, variables: ['y', 'x'] },
]);

/** Made once for each history: it is compared with many patterns. */
const unitAccesses = derived((history: UnitHistory): readonly UnitAccess[] =>
  history.map(({ unit, kind, variable }) => ({ thread: unit, unit, kind, variable })),
);

function shownWith({ first, variables }: Roles, pattern: AccessPattern, history: UnitHistory): boolean {
  const binding = {
    u: ({ thread }: UnitAccess) => thread === first,
    v: ({ thread }: UnitAccess) => thread !== first,
    variables,
  };
  return showsPattern(pattern, binding, unitAccesses(history)) !== undefined;
}

function shown(pattern: AccessPattern, history: UnitHistory): boolean {
  return allRoles.some((roles) => shownWith(roles, pattern, history));
}

describe('the patterns', () => {
  it('are 32, of which 14 are the paper’s', () => {
    expect(completePatterns).toHaveLength(32);
    expect(minimalConflictCycles()).toHaveLength(32);
    expect(paperPatterns.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, i) => String(i + 1)));
    expect(new Set(completePatterns.map(({ id }) => id)).size).toBe(32);
    expect(printEvents(paperPatterns[11]!.events)).toBe('Ru(x) Wv(y) Wv(x) Ru(y)');
  });

  it('cover exactly the histories of two units that no serial order explains', () => {
    const unserializable = all.filter((history) => !isSerializable(history));
    expect(unserializable).toHaveLength(55748);
    const escapes = (patterns: readonly AccessPattern[]) =>
      unserializable.filter((history) => !patterns.some((pattern) => shown(pattern, history))).length;
    expect(escapes(completePatterns)).toBe(0);
    expect(escapes(paperPatterns)).toBe(5232);
    // With every history its renamings are in the list: one choice of roles is enough.
    const showsSome = (history: UnitHistory) => completePatterns.some((p) => shownWith(asNamed, p, history));
    expect(all.filter(isSerializable).some(showsSome)).toBe(false);
  });

  it('are minimal: without any one of them some history escapes', () => {
    const small = [...histories(2)].filter((history) => !isSerializable(history));
    for (const left of completePatterns) {
      const rest = completePatterns.filter((pattern) => pattern !== left);
      expect(small.some((history) => !rest.some((pattern) => shown(pattern, history)))).toBe(true);
    }
  });

  it('have 3 phases in 23 cases and 4 in 9', () => {
    const phases = completePatterns.map(
      (pattern) => 1 + sideOf(pattern, 'u', [0, 1]).steps.filter(({ kind }) => kind === 'phase').length,
    );
    expect(phases.filter((count) => count === 3)).toHaveLength(23);
    expect(phases.filter((count) => count === 4)).toHaveLength(9);
  });

  it('have 6 sides per variable and 16 per ordered pair of variables', () => {
    const sides = (patterns: readonly AccessPattern[], orders: number[][]) =>
      new Set(patterns.flatMap((p) => orders.flatMap((o) => [sideKey(sideOf(p, 'u', o)), sideKey(sideOf(p, 'v', o))])));
    const one = completePatterns.filter((pattern) => pattern.variables === 1);
    const two = completePatterns.filter((pattern) => pattern.variables === 2);
    expect(sides(one, [[0]]).size).toBe(6);
    expect(
      sides(two, [
        [0, 1],
        [1, 0],
      ]).size,
    ).toBe(2 * 16);
  });

  it('go on alike from 18 of the 66 states of all sides on two variables', () => {
    const { automaton } = querySetOf(completePatterns, 2)!;
    const all = automaton.states.map((_, state) => state);
    expect(all).toHaveLength(66);
    expect(new Set(all.map((state) => automaton.nerodeClass(state))).size).toBe(18);
    for (const state of all) {
      const like = automaton.nerodeClass(state);
      expect(automaton.transport(state, like)).toBe(state);
      for (const { code, target } of automaton.states[like]!.accesses) {
        const same = automaton.states[state]!.accesses.find((access) => access.code === code)!;
        expect(automaton.transport(state, target)).toBe(same.target);
      }
    }
  });

  it('are asked in both orders of the variables', () => {
    expect(querySetOf(completePatterns, 2)!.queries).toHaveLength(54);
    expect(querySetOf(paperPatterns, 1)!.queries).toHaveLength(5);
  });
});

describe('showsPattern', () => {
  const pattern = paperPatterns[1]!;
  const binding = {
    u: ({ thread }: UnitAccess) => thread === 'P#1',
    v: ({ thread }: UnitAccess) => thread === 'Q#1',
    variables: ['x'],
  };
  const access = (thread: string, unit: string, kind: 'R' | 'W') => ({ thread, unit, kind, variable: 'x' });

  it('finds the accesses', () => {
    const run = [access('P#1', 'a', 'R'), access('Q#1', 'b', 'W'), access('P#1', 'a', 'R')];
    expect(showsPattern(pattern, binding, run)).toEqual([0, 1, 2]);
  });

  it('needs one unit for all accesses of a role', () => {
    const run = [access('P#1', 'a', 'R'), access('Q#1', 'b', 'W'), access('P#1', 'c', 'R')];
    expect(showsPattern(pattern, binding, run)).toBeUndefined();
  });
});
