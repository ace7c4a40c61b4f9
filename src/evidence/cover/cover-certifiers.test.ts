import { describe, expect, it } from 'vitest';
import type { CounterState, CounterSystem } from '../../translate/nets/counter-system.js';
import { checkBasis } from './cover-basis.js';
import { checkCoverabilitySet } from './cover-set.js';

/** One token moves a -> b at control 0, b -> c at control 1; c is never marked while the control stays 0. */
const system: CounterSystem = {
  controls: 2,
  places: 3,
  transitions: [
    { from: 0, to: 1, hurdle: [0, 1], effect: [0, -1, 1, 1] },
    { from: 1, to: 1, hurdle: [1, 1], effect: [1, -1, 2, 1] },
  ],
  initial: [{ control: 0, marking: [0, 1], unbounded: [] }],
};
const target: CounterState = { control: 1, marking: [2, 2] };
const basis: CounterState[] = [
  { control: 1, marking: [2, 2] },
  { control: 1, marking: [1, 1, 2, 1] },
  { control: 1, marking: [1, 2] },
  { control: 0, marking: [2, 1] },
  { control: 0, marking: [0, 1, 1, 1] },
];
const set: CounterState[] = [
  { control: 0, marking: [0, 1] },
  { control: 1, marking: [1, 1] },
  { control: 1, marking: [2, 1] },
];

describe('the basis checker', () => {
  it('accepts a closed basis', () => expect(checkBasis(system, [target], basis)).toEqual({ ok: true }));
  it('rejects it when any element is missing', () => {
    basis.forEach((_, i) => {
      expect(
        checkBasis(
          system,
          [target],
          basis.filter((_, j) => j !== i),
        ).ok,
      ).toBe(false);
    });
  });
  it('rejects one that contains an initial state', () => {
    expect(checkBasis(system, [target], [...basis, { control: 0, marking: [0, 1] }]).ok).toBe(false);
    expect(checkBasis(system, [target], [...basis, { control: 0, marking: [] }]).ok).toBe(false);
  });
  it('rejects one that misses the target', () => {
    expect(checkBasis(system, [target, { control: 1, marking: [1, 1] }], basis).ok).toBe(false);
  });
});

describe('the coverability set checker', () => {
  it('accepts a closed set', () => expect(checkCoverabilitySet(system, [target], set)).toEqual({ ok: true }));
  it('rejects it when any element is missing', () => {
    set.forEach((_, i) => {
      expect(
        checkCoverabilitySet(
          system,
          [target],
          set.filter((_, j) => j !== i),
        ).ok,
      ).toBe(false);
    });
  });
  it('rejects one that reaches the target', () => {
    const omega = { control: 1, marking: [2, Number.POSITIVE_INFINITY] };
    expect(checkCoverabilitySet(system, [target], [...set, omega]).ok).toBe(false);
  });
  it('rejects one that knows nothing of unbounded places', () => {
    const unbounded = { ...system, initial: [{ control: 0, marking: [], unbounded: [0] }] };
    expect(checkCoverabilitySet(unbounded, [target], set).ok).toBe(false);
  });
});
