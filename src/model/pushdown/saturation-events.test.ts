import { describe, expect, it } from 'vitest';
import { shortestPath } from '../../logic/semiring/shortest-path.js';
import { singleton } from './p-automaton.js';
import { postStarSteps } from './post-star.js';
import { preStarSteps } from './pre-star.js';
import { shortestPathSystem } from './pushdown-model.js';
import { printEvent, saturationEvents } from './saturation-events.js';
import { syntheticSystem } from './synthetic-system.js';
import { readPushdownText } from './text/read-text.js';

const model = readPushdownText(
  'test.pds',
  `
  initial <p, main>
  <p, main> -> <p, f exit> weight 2
  <p, f> -> <p, g>         weight 5
  <p, f> -> <p, h>         weight 1
  <p, h> -> <p, g>         weight 1
  <p, g> -> <p>            weight 0`,
);

describe('the event stream', () => {
  it('tells every new and improved transition with its rule', () => {
    const weighted = shortestPathSystem(model);
    const query = singleton(weighted.system, shortestPath, model.initial!);
    const events = [...saturationEvents('post', weighted, query)];
    expect(events.map((event) => printEvent(weighted.system, shortestPath.print, event))).toEqual([
      'new p -main-> q0 (0)',
      'new p -f-> q1 (0) by rule 0',
      'new q1 -exit-> q0 (2) by rule 0',
      'new p -g-> q1 (5) by rule 1',
      'new p -h-> q1 (1) by rule 2',
      'new p -ε-> q1 (5) by rule 4',
      'improved p -g-> q1 (2) by rule 3',
      'new p -exit-> q0 (7) by rule 0',
      'improved p -ε-> q1 (2) by rule 4',
      'improved p -exit-> q0 (4) by rule 0',
    ]);
  });

  it('returns the saturated automaton, whose states have names', () => {
    const weighted = shortestPathSystem(model);
    const stream = saturationEvents('post', weighted, singleton(weighted.system, shortestPath, model.initial!));
    let step = stream.next();
    while (!step.done) step = stream.next();
    expect(step.value.stateName(2)).toBe('(p, f)');
    expect([...Array(3).keys()].map((state) => step.value?.stateName(state))).toEqual(['p', 'q0', '(p, f)']);
  });

  it('goes backwards too', () => {
    const weighted = shortestPathSystem(model);
    const query = singleton(weighted.system, shortestPath, { state: 0, stack: [2] });
    const events = [...saturationEvents('pre', weighted, query)];
    expect(events.map((event) => printEvent(weighted.system, shortestPath.print, event))).toContain(
      'improved p -main-> q0 (4) by rule 0',
    );
  });
});

describe('progress', () => {
  it('comes every few thousand steps, with the memory in use', () => {
    const weighted = syntheticSystem(20_000, 1);
    const query = () => singleton(weighted.system, shortestPath, { state: 0, stack: [0] });
    for (const steps of [postStarSteps(weighted, query()), preStarSteps(weighted, query())]) {
      const progress = [...steps];
      expect(progress.map((p) => p.steps)).toEqual(progress.map((_, i) => (i + 1) * 4096));
      expect(progress.length).toBeGreaterThan(2);
      expect(progress.at(-1)!.bytes).toBeGreaterThan(100_000);
    }
  });
});
