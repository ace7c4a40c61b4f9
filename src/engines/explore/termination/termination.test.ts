import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { fullScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { fairlyEndless } from '../../../logic/fair-cycles/testing/fairly-endless.js';
import { initialState } from '../../../model/program/state.js';
import { checkShown } from '../../../verdict/meaning/program-checks.js';
import { runMoves } from '../../../verdict/program-run.js';
import { findingsOf } from '../testing/findings-of.js';
import { randomLoops } from '../testing/random-loops.js';
import { finish } from '../testing/search-with.js';
import { StateGraph } from './state-graph.js';
import { terminationSearch } from './termination-search.js';

const limits = { maxStates: 12, maxDepth: Number.POSITIVE_INFINITY };

function answers(text: string): string[] {
  return findingsOf(programOf(text), { property: 'termination' }).map(
    ({ message, verdict }) => `${verdict.kind}: ${message}`,
  );
}

describe('termination', () => {
  it('is violated by a loop that nobody ends', () => {
    expect(answers('var flag: bool; process P { main { while (!flag) skip; } }')).toEqual([
      'violated: P#1 can run for ever',
    ]);
  });

  it('holds where another thread ends the loop, if it gets its turn', () => {
    const [finding] = findingsOf(
      programOf('var flag: bool; process P { main { while (!flag) skip; } } process Q { main { flag = true; } }'),
      { property: 'termination' },
    );
    expect(finding).toMatchObject({
      message: 'no thread runs for ever, if all get their turns',
      verdict: { kind: 'holds', scope: { assumptions: [{ text: expect.stringContaining('scheduling is fair') }] } },
    });
  });

  it('takes locks that are free again and again for chances to move', () => {
    const text =
      'lock l; var stop: bool; process P { main { let go = true; while (go) { synchronized (l) { go = !stop; } } } }';
    expect(answers(`${text} process Q { main { synchronized (l) { stop = true; } } }`)).toEqual([
      'holds: no thread runs for ever, if all get their turns',
    ]);
  });

  it('does not take choices for fair, and names each set of processes that can run', () => {
    expect(answers('process P { main { while (*) skip; } }')).toEqual(['violated: P#1 can run for ever']);
    expect(answers('process P { main { while (*) skip; } } process Q { main { while (*) skip; } }').sort()).toEqual([
      'violated: P#1 and Q#1 can run for ever',
      'violated: P#1 can run for ever',
      'violated: Q#1 can run for ever',
    ]);
  });

  it('is no question about threads that wait for ever: they do not run', () => {
    expect(answers('lock l; process P { main { synchronized (l) { wait(l); } } }')).toEqual([
      'holds: no thread runs for ever, if all get their turns',
    ]);
  });

  it('is unknown where the search is cut', () => {
    const program = programOf('var x: int; process P { main { while (true) x = x + 1; } }');
    expect(findingsOf(program, { property: 'termination', 'max-states': '50' })).toMatchObject([
      { verdict: { kind: 'unknown', because: 'limit of 50 states reached' } },
    ]);
  });

  it('agrees with trying every set of states of small random programs, and every cycle replays', () => {
    const counts = { violated: 0, holds: 0 };
    for (let seed = 1; seed <= 400 * fullScale; seed++) {
      const text = seed % 2 === 0 ? randomLoops(new Rng(seed)) : tinyLoops(new Rng(seed));
      const program = programOf(text);
      const { violations, cut } = finish(terminationSearch(program, limits));
      if (cut !== undefined) continue;
      const graph = new StateGraph(program, limits);
      finish(graph.build());
      expect(violations.length > 0, text).toBe(fairlyEndless(graph));
      counts[violations.length > 0 ? 'violated' : 'holds']++;
      for (const { moves, property } of violations)
        expect(checkShown(runMoves(program, initialState(program), moves), property), text).toBeUndefined();
    }
    expect(Math.min(counts.violated, counts.holds)).toBeGreaterThan(10 * fullScale);
  });

  it('refuses a cycle in which somebody who could move does not', () => {
    const program = programOf(
      'var flag: bool; process P { main { while (!flag) skip; } } process Q { main { flag = true; } }',
    );
    const spin = findingsOf(programOf('var flag: bool; process P { main { while (!flag) skip; } }'), {
      property: 'termination',
    });
    const { verdict, property } = spin[0]!;
    const thread = verdict.kind === 'violated' ? verdict.witness.steps.length : 0;
    const graph = new StateGraph(program, { ...limits, maxStates: 100 });
    finish(graph.build());
    const moves = [...Array(thread)].reduce<{ node: number; moves: ReturnType<StateGraph['movesTo']> }>(
      ({ node, moves }) => {
        const edge = graph.edgesFrom(node).find((one) => one.thread === 0)!;
        return { node: edge.to, moves: [...moves, edge.move] };
      },
      { node: 0, moves: [] },
    ).moves;
    expect(checkShown(runMoves(program, initialState(program), moves), property)).toBe(
      'the last steps are no fair cycle',
    );
  });
});

/** Two threads, a bit or two, one loop. */
function tinyLoops(rng: Rng): string {
  const loop = () =>
    `while (${rng.pick(['x == 0', 'x == 1', '*', 'true'])}) { ${rng.pick(['skip;', 'x = 1;', 'x = 0;', 'x = 1 - x;'])} }`;
  const line = () => rng.pick(['x = 1;', 'x = 0;', 'synchronized (l) { x = 1; }', 'skip;']);
  return `lock l; var x: int 0..1; process P { main { ${loop()} } } process Q { main { ${rng.chance(0.5) ? line() : loop()} } }`;
}
