import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import type { ThreadDiagram } from '../../../model/threads/diagram.js';
import { parseDiagram } from '../../../model/threads/parse-diagram.js';
import { askQuestion } from '../../../translate/nets/question.js';
import { frameProblem } from '../problem.js';
import { idleContext } from '../search-context.js';
import { coverableByBackwardSearch } from '../testing/oracles.js';
import { decideBySummaries } from './decide-by-summaries.js';
import { expandDiagram } from './expanded-diagram.js';
import { pathsOfRank, quotientOf } from './quotient-paths.js';
import { allRepairs, type Repairs } from './repairs.js';

function diagramOf(text: string): ThreadDiagram {
  return parseDiagram(new SourceText('test.ttd', text)).model as ThreadDiagram;
}

function answer(
  diagram: ThreadDiagram,
  target: string,
  repairs: Repairs,
): { kind: string; by: string; summary: string } {
  const question = askQuestion(diagram, target);
  if (!question.ok) throw new Error(question.error);
  const problem = frameProblem(question.value.system, question.value.targets);
  const search = decideBySummaries(question.value, problem, idleContext(), repairs);
  for (;;) {
    const next = search.next();
    if (!next.done) continue;
    const { decision, summary } = next.value;
    return { kind: decision.kind, by: 'by' in decision ? decision.by : '', summary: summary ?? '' };
  }
}

const figure1 = diagramOf('7 5\n0 0 -> 1 1\n1 0 -> 2 1\n2 0 -> 3 1\n3 1 -> 1 2\n3 2 -> 4 3\n4 2 -> 5 4\n5 4 -> 6 3');

describe("the paper's figure 1", () => {
  it('is decided by summaries alone, two passes through the loop for 6|3', () => {
    const covered = answer(figure1, '6|3', allRepairs);
    expect(covered).toMatchObject({ kind: 'covered', by: 'summaries' });
    expect(covered.summary).toContain('k1');
    expect(answer(figure1, '6|4', allRepairs)).toMatchObject({ kind: 'uncoverable', by: 'summaries' });
  });
});

describe('path ranking', () => {
  it('lists loop-free paths, then real loops, then loops with expansion edges', () => {
    const diagram = diagramOf('5 3\n0 0 -> 1 1\n1 1 -> 4 1\n1 0 -> 2 1\n2 1 -> 3 2\n3 2 -> 2 1\n3 2 -> 4 2');
    const initial = { controls: new Map([[0, 0]]), marking: [], unbounded: [0] };
    const expanded = expandDiagram(diagram, initial, { control: 4, marking: [1, 1] }, 1000)!;
    const quotient = quotientOf(expanded);
    const count = (rank: 'trivial' | 'real-loop' | 'loop') =>
      [...pathsOfRank(expanded, quotient, rank)].filter((path) => path !== undefined).length;
    expect([count('trivial'), count('real-loop'), count('loop')]).toEqual([1, 1, 0]);
    const fig = expandDiagram(figure1, initial, { control: 6, marking: [3, 1] }, 1000)!;
    const ranks = quotientOf(fig);
    expect([...pathsOfRank(fig, ranks, 'trivial')].filter((path) => path).length).toBe(0);
    expect([...pathsOfRank(fig, ranks, 'loop')].filter((path) => path).length).toBe(1);
  });
});

/** Diagrams around one loop, so that many components are simple. */
function loopDiagram(rng: Rng): ThreadDiagram {
  const local = () => rng.below(4);
  const way = (from: number, to: number) => `${from} ${local()} -> ${to} ${local()}`;
  const lines = [`0 0 -> ${rng.between(1, 3)} ${local()}`, way(1, 2), way(2, 3), way(3, 1), way(rng.between(1, 3), 4)];
  if (rng.chance(0.5)) lines.push(`0 0 -> ${rng.between(1, 3)} ${local()}`);
  if (rng.chance(0.3)) lines.push(way(rng.between(1, 3), 4));
  return diagramOf(`5 4\n${lines.join('\n')}`);
}

/** The counterexamples of the theory page, then random diagrams, each with its target. */
function* suspects(): Generator<[ThreadDiagram, string]> {
  yield [diagramOf('3 4\n0 0 -> 1 3\n1 0 -> 2 1\n1 2 -> 1 3'), '2|1'];
  yield [diagramOf('3 3\n0 0 -> 1 0\n0 0 -> 1 2\n1 2 -> 1 0\n1 2 -> 2 0'), '2|0'];
  yield [diagramOf('3 2\n0 0 -> 1 0\n0 0 -> 1 1\n1 0 -> 2 0\n1 1 -> 1 0'), '2|1'];
  yield [diagramOf('3 3\n0 0 -> 1 1\n0 1 -> 1 1\n1 0 -> 1 2\n1 1 -> 2 1'), '2|2'];
  for (let seed = 1; seed <= 2000; seed++) {
    const rng = new Rng(seed);
    yield [loopDiagram(rng), `4|${rng.below(4)}`];
  }
}

function isWrong(diagram: ThreadDiagram, target: string, repairs: Repairs): boolean {
  const [shared, local] = target.split('|').map(Number);
  const right = coverableByBackwardSearch(diagram, { shared: shared!, bounded: [local!], unbounded: [] });
  return (answer(diagram, target, repairs).kind === 'covered') !== right;
}

describe('mutants: without any one of the repairs some diagram gets a wrong answer', () => {
  it('with all of them none does', () => {
    for (const [diagram, target] of suspects()) expect(isWrong(diagram, target, allRepairs)).toBe(false);
  });
  for (const repair of ['noIteration', 'rotation', 'everyEdge', 'multigraph', 'horizontal'] as const)
    it(repair, () => {
      const wrong = [...suspects()].find(([diagram, target]) =>
        isWrong(diagram, target, { ...allRepairs, [repair]: false }),
      );
      expect(wrong).toBeDefined();
    });
});
