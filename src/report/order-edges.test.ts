import { describe, expect, it } from 'vitest';
import type { WitnessStep } from '../verdict/witness.js';
import { orderEdges } from './order-edges.js';

function steps(...lines: readonly string[]): WitnessStep[] {
  return lines.map((line) => {
    const [thread = '', action = '', target, ...change] = line.split(' ');
    return {
      thread,
      action,
      ...(target === undefined ? {} : { target }),
      ...(change.length === 0 ? {} : { change: change.join(' ') }),
    };
  });
}

function edges(kind: 'race' | 'deadlock', ...lines: readonly string[]): string[] {
  return orderEdges({ kind: 'execution', steps: steps(...lines) }, { kind }).map(
    ({ from, to, label }) => `${from + 1}-${to + 1} ${label}`,
  );
}

describe('edges between steps', () => {
  it('lead from a spawn to the first step, and from the last to the join', () => {
    expect(
      edges('deadlock', 'P spawn f starts P/f#1', 'P read x', 'P/f#1 read x', 'P/f#1 read y', 'P join P/f#1'),
    ).toEqual(['1-3 starts', '4-5 ended']);
  });

  it('lead from a release to the next acquire by another thread, and from a notification to who wakes', () => {
    const shown = [
      'P acquire l',
      'P wait l',
      'Q acquire l',
      'Q notifyAll l wakes P, R',
      'Q release l',
      'P resume l',
      'P release l',
      'P acquire l',
    ];
    expect(edges('deadlock', ...shown)).toEqual(['2-3 l', '5-6 l', '4-6 wakes']);
  });

  it('show the two accesses that race', () => {
    expect(edges('race', 'P write x', 'Q read y', 'P read x', 'Q write x')).toEqual(['3-4 race']);
    expect(edges('race', 'P write x', 'P read x', 'Q read x')).toEqual(['1-3 race']);
    expect(edges('deadlock', 'P write x', 'Q write x')).toEqual([]);
  });
});
