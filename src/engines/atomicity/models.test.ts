import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { statedProperty } from '../../verdict/property.js';
import { atomicityEngine } from './engine.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';

/** Verdicts with their sets or variables; all evidence is checked. */
function answers(text: string): string[] {
  const model = programOf(text);
  const findings = findingsOf(model);
  expect(firstProblem(model, findings)).toBeUndefined();
  return findings.map(
    ({ verdict, property }) => `${statedProperty(property).set ?? statedProperty(property).variables} ${verdict.kind}`,
  );
}

const update = 'unit { read x; write x; }';

describe('kinds of models', () => {
  it.each<[string, string, string[]]>([
    ['no locks', `var x; process P { main { ${update} } } process Q { main { write x; } }`, ['x violated']],
    ['no units', 'var x; process P { main { read x; write x; } } process Q { main { write x; } }', ['* holds']],
    ['neither', 'var x; process P { main { skip; } } process Q { main { } }', ['* holds']],
    [
      'locks in opposite orders',
      `lock a, b; var x;
       process P { main { synchronized(a) { synchronized(b) { } while (true) { } } } }
       process Q { main { synchronized(b) { unit { read x; synchronized(a) { } write x; } } } }
       process R { main { write x; } }`,
      ['x violated', '* holds', '* holds'],
    ],
    [
      'a process that blocks for ever: nothing follows',
      `lock a; var x;
       process P { main { let t: thread = null; join t; ${update} } }
       process Q { main { synchronized(a) { write x; } } }`,
      ['* holds'],
    ],
    [
      'processes that never return',
      `lock l; var x;
       process P { main { while (true) { synchronized(l) { ${update} } } } }
       process Q { main { while (true) { synchronized(l) { write x; } } } }`,
      ['* holds'],
    ],
    [
      'mutual recursion',
      `lock l; var x;
       process P { even { read x; if (*) odd(); } odd { write x; if (*) even(); } main { unit { even(); } } }
       process Q { main { write x; } }`,
      ['x violated'],
    ],
    [
      'mutual recursion under a reentrant lock',
      `lock l; var x;
       process P { synchronized(l) even { read x; if (*) odd(); } synchronized(l) odd { write x; if (*) even(); }
                   main { unit { even(); } } }
       process Q { main { synchronized(l) { write x; } } }`,
      ['* holds'],
    ],
    [
      'functions that are never called',
      `var x; process P { unused { ${update} } main { read x; } } process Q { main { write x; } }`,
      ['* holds'],
    ],
    [
      'functions behind one that never returns',
      `var x; process P { spin { while (true) { } } f { ${update} } main { spin(); f(); } } process Q { main { write x; } }`,
      ['* holds'],
    ],
    [
      'several atomic sets',
      `var x, y, z; atomic set A { x, y } atomic set B { y, z }
       process P { main { unit { read x; read z; } } }
       process Q { main { unit { write x; write z; } } }`,
      ['A holds', 'B holds'],
    ],
    [
      'a set that is violated next to one that is not',
      `var x, y; atomic set A { x } process P { main { unit { read x; write x; read y; } } } process Q { main { write x; write y; } }`,
      ['x violated', 'y holds'],
    ],
  ])('%s', (_, text, expected) => {
    expect(answers(text).sort()).toEqual(expected.toSorted());
  });

  it('have nothing to ask without two threads, a variable and a unit', () => {
    const worth = (text: string) => atomicityEngine.worthAsking({ file: '', model: programOf(text), options: {} });
    expect(worth('var x; process P { main { read x; } }').ok).toBe(false);
    expect(worth('lock l; process P { main { } } process Q { main { } }').ok).toBe(false);
    expect(worth('var x; process P { w { read x; } main { spawn w(); } }').ok).toBe(false);
    expect(worth('var x; process P { w { unit { read x; } } main { spawn w(); } }').ok).toBe(true);
  });
});
