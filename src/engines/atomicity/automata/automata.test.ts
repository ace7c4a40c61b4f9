import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { parsePhaseAutomata } from '../../../logic/access-patterns/parse-phase-automata.js';
import type { Program } from '../../../model/program/program.js';
import { statedProperty } from '../../../verdict/property.js';
import { interleavingGraph } from '../testing/interleaving-graph.js';
import { randomEml } from '../testing/random-eml.js';
import { findingsFor, firstProblem } from '../testing/run-engine.js';
import { acceptable, randomAutomaton } from './testing/automata-oracle.js';

function findings(model: Program, text: string, all = true) {
  return findingsFor(model, { patterns: [{ text: 'my.ipa', content: text }], ...(all ? { all: [{ text: '' }] } : {}) });
}

describe('phase automata from a file', () => {
  it.each([
    { unitEvents: 0, processes: 2 },
    { unitEvents: 0.4, processes: 2 },
    { unitEvents: 0.2, processes: 2, cooperative: true },
    { unitEvents: 0.2, processes: 3 },
  ])('agree with full exploration; all answers come with evidence: %j', ({ unitEvents, processes, cooperative }) => {
    let accepted = 0;
    let several = 0;
    for (let seed = 1; seed <= 300 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const shape = { processes, locks: rng.between(0, 2), variables: 1, cooperative: cooperative ?? false };
      const model = programOf(randomEml(rng, shape));
      const text = randomAutomaton(rng, 1, unitEvents, processes);
      const graph = interleavingGraph(model, [0, 1, 2].slice(0, processes));
      if (!graph) continue;
      const { automata } = parsePhaseAutomata(new SourceText('my.ipa', text));
      const expected = automata.some((automaton) => acceptable(graph, model, automaton));
      several += automata.length > 1 ? 1 : 0;
      const found = findings(model, text, rng.chance(0.5));
      const isViolated = found.some(({ verdict }) => verdict.kind === 'violated');
      expect(`${seed} ${isViolated}`).toBe(`${seed} ${expected}`);
      expect(`${seed} ${firstProblem(model, found)}`).toBe(`${seed} undefined`);
      if (expected) accepted++;
    }
    expect(accepted).toBeGreaterThan(20 * sampleScale);
    expect(several).toBeGreaterThan(60 * sampleScale);
  });

  it.each([
    ['write x;', 'write x; read y;'],
    ['unit { read y; } write x;', 'write x; unit { write x; }'],
  ])('see what a cooperative process does after its transition (seed 182): %s | %s', (first, second) => {
    const model = programOf(`scheduling cooperative; var x, y;
      process P { main { ${first} } } process Q { main { ${second} } }`);
    for (const stay of ['stay P not end-unit', 'stay P not R y', 'stay Q not W y'])
      expect(findings(model, `automaton a\n${stay}\nQ W x\nP W x`, false).map(({ verdict }) => verdict.kind)).toEqual([
        'violated',
      ]);
  });

  it('need not have begun, if they only must not do something (seeds 12 and 2282)', () => {
    const model = programOf(
      'scheduling cooperative; var x; process P { main { read x; write x; } } process Q { main { read x; write x; } }',
    );
    for (const method of ['antichain', 'bdd', 'explicit']) {
      const text = 'automaton a\nstay Q not R x\nP R x\nstay Q not W x\nP W x';
      const options = { patterns: [{ text: 'my.ipa', content: text }], method: [{ text: method }] };
      expect(findingsFor(model, options).map(({ verdict }) => verdict.kind)).toEqual(['violated']);
    }
  });

  it('may have several transitions between two states, and are one question', () => {
    const model = programOf('var x, y; process P { main { read x; write y; } } process Q { main { write x; } }');
    const written = 'automaton either\nq0 -> q1: P R x\nq1 -> q2: Q W y\nq1 -> q2: Q W x\nq2 -> q3: P W y';
    const inOneLine = 'automaton either\nP R x\nQ W y or Q W x\nP W y';
    for (const text of [written, inOneLine]) {
      const [one, ...others] = findings(model, text, false);
      expect(others).toEqual([]);
      expect(statedProperty(one!.property).transitions).toEqual(['P#1 R x', 'Q#1 W x', 'P#1 W y']);
      expect(firstProblem(model, [one!])).toBeUndefined();
    }
    const never = findings(model, 'automaton never\nP W y\nQ R x or Q W y\nP R x', false);
    expect(never.map(({ verdict, property }) => [verdict.kind, statedProperty(property).automaton])).toEqual([
      ['holds', 'never'],
    ]);
    expect(statedProperty(never[0]!.property).transitions).toEqual(['P W y', 'Q R x or Q W y', 'P R x']);
    expect(firstProblem(model, never)).toBeUndefined();
  });

  it('may let a unit end as soon as another process has moved', () => {
    const model = programOf(`var x; process P { main { write x; } } process Q { main { unit { write x; } write x; } }`);
    const verdicts = (...lines: string[]) =>
      findings(model, ['automaton a', ...lines].join('\n'), false).map(({ verdict }) => verdict.kind);
    expect(verdicts('Q W x in-unit', 'stay Q not end-unit', 'P W x', 'Q W x')).toEqual(['violated']);
    expect(verdicts('Q W x in-unit', 'stay Q not end-unit', 'P W x', 'stay Q not end-unit', 'Q W x')).toEqual([
      'holds',
    ]);
  });

  it('watch outermost units begin and end', () => {
    const model = (lock: string) =>
      programOf(`lock l; var x; once { unit { read x; } }
        process P { main { unit { synchronized(l) { unit { write x; } once(); read x; } } } }
        process Q { main { synchronized(${lock}) { unit { skip; } } } }`);
    const within = ['P begin-unit', 'stay P not end-unit', 'P W x', 'stay P not end-unit', 'Q begin-unit'];
    const verdicts = (lock: string, ...lines: string[]) =>
      findings(model(lock), ['automaton a', ...lines].join('\n'), false).map(({ verdict }) => verdict.kind);
    const after = ['stay P not end-unit', 'Q end-unit', 'stay P not end-unit', 'P R x'];
    expect(verdicts('l', ...within)).toEqual(['violated']);
    expect(verdicts('l', ...within, ...after)).toEqual(['holds']);
    // Inner units do not count, whether in the function itself or in one that it calls.
    expect(verdicts('l', 'P begin-unit', 'P begin-unit')).toEqual(['holds']);
    expect(verdicts('l', 'P W x', 'P end-unit', 'P R x')).toEqual(['holds']);
    expect(verdicts('l', 'P R x', 'P end-unit')).toEqual(['violated']);
  });

  it('take three processes, whose locks exclude them only together', () => {
    const model = (used: string) =>
      programOf(`lock a, b, c, d; var x, y, z;
        process P { main { synchronized(a) { synchronized(b) { } write x; write x; } } }
        process Q { main { synchronized(b) { synchronized(c) { } write y; write y; } } }
        process R { main { synchronized(c) { synchronized(${used}) { } write z; write z; } } }`);
    const text = 'automaton all-inside\nP W x\nQ W y\nR W z\nP W x\nQ W y\nR W z';
    const excluded = findings(model('a'), text, false);
    expect(excluded.map(({ verdict }) => verdict.kind)).toEqual(['holds']);
    expect(firstProblem(model('a'), excluded)).toBeUndefined();
    const free = findings(model('d'), text, false);
    expect(free.map(({ verdict }) => verdict.kind)).toEqual(['violated']);
    expect(firstProblem(model('d'), free)).toBeUndefined();
  });

  it('take placeholders for variables and instances of one process', () => {
    const model = programOf('var x, y; process P * { main { unit { read x; write x; write y; } } }');
    const text =
      'automaton lost-update\n1 R ?a in-unit\nstay 1 not end-unit\n2 W ?a\nstay 1 not end-unit\n1 W ?a in-unit';
    const violated = findings(model, text).filter(({ verdict }) => verdict.kind === 'violated');
    expect(violated.map(({ property }) => statedProperty(property).transitions)).toEqual([
      ['P#1 R x in-unit', 'stay P#1 not end-unit', 'P#2 W x', 'stay P#1 not end-unit', 'P#1 W x in-unit'],
    ]);
  });

  it('may be about one process, and about more than there are', () => {
    const model = programOf('var x; process P { main { read x; unit { write x; } } }');
    const alone = findings(model, 'automaton one\n1 R x\n1 begin-unit\nautomaton two\n1 W x\n1 R x', false);
    expect(alone.map(({ verdict }) => verdict.kind)).toEqual(['violated', 'holds']);
    expect(firstProblem(model, alone)).toBeUndefined();
    const [nobody] = findings(model, 'automaton pair\n1 R x\n2 W x', false);
    expect(nobody!.verdict.kind).toBe('holds');
    expect(nobody!.message).toContain('too few processes or variables');
  });

  it('of one name are one question, and one claim', () => {
    const model = programOf('var x, y; process P { main { read x; write y; } } process Q { main { write x; } }');
    const both = 'automaton a\nP W y\nP R x\nautomaton a\nQ W x\nQ W x';
    const [one, ...others] = findings(model, both, false);
    expect(others).toEqual([]);
    expect(statedProperty(one!.property).transitions).toEqual(['P W y', 'P R x', 'automaton a', 'Q W x', 'Q W x']);
    expect(firstProblem(model, [one!])).toBeUndefined();
  });

  it.each([
    ['HD1201', 'automaton a\n1 reads x'],
    ['HD1201', '1 R x'],
    ['HD1203', 'automaton a'],
    ['HD1201', 'automaton a\n1 R x or'],
    ['HD1201', `automaton a${'\n1 R x or 2 R x'.repeat(9)}`],
    ['HD1204', 'automaton a\nq1 -> q2: 1 W x\nq2 -> q1: 2 W x'],
    ['HD1202', 'automaton a\n1 W z'],
  ])('are refused with %s: %j', (code, text) => {
    const model = programOf('var x; process P { main { read x; } }');
    expect(() => findings(model, text)).toThrow(code);
  });
});
