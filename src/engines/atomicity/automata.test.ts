import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { parsePhaseAutomata } from '../../logic/access-patterns/parse-phase-automata.js';
import type { PhaseAutomaton, StayRestriction } from '../../logic/access-patterns/phase-automaton.js';
import type { Program } from '../../model/program/program.js';
import { statedProperty } from '../../verdict/property.js';
import { type GlobalStep, interleavingGraph } from './testing/interleaving-graph.js';
import { randomEml } from './testing/random-eml.js';
import { findingsFor, firstProblem } from './testing/run-engine.js';

function findings(model: Program, text: string, all = true) {
  return findingsFor(model, { patterns: [{ text: 'my.ipa', content: text }], ...(all ? { all: [{ text: '' }] } : {}) });
}

/** The oracle: can processes P0 and P1 drive the automaton to its end? */
function acceptable(graph: readonly (readonly GlobalStep[])[], model: Program, automaton: PhaseAutomaton): boolean {
  const width = automaton.transitions.length + 1;
  const seen = new Set([0]);
  const nameOf = (variable: number) => model.variables[variable]!.name;
  for (const key of seen) {
    const state = key % width;
    if (state === width - 1) return true;
    const transition = automaton.transitions[state]!;
    for (const { process, observation, to } of graph[Math.floor(key / width)]!) {
      const who = `P${process}`;
      const forbids = (stay: StayRestriction) =>
        stay.state === state &&
        stay.process === who &&
        stay.events.some((event) => {
          if (event.kind === 'end-unit') return observation.kind === 'end-unit';
          if (observation.kind !== 'access') return false;
          return event.access === observation.access && event.variable === nameOf(observation.variable);
        });
      if (!automaton.stays.some(forbids)) seen.add(to * width + state);
      if (transition.process !== who) continue;
      if (!('variable' in transition) && observation.kind === transition.kind) seen.add(to * width + state + 1);
      if (observation.kind !== 'access' || !('variable' in transition)) continue;
      if (transition.kind !== observation.access || transition.variable !== nameOf(observation.variable)) continue;
      if (observation.inUnit || !transition.inUnit) seen.add(to * width + state + 1);
    }
  }
  return false;
}

function randomAutomaton(rng: Rng, variables: number, unitEvents = 0): string {
  const process = () => `P${rng.below(2)}`;
  const access = () => `${rng.pick(['R', 'W'])} x${rng.below(variables)}`;
  const lines = Array.from({ length: rng.between(2, 4) }, () => {
    const stay = rng.chance(0.4) ? [`stay ${process()} not ${rng.pick(['end-unit', access()])}`] : [];
    const way = () =>
      rng.chance(unitEvents)
        ? `${process()} ${rng.pick(['begin-unit', 'end-unit'])}`
        : `${process()} ${access()} ${rng.pick(['in-unit', 'any'])}`;
    return [...stay, Array.from({ length: rng.chance(0.3) ? 2 : 1 }, way).join(' or ')].join('\n');
  });
  return ['automaton random', ...lines].join('\n');
}

describe('phase automata from a file', () => {
  it.each([0, 0.4])('agree with full exploration, and their witnesses replay (events of units: %d)', (unitEvents) => {
    let accepted = 0;
    let several = 0;
    for (let seed = 1; seed <= 500 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const model = programOf(randomEml(rng, { processes: 2, locks: rng.between(0, 2), variables: 1 }));
      const text = randomAutomaton(rng, 1, unitEvents);
      const graph = interleavingGraph(model, [0, 1]);
      if (!graph) continue;
      const { automata } = parsePhaseAutomata(new SourceText('my.ipa', text));
      const expected = automata.some((automaton) => acceptable(graph, model, automaton));
      several += automata.length > 1 ? 1 : 0;
      const violated = findings(model, text).filter(({ verdict }) => verdict.kind === 'violated');
      expect(`${seed} ${violated.length > 0}`).toBe(`${seed} ${expected}`);
      expect(firstProblem(model, violated)).toBeUndefined();
      if (expected) accepted++;
    }
    expect(accepted).toBeGreaterThan(60 * sampleScale);
    expect(several).toBeGreaterThan(60 * sampleScale);
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
    expect(findings(model('a'), text, false).map(({ verdict }) => verdict.kind)).toEqual(['holds']);
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
