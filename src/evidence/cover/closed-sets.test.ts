import { describe, expect, it } from 'vitest';
import { unlimitedWork } from '../certifier.js';
import { type CountingSystem, checkBasis, checkCoverabilitySet } from './closed-sets.js';
import type { CoverState } from './cover-claim.js';

/** One token moves a -> b at control 0, b -> c at control 1; c is never marked while the control stays 0. */
const system: CountingSystem = {
  rules: [
    { from: 0, to: 1, guard: [0, 1], take: [0, 1], give: [1, 1], sweeps: new Map() },
    { from: 1, to: 1, guard: [1, 1], take: [1, 1], give: [2, 1], sweeps: new Map() },
  ],
  starts: [{ control: 0, marking: [0, 1], unbounded: [] }],
  targets: [{ control: 1, marking: [2, 2] }],
};
const basis: CoverState[] = [
  { control: 1, marking: [2, 2] },
  { control: 1, marking: [1, 1, 2, 1] },
  { control: 1, marking: [1, 2] },
  { control: 0, marking: [0, 1, 2, 2] },
  { control: 0, marking: [0, 1, 2, 1] },
  { control: 0, marking: [0, 1, 1, 1] },
];
const set: CoverState[] = [
  { control: 0, marking: [0, 1] },
  { control: 1, marking: [1, 1] },
  { control: 1, marking: [2, 1] },
];

function acceptsBasis(states: readonly CoverState[], about: Partial<CountingSystem> = {}): boolean {
  return checkBasis({ ...system, ...about }, states, unlimitedWork()).kind === 'accepted';
}

function acceptsSet(states: readonly CoverState[], about: Partial<CountingSystem> = {}): boolean {
  return checkCoverabilitySet({ ...system, ...about }, states, unlimitedWork()).kind === 'accepted';
}

function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, i) => i !== index);
}

describe('the check of a basis', () => {
  it('accepts a closed basis', () => expect(acceptsBasis(basis)).toBe(true));
  it('rejects it when a needed element is missing', () => {
    for (const i of [0, 1, 2, 4, 5]) expect(acceptsBasis(without(basis, i)), `${i}`).toBe(false);
  });
  it('rejects one that contains a start, also one with any number of tokens', () => {
    expect(acceptsBasis([...basis, { control: 0, marking: [0, 1] }])).toBe(false);
    expect(acceptsBasis([...basis, { control: 0, marking: [] }])).toBe(false);
    const start = { control: 0, marking: [1, 1], unbounded: [0] };
    expect(acceptsBasis(basis, { starts: [start] })).toBe(false);
    expect(acceptsBasis(basis, { starts: [...system.starts, start] })).toBe(false);
  });
  it('rejects one that misses a target', () => {
    expect(acceptsBasis(basis, { targets: [...system.targets, { control: 1, marking: [1, 1] }] })).toBe(false);
    expect(acceptsBasis([])).toBe(false);
  });
  it('looks at every way in which swept tokens can have come', () => {
    const sweep = { from: 0, to: 1, guard: [], take: [], give: [], sweeps: new Map([[0, [1]]]) };
    const target = { control: 1, marking: [1, 1] };
    const about = { rules: [sweep], targets: [target] };
    const kept = { control: 0, marking: [1, 1] };
    expect(acceptsBasis([target, kept, { control: 0, marking: [0, 1] }], { ...about, starts: [] })).toBe(true);
    expect(acceptsBasis([target, kept], { ...about, starts: [] })).toBe(false);
    expect(acceptsBasis([target, { control: 0, marking: [0, 1] }], { ...about, starts: [] })).toBe(false);
  });
  it('gives up when the work is spent', () =>
    expect(checkBasis(system, basis, { left: 3 }).kind).toBe('not-certified'));
});

describe('the check of a coverability set', () => {
  it('accepts a closed set', () => expect(acceptsSet(set)).toBe(true));
  it('rejects it when any element is missing', () => {
    set.forEach((_, i) => {
      expect(acceptsSet(without(set, i))).toBe(false);
    });
  });
  it('rejects one that reaches a target', () => {
    const omega = { control: 1, marking: [2, Number.POSITIVE_INFINITY] };
    expect(acceptsSet([...set, omega])).toBe(false);
  });
  it('rejects one that knows nothing of unbounded places', () => {
    expect(acceptsSet(set, { starts: [{ control: 0, marking: [], unbounded: [0] }] })).toBe(false);
  });
  it('does not speak of sweeps', () => {
    const sweep = { from: 0, to: 1, guard: [], take: [], give: [], sweeps: new Map([[5, [6]]]) };
    expect(acceptsSet([...set, { control: 1, marking: [0, 1] }])).toBe(true);
    expect(acceptsSet([...set, { control: 1, marking: [0, 1] }], { rules: [...system.rules, sweep] })).toBe(false);
  });
});
