import { describe, expect, it } from 'vitest';
import type { Stop } from '../../base/budget.js';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import type { ThreadDiagram } from '../../model/threads/diagram.js';
import { parseDiagram } from '../../model/threads/parse-diagram.js';
import { printDiagram } from '../../model/threads/print-diagram.js';
import { coverableWith } from '../../model/threads/testing/brute-force.js';
import { askQuestion } from '../../translate/nets/question.js';
import { shownAs } from '../../verdict/testing/asked.js';
import type { Finding } from '../../verdict/verdict.js';
import { certificateOf } from './certificate.js';
import { coverEngine } from './engine.js';
import { frameProblem } from './problem.js';
import { RunBuilder } from './search/run-builder.js';
import { trimRun } from './search/trim-run.js';
import { boxesOf } from './summaries/boxes.js';
import { findingsOf, verdictOf } from './testing/ask.js';
import { coverableByBackwardSearch } from './testing/oracles.js';
import { randomDiagram } from './testing/random-diagrams.js';

const plain = { broadcast: false, spawn: false, initial: false, wideTarget: true };

function diagramOf(text: string): ThreadDiagram {
  const { model } = parseDiagram(new SourceText('test.ttd', text));
  if (model?.kind !== 'threads') throw new Error('malformed');
  return model as ThreadDiagram;
}

/** Answers every progress with `stop`, once. */
function stopOnce(model: ThreadDiagram, targets: readonly string[], stop: Stop) {
  const findings: Finding[] = [];
  let reserved = 0;
  const options = { target: targets.map((text) => ({ text })) };
  const context = { seed: 1, reserve: (bytes: number) => (reserved += bytes), nextQuestion: () => {} };
  const run = coverEngine.run({ file: 'test', model, options }, context);
  let told = false;
  for (let next = run.next(); !next.done; ) {
    const { value } = next;
    if (value.kind === 'finding') findings.push(value.finding);
    const answer = value.kind === 'progress' && !told ? stop : undefined;
    if (answer) told = true;
    next = run.next(answer);
  }
  return { verdicts: findings.map(({ verdict }) => verdict.kind), reserved };
}

describe('stopping', () => {
  const n = 30_000;
  const edges = Array.from({ length: n }, (_, i) => `0 ${i} -> 0 ${i + 1}`);
  const line = diagramOf(`2 ${n + 1}\n${edges.join('\n')}`);

  it('a question that used up its time is unknown, the next one is answered', () => {
    const { verdicts, reserved } = stopOnce(line, [`0|${n}`, '1|0'], { scope: 'question', message: 'time' });
    expect(verdicts).toEqual(['unknown', 'holds']);
    expect(reserved).toBe(0);
  });

  it('a run that is told to stop leaves all open questions unknown', () => {
    const { verdicts } = stopOnce(line, [`0|${n}`, '1|0'], { scope: 'run', message: 'time' });
    expect(verdicts).toEqual(['unknown', 'unknown']);
  });
});

describe('witnesses', () => {
  it('have the fewest threads where the search is small', () => {
    let shown = 0;
    for (let seed = 1; seed <= 200 * fullScale; seed++) {
      const diagram = randomDiagram(new Rng(seed), plain);
      const target = diagram.targets[0]!.configuration;
      if (!coverableByBackwardSearch(diagram, target)) continue;
      const [finding] = findingsOf(diagram);
      if (finding?.verdict.kind !== 'violated') throw new Error(`seed ${seed}`);
      const threads = Number(shownAs(finding, 'counters').details?.threads);
      for (let fewer = 0; fewer < Math.min(threads, 4); fewer++) {
        const start = { shared: 0, locals: Array.from({ length: fewer }, () => 0) };
        expect(coverableWith(diagram, start, target, fewer), `seed ${seed}\n${printDiagram(diagram)}`).toBe(false);
      }
      shown++;
    }
    expect(shown).toBeGreaterThan(40 * fullScale);
  });

  it('have no detours', () => {
    const { problem } = coverable();
    expect(trimRun(problem, [0, 1, 0, 1, 2, 3, 4, 5])).toEqual([2, 4, 5]);
    const builder = new RunBuilder(problem);
    for (const letter of [5, 4, 2]) builder.prepend(letter);
    expect([builder.demandAt(0), builder.demandAt(1)]).toEqual([1, 0]);
  });

  it('are given up where they are too long, without an exception', () => {
    const { problem } = coverable();
    const builder = new RunBuilder(problem, 2);
    for (const letter of [5, 4]) builder.prepend(letter);
    expect(builder.isFull).toBe(false);
    builder.prepend(2);
    expect(builder.isFull).toBe(true);
    expect(builder.finish()).toBeUndefined();
  });

  it('that a search for a certificate finds are a bug, not a holds', () => {
    const { question } = coverable();
    for (const by of ['forward', 'backward'])
      expect(() => [...certificateOf(question, () => undefined, by)]).toThrow(/covers a target that is not coverable/);
  });
});

function coverable() {
  const diagram = diagramOf('4 3\n0 0 -> 1 1\n1 1 -> 0 0\n0 0 -> 2 1\n2 0 -> 2 2\n2 1 -> 3 1');
  const question = askQuestion(diagram, '3|1');
  if (!question.ok) throw new Error(question.error);
  return { question: question.value, problem: frameProblem(question.value.system, question.value.targets) };
}

describe('several initial states', () => {
  it('those that differ in the shared state only are one box', () => {
    const state = (control: number, unbounded: number[]) => ({ control, marking: [], unbounded });
    const boxes = boxesOf([state(0, [0]), state(1, [0]), state(0, [1]), state(2, [0])]);
    expect(boxes.map(({ controls }) => [...controls])).toEqual([
      [
        [0, 0],
        [1, 1],
        [2, 3],
      ],
      [[0, 2]],
    ]);
  });

  it('summaries start a run in the right state of a box', () => {
    for (let seed = 1; seed <= 300 * fullScale; seed++) {
      const rng = new Rng(seed);
      const diagram = randomDiagram(rng, plain);
      const initial = [0, 1, 1].map((shared) => ({ shared, bounded: [], unbounded: [0] }));
      initial.push({ shared: 0, bounded: [], unbounded: [1] });
      const asked = { ...diagram, initial };
      const expected = coverableByBackwardSearch(asked, asked.targets[0]!.configuration) ? 'violated' : 'holds';
      expect(verdictOf(asked, 'summaries'), `seed ${seed}\n${printDiagram(asked)}`).toBe(expected);
    }
  });
});
