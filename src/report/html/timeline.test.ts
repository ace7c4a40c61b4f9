import { describe, expect, it } from 'vitest';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import { heldLocks } from './held-locks.js';
import { timelineOf as timelineOfProperty } from './timeline.js';

function timelineOf(witness: Witness) {
  return timelineOfProperty(witness, { kind: 'run' });
}

/** `T acquire l` per line; a leading dot makes the step silent. */
function stepsOf(text: string): WitnessStep[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [thread, action, target] = line.trim().replace(/^\./, '').split(' ');
      const silent = line.trim().startsWith('.') ? { silent: true as const } : {};
      return { thread: thread!, action: action!, ...(target === undefined ? {} : { target }), ...silent };
    });
}

describe('timeline', () => {
  it('moves the ends of an edge to steps that are shown', () => {
    const steps = stepsOf(`
      A write x
      .A call f
      .B call g
      B read x`);
    const { edges } = timelineOf({ kind: 'execution', steps, edges: [{ from: 1, to: 2, label: 'start' }] });
    expect(edges).toEqual([{ from: 0, to: 1, label: 'start', kind: 'order' }]);
  });

  it('drops an edge that has nowhere to go', () => {
    const steps = stepsOf(`
      .A call f
      B read x`);
    expect(timelineOf({ kind: 'execution', steps, edges: [{ from: 0, to: 1, label: 'start' }] }).edges).toEqual([]);
  });
});

describe('held locks', () => {
  it('last from the first acquire to the last release, and nest', () => {
    const { steps } = timelineOf({
      kind: 'execution',
      steps: stepsOf(`
        A acquire l
        A acquire l
        A acquire m
        A release m
        A release l
        A release l
        B acquire l`),
    });
    expect(heldLocks(steps)).toEqual([
      { lane: 0, lock: 'l', from: 0, until: 5, depth: 0 },
      { lane: 0, lock: 'm', from: 2, until: 3, depth: 1 },
      { lane: 1, lock: 'l', from: 6, depth: 0 },
    ]);
  });

  it('ignore a release of what the shown steps did not acquire', () => {
    const { steps } = timelineOf({ kind: 'execution', steps: stepsOf('A release l') });
    expect(heldLocks(steps)).toEqual([]);
  });
});
