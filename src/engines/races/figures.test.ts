import { describe, expect, test } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { randomShape, randomTrace } from '../../model/traces/testing/trace-generator.js';
import { traceOfEvents, walkAll } from '../../model/traces/testing/trace-of.js';
import { TraceWalk } from '../../model/traces/trace-walk.js';
import { makeDetector } from './algorithms.js';
import { Explainer } from './explainer.js';
import { Narrator } from './narrator.js';
import { Figure4Detector, Figure8Detector } from './testing/figure-detectors.js';

const cases = 1000 * fullScale;

function traceOfSeed(seed: number) {
  const rng = new Rng(seed);
  return traceOfEvents(randomTrace(rng, randomShape(rng)));
}

describe('the normal form on the lockset table', () => {
  const pairs = [
    ['goldilocks-basic', 'Fig. 4', () => new Figure4Detector()],
    ['goldilocks', 'Fig. 8', () => new Figure8Detector()],
  ] as const;
  for (const [algorithm, figure, makeFigure] of pairs)
    test(`${algorithm} reports the first races of ${figure}`, () => {
      for (let seed = 1; seed <= cases; seed++) {
        const detector = makeDetector(algorithm);
        const reference = makeFigure();
        walkAll(traceOfSeed(seed), detector);
        walkAll(traceOfSeed(seed), reference);
        const found = new Map(detector.races.map((race) => [race.variable, race.later.event]));
        expect(found, `seed ${seed}`).toEqual(reference.races);
      }
    });
});

test('an explained variable shows the locksets of Fig. 4', () => {
  for (let seed = 1; seed <= cases; seed++) {
    const model = traceOfSeed(seed);
    const walk = new TraceWalk(model);
    const explainer = new Explainer(walk, [], ['x0']);
    for (const _ of walk.run(explainer));
    const evolution = explainer.evolutionOf('x0');
    const last = evolution.at(-1);
    if (last === undefined || evolution.length === 200) continue;
    const reference = new Figure4Detector();
    const referenceWalk = walkAll(model, reference).walk;
    const set = reference.locksets.get(referenceWalk.names.variables.findText('x0'))!;
    const expected = [...(set === 'all' ? [] : set)].map((element) => nameOf(element, walk));
    const narrator = new Narrator('trace.std', walk.names);
    const shown = last.lockset.map((element) => narrator.element(element));
    expect(shown.sort(), `seed ${seed}`).toEqual(expected.sort());
  }
});

function nameOf(element: string, { names }: TraceWalk): string {
  const id = Number(element.slice(1));
  return element.startsWith('T') ? names.threads.text(id) : names.syncs.text(id);
}
