// The three examples of paper 001, section 2, as they are bundled, with the locksets that the paper prints.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { traceOfText, walkAll } from '../../model/traces/testing/trace-of.js';
import { TraceWalk } from '../../model/traces/trace-walk.js';
import { type AlgorithmName, makeDetector } from './algorithms.js';
import { Explainer } from './explainer.js';
import { algorithmNames } from './info.js';
import { Narrator } from './narrator.js';

function example(name: string) {
  const file = new URL(`../../../examples/races/${name}/${name}.std`, import.meta.url);
  return traceOfText(readFileSync(file, 'utf8'));
}

/** The distinct locksets of a variable, one after the other. */
function evolution(name: string, variable: string): string[] {
  const walk = new TraceWalk(example(name));
  const explainer = new Explainer(walk, [], [variable]);
  for (const _ of walk.run(explainer));
  const narrator = new Narrator(name, walk.names);
  const sets = explainer.evolutionOf(variable).map(({ lockset }) => narrator.set(lockset));
  return sets.filter((set, at) => set !== sets[at - 1]);
}

function alarms(name: string, algorithm: AlgorithmName): string[] {
  const detector = makeDetector(algorithm);
  const { walk } = walkAll(example(name), detector);
  return detector.races.map((race) => `${walk.names.variables.text(race.variable)}@${race.later.event}`);
}

describe('three locks', () => {
  test('evolves so that each thread holds a lock of the set', () => {
    expect(evolution('three-locks', 'x')).toEqual([
      '{T1, m1, m2}',
      '{T1, m1, m2, T2}',
      '{T1, m1, m2, T2, m3}',
      '{T2, m2, m3}',
      '{T2, m2, m3, T3, m1}',
      '{T3, m1, m3}',
    ]);
  });

  test('is a false alarm of eraser only', () => {
    const reporting = algorithmNames.filter((algorithm) => alarms('three-locks', algorithm).length > 0);
    expect(reporting).toEqual(['eraser']);
    expect(alarms('three-locks', 'eraser')).toEqual(['x@15']);
  });
});

describe('swapped boxes', () => {
  test('the lockset grows by both locks when the second thread takes them', () => {
    expect(evolution('swapped-boxes', 'o1.x')).toEqual([
      '{T1, ma}',
      '{T1, ma, T2}',
      '{T1, ma, T2, mb}',
      '{T1, ma, T2, mb, T3}',
      '{T3, mb}',
    ]);
  });

  test('is a false alarm of lsa (and of eraser), not of the exact detectors', () => {
    expect(alarms('swapped-boxes', 'lsa')).toEqual(['o1.x@16']);
    for (const algorithm of ['goldilocks', 'goldilocks-basic', 'vector-clock', 'epoch'] as const)
      expect(alarms('swapped-boxes', algorithm)).toEqual([]);
  });
});

describe('task queue', () => {
  test('the lockset of task.out changes as the paper prints it', () => {
    expect(evolution('task-queue', 'task.out')).toEqual([
      '{T1}',
      '{T1, Qlock}',
      '{T1, Qlock, T2}',
      '{T1, Qlock, T2, T3}',
      '{T1, Qlock, T2, T3, T4}',
      '{T1, Qlock, T2, T3, T4, Tlock}',
      '{T3, Tlock}',
      '{T3, Tlock, T4}',
      '{T4, Tlock}',
      '{T4, Tlock, T2}',
      '{T2}',
    ]);
  });

  test('has no race', () => {
    expect(alarms('task-queue', 'goldilocks')).toEqual([]);
  });
});
