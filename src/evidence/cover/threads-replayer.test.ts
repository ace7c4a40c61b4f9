import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import type { ThreadDiagram } from '../../model/threads/diagram.js';
import { parseDiagram } from '../../model/threads/parse-diagram.js';
import { edgeStep } from '../../verdict/meaning/diagram-steps.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import { falselyTold, replay, replayAll, sequences } from '../testing/replay-all.js';
import { threadsReplayer } from './threads-replayer.js';

const text = `2 3
0 0 -> 1 1
1 1 -> 0 2
1 0 +> 0 2
0 2 -> 0 0
`;

function diagramOf(): ThreadDiagram {
  const { model } = parseDiagram(new SourceText('d.tts', text));
  if (model?.kind !== 'threads') throw new Error('no diagram');
  return { ...model, initial: [{ shared: 0, bounded: [], unbounded: [0] }] };
}

const diagram = diagramOf();
const property = { kind: 'coverable', target: '0|2,2' } as const;

interface Move {
  readonly edge: number;
  readonly thread: number;
}

const moves: readonly Move[] = diagram.edges.flatMap((_, edge) => [0, 1, 2].map((thread) => ({ edge, thread })));

function stepOf({ edge, thread }: Move): WitnessStep {
  return { ...edgeStep(diagram, diagram.edges[edge]!, `T#${thread + 1}`), choice: edge };
}

function witness(initial: string, steps: readonly WitnessStep[]): Witness {
  return { kind: 'counters', steps, details: { initial } };
}

/** The same diagram by hand; a thread that is started comes last. */
function covers(threads: number, taken: readonly Move[]): boolean {
  let shared = 0;
  const locals = Array<number>(threads).fill(0);
  for (const { edge, thread } of taken) {
    const at = locals[thread];
    if (edge === 0 && shared === 0 && at === 0) [shared, locals[thread]] = [1, 1];
    else if (edge === 1 && shared === 1 && at === 1) [shared, locals[thread]] = [0, 2];
    else if (edge === 2 && shared === 1 && at === 0) {
      shared = 0;
      locals.push(2);
    } else if (edge === 3 && shared === 0 && at === 2) locals[thread] = 0;
    else return false;
  }
  return shared === 0 && locals.filter((local) => local === 2).length >= 2;
}

describe('a schedule of threads', () => {
  it.each([1, 2])(
    'of %s at the start is replayed just when each step is an edge and the end covers the target',
    (n) => {
      const initial = `0|${Array(n).fill(0).join(',')}`;
      const { replayed, refused, wrong } = replayAll(
        sequences(moves, 4),
        (taken) => replay(threadsReplayer, diagram, property, witness(initial, taken.map(stepOf))).ok,
        (taken) => covers(n, taken),
      );
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(1000);
      expect(replayed > 0).toBe(n === 2);
    },
  );

  it('starts in a configuration of the diagram, and shows what it does', () => {
    const run = [
      { edge: 0, thread: 0 },
      { edge: 1, thread: 0 },
      { edge: 0, thread: 1 },
      { edge: 1, thread: 1 },
    ].map(stepOf);
    const outcome = (initial: string, steps: readonly WitnessStep[]) =>
      replay(threadsReplayer, diagram, property, witness(initial, steps)).ok;
    expect(outcome('0|0,0', run)).toBe(true);
    for (const initial of ['', '1|0,0', '0|0', '0|0,2', '0|0,0/0', '9|0,0', '0|__proto__'])
      expect([initial, outcome(initial, run)]).toEqual([initial, false]);
    // Both are there, but the shared state is not the one that was asked for.
    expect(outcome('0|0,0,0', run)).toBe(true);
    expect(outcome('0|0,0,0', [...run, stepOf({ edge: 0, thread: 2 })])).toBe(false);
    for (const forged of falselyTold(run)) expect(outcome('0|0,0', forged)).toBe(false);
    expect(outcome('0|0,0', [{ ...run[0]!, choice: 9 }, ...run.slice(1)])).toBe(false);
  });
});
