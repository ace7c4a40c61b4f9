import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { parsePhaseAutomata } from '../../../logic/access-patterns/parse-phase-automata.js';
import type { Program } from '../../../model/program/program.js';
import { type AtomicityMethod, atomicityMethods } from '../info.js';
import { interleavingGraph } from '../testing/interleaving-graph.js';
import { randomEml } from '../testing/random-eml.js';
import { findingsFor, firstProblem } from '../testing/run-engine.js';
import { acceptable, randomAutomaton } from './testing/automata-oracle.js';

function findings(model: Program, text: string, method: AtomicityMethod) {
  return findingsFor(model, { patterns: [{ text: 'my.ipa', content: text }], method: [{ text: method }] });
}

const kindsOf = (model: Program, text: string, method: AtomicityMethod) =>
  findings(model, text, method).map(({ verdict }) => verdict.kind);

/** How many random models each method is asked about. */
const cases = {
  antichain: 0,
  explicit: 60,
  bdd: 60,
  'kahlon-gupta': 60,
  cpds: 24,
  'cpds-plain': 16,
  'cpds-nested-words': 16,
};

describe('methods on phase automata', () => {
  it.each(atomicityMethods.filter((method) => method !== 'antichain'))('%s agrees with full exploration', (method) => {
    const counts = { violated: 0, holds: 0, unknown: 0 };
    for (let seed = 1; seed <= cases[method] * sampleScale; seed++) {
      const rng = new Rng(seed);
      const processes = seed % 4 === 0 ? 3 : 2;
      const shape = { processes, locks: rng.between(0, 2), variables: 1, cooperative: seed % 7 === 0 };
      const model = programOf(randomEml(rng, shape));
      const text = randomAutomaton(rng, 1, 0.2, processes);
      const graph = interleavingGraph(model, [0, 1, 2].slice(0, processes));
      if (!graph) continue;
      const { automata } = parsePhaseAutomata(new SourceText('my.ipa', text));
      const expected = automata.some((automaton) => acceptable(graph, model, automaton));
      const found = findings(model, text, method);
      for (const { verdict } of found) counts[verdict.kind]++;
      const isViolated = found.some(({ verdict }) => verdict.kind === 'violated');
      const isUnknown = found.some(({ verdict }) => verdict.kind === 'unknown');
      if (isViolated || !isUnknown) expect(`${seed} ${isViolated}`).toBe(`${seed} ${expected}`);
      const answered = found.filter(({ verdict }) => verdict.kind !== 'unknown');
      expect(firstProblem(model, answered)).toBeUndefined();
      expect(found.every((finding) => finding.method === method)).toBe(true);
    }
    expect(counts.violated).toBeGreaterThan(0);
    expect(counts.holds).toBeGreaterThan(counts.unknown / 4);
  });

  const threeOf = (used: string) =>
    programOf(`lock a, b, c, d; var x, y, z;
      process P { main { synchronized(a) { synchronized(b) { } write x; write x; } } }
      process Q { main { synchronized(b) { synchronized(c) { } write y; write y; } } }
      process R { main { synchronized(c) { synchronized(${used}) { } write z; write z; } } }`);
  const inside = 'automaton all-inside\nP W x\nQ W y\nR W z\nP W x\nQ W y\nR W z';

  it.each(['explicit', 'kahlon-gupta', 'cpds', 'cpds-plain'] as const)('%s takes three processes', (method) => {
    expect(kindsOf(threeOf('a'), inside, method)).toEqual(['holds']);
    expect(kindsOf(threeOf('d'), inside, method)).toEqual(['violated']);
  });

  it('bdd says that its diagrams relate two threads', () => {
    const [finding] = findings(threeOf('a'), inside, 'bdd');
    expect(finding!.message).toBe('P#1, Q#1, R#1: automaton all-inside');
    expect(finding!.verdict).toMatchObject({ kind: 'unknown', because: expect.stringContaining('relate two') });
  });

  it('kahlon-gupta does nothing between a transition and the phase that it begins', () => {
    const model = programOf('var x; process P { main { write x; read x; } } process Q { main { read x; write x; } }');
    const text = 'automaton a\nP W x\nstay P not R x\nQ W x\nstay P not R x\nQ R x';
    for (const method of ['antichain', 'kahlon-gupta', 'explicit', 'bdd'] as const)
      expect(kindsOf(model, text, method)).toEqual(['holds']);
    expect(kindsOf(model, 'automaton a\nP W x\nstay P not R x\nQ W x\nP R x', 'kahlon-gupta')).toEqual(['violated']);
  });

  it('do not follow spawned threads, and say so', () => {
    const model = programOf(
      'var x; process P { child { write x; } main { let t = spawn child(); join t; read x; } } process Q { main { write x; } }',
    );
    const text = 'automaton a\nP R x\nQ R x';
    expect(findings(model, text, 'bdd')[0]!.verdict).toMatchObject({ because: expect.stringContaining('spawned') });
    expect(kindsOf(model, text, 'explicit')).toEqual(['holds']);
  });
});
