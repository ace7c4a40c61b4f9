// Certificates of engines that are wrong: each works on a model other than the one that it was asked about. What they say is
// right for that model, and must be rejected wherever the truth, by plain search, is another.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { findingsOf, isCertified } from '../../engines/cover/testing/ask.js';
import { coverableByBackwardSearch } from '../../engines/cover/testing/oracles.js';
import { randomDiagram } from '../../engines/cover/testing/random-diagrams.js';
import { randomSource, showsWith } from '../../engines/cover/testing/random-sources.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import type { ThreadDiagram } from '../../model/threads/diagram.js';
import type { Certificate } from '../../verdict/certificate.js';
import { outcomeOf } from '../testing/outcome-of.js';
import { basisCertifier } from './cover-certifiers.js';

const cases = 150 * fullScale;

function certificateFor(model: ThreadDiagram | Program, target?: string): Certificate | undefined {
  const [finding] = findingsOf(model, target === undefined ? {} : { target: [target] });
  if (finding?.verdict.kind !== 'holds' || !('body' in finding.verdict.certificate)) return undefined;
  return finding.verdict.certificate;
}

/** Wrong engines: what each takes a diagram for. */
const wrongEngines: readonly [string, (diagram: ThreadDiagram, rng: Rng) => ThreadDiagram][] = [
  [
    'loses an edge',
    (diagram, rng) => ({ ...diagram, edges: diagram.edges.toSpliced(rng.below(diagram.edges.length), 1) }),
  ],
  [
    'does not know that there is any number of threads',
    (diagram) => ({
      ...diagram,
      initial: diagram.initial.map((start) => ({
        ...start,
        bounded: [...start.bounded, ...start.unbounded],
        unbounded: [],
      })),
    }),
  ],
  [
    'forgets passive threads',
    (diagram) => ({ ...diagram, edges: diagram.edges.map((edge) => ({ ...edge, passive: [] })) }),
  ],
];

describe('certificates about diagrams', () => {
  it.each(wrongEngines)('are rejected wherever an engine is wrong that %s', (_, mistaken) => {
    let wrong = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const diagram = randomDiagram(rng, { broadcast: true, spawn: true, initial: true, wideTarget: seed % 2 === 0 });
      if (diagram.edges.length === 0) continue;
      const certificate = certificateFor(mistaken(diagram, rng));
      const [target] = diagram.targets;
      if (!certificate || !target || !coverableByBackwardSearch(diagram, target.configuration)) continue;
      wrong++;
      const [finding] = findingsOf(diagram);
      expect(isCertified(diagram, finding!.property, certificate), `seed ${seed}`).toBe(false);
    }
    expect(wrong).toBeGreaterThan(2);
  });
});

/** Wrong engines: what each takes a program for. */
const wrongReadings: readonly [string, (text: string) => string][] = [
  ['loses what fails', (text) => text.replaceAll(/assert [^;]*;/g, 'assert true;')],
  ['takes one thread for any number', (text) => text.replace('process P *', 'process P')],
  ['does not write', (text) => text.replaceAll(/ ([xy]) = [^;]*;/g, ' skip;')],
];

describe('certificates about programs', () => {
  it.each(wrongReadings)('are rejected wherever an engine is wrong that %s', (_, misread) => {
    let wrong = 0;
    for (let seed = 1; seed <= cases / 2; seed++) {
      const text = randomSource(new Rng(seed));
      const program = programOf(text);
      for (const target of ['assert', 'A']) {
        if (!misread(text).includes(target === 'assert' ? 'assert' : 'label A')) continue;
        const certificate = certificateFor(programOf(misread(text)), target);
        if (!certificate || ![1, 2].some((instances) => showsWith(program, instances, target))) continue;
        wrong++;
        expect(isCertified(program, { kind: 'coverable', target }, certificate), `${target}\n${text}`).toBe(false);
      }
    }
    expect(wrong).toBeGreaterThan(2);
  });

  it('are rejected when a local is to be forgotten that is read later', () => {
    const program = programOf('var x : bool; process P * { main { let a = x; x = true; assert !a; } }');
    const forgotten = program.functions.map(({ nodeCount, locals }) =>
      Array.from({ length: nodeCount }, () => locals.map((_, i) => i)),
    );
    const body = { shared: [], locals: [], forgotten, basis: [] };
    expect(isCertified(program, { kind: 'coverable', target: 'assert' }, { kind: 'upward-closed-basis', body })).toBe(
      false,
    );
  });

  it('are rejected for labels that the program does not have, for other scopes and for objects', () => {
    const program = programOf('var x : bool; process P * { main { label a; } }');
    const certificate: Certificate = { kind: 'upward-closed-basis', body: { shared: [], locals: [], basis: [] } };
    expect(outcomeOf(basisCertifier, program, { kind: 'coverable', target: 'b' }, certificate)).toBe('rejected');
    expect(outcomeOf(basisCertifier, program, { kind: 'coverable', target: 'a' }, certificate)).toBe('rejected');
    const bounded = { kind: 'bounded', bounds: {}, assumptions: [] } as const;
    expect(outcomeOf(basisCertifier, program, { kind: 'coverable', target: 'a' }, certificate, bounded)).toBe(
      'rejected',
    );
    const objects = programOf('class C { x : int; } process P * { main { let c = new C; assert true; } }');
    expect(outcomeOf(basisCertifier, objects, { kind: 'coverable', target: 'assert' }, certificate)).toBe('rejected');
  });
});
