import { describe, expect, it } from 'vitest';
import { composeChains } from './compose-chains.js';
import type { CounterSystem, Transition } from './counter-system.js';

function move(from: number, to: number, p: number, q: number): Transition {
  return { from, to, hurdle: [p, 1], effect: p < q ? [p, -1, q, 1] : [q, 1, p, -1] };
}

/** Two tokens of place 0 become two of place 1, over control 1; a third control is reached from there. */
const system: CounterSystem = {
  controls: 4,
  places: 2,
  transitions: [move(0, 1, 0, 1), move(1, 0, 0, 1), move(0, 2, 1, 0)],
  initial: [{ control: 0, marking: [], unbounded: [0] }],
};

describe('composing chains', () => {
  it('makes one transition of a chain: h = max(h1, h2 - d1), d = d1 + d2', () => {
    const { transitions } = composeChains(system, [{ control: 2, marking: [] }]);
    expect(transitions).toEqual([{ from: 0, to: 0, hurdle: [0, 2], effect: [0, -2, 1, 2] }, move(0, 2, 1, 0)]);
  });

  it('keeps controls that are asked about, that runs start in, and that broadcasts touch', () => {
    expect(composeChains(system, [{ control: 1, marking: [] }])).toBe(system);
    const started = { ...system, initial: [...system.initial, { control: 1, marking: [], unbounded: [] }] };
    expect(composeChains(started, [])).toBe(started);
    const broadcast = { take: [0, 1], give: [1, 1], sweeps: [{ place: 0, to: [1] }] };
    const [first, ...others] = system.transitions;
    const swept = { ...system, transitions: [{ ...first!, broadcast }, ...others] };
    expect(composeChains(swept, [{ control: 2, marking: [] }])).toBe(swept);
  });

  it('keeps controls with two ways in or out', () => {
    const transitions = [...system.transitions, move(2, 1, 0, 1)];
    expect(composeChains({ ...system, transitions }, [{ control: 2, marking: [] }]).transitions).toEqual(transitions);
  });

  it('drops a ring that nothing enters', () => {
    const transitions = [...system.transitions, move(3, 3, 0, 1)];
    const composed = composeChains({ ...system, transitions }, [{ control: 2, marking: [] }]);
    expect(composed.transitions.some(({ from }) => from === 3)).toBe(false);
  });
});
