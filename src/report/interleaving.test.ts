import { describe, expect, it } from 'vitest';
import { Rng } from '../base/rng.js';
import type { WitnessStep } from '../verdict/witness.js';
import { interleave } from './interleaving.js';

function randomSteps(rng: Rng, length: number): WitnessStep[] {
  return Array.from({ length }, () => ({
    thread: `T${rng.below(3)}`,
    action: 'read',
    ...(rng.chance(0.3) ? { silent: true as const } : {}),
    ...(rng.chance(0.05) ? { note: 'matters' } : {}),
  }));
}

describe('interleaving', () => {
  it('gives threads lanes in order of appearance and leaves out silent steps', () => {
    const { threads, rows } = interleave(
      {
        kind: 'execution',
        steps: [
          { thread: 'Z', action: 'call', silent: true },
          { thread: 'B', action: 'read' },
          { thread: 'A', action: 'read' },
          { thread: 'B', action: 'write' },
        ],
      },
      10,
    );
    expect(threads).toEqual(['B', 'A']);
    expect(rows).toMatchObject([
      { number: 2, lane: 0 },
      { number: 3, lane: 1 },
      { number: 4, lane: 0 },
    ]);
  });

  it('accounts for every visible step, in order and within the limit (1,000 random witnesses)', () => {
    const rng = new Rng(11);
    for (let i = 0; i < 1000; i++) {
      const steps = randomSteps(rng, rng.below(300));
      const { rows } = interleave({ kind: 'execution', steps }, 30);
      const shown = rows.filter((row) => row.kind === 'step');
      const left = rows.reduce((sum, row) => sum + (row.kind === 'gap' ? row.steps : 0), 0);
      expect(shown.length + left).toBe(steps.filter((step) => !step.silent).length);
      expect(shown.map((row) => row.number)).toEqual(shown.map((row) => row.number).sort((a, b) => a - b));
      expect(shown.every((row) => steps[row.number - 1] === row.step)).toBe(true);
    }
  });

  it('keeps steps with a note when it folds', () => {
    const steps = randomSteps(new Rng(3), 400).map((step) => ({ thread: step.thread, action: step.action }));
    const noted = steps.map((step, i) => (i === 200 ? { ...step, note: 'here' } : step));
    const { rows } = interleave({ kind: 'execution', steps: noted }, 30);
    expect(rows.some((row) => row.kind === 'step' && row.number === 201)).toBe(true);
    expect(rows.filter((row) => row.kind === 'gap')).toHaveLength(2);
  });
});
