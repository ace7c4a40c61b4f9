import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../base/diagnostic.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { atomicityEngine } from './engine.js';
import { optionsOf } from './testing/run-engine.js';

/** Place (if any) and message of each note. */
function notes(text: string, options: Readonly<Record<string, string>> = {}): string[] {
  const model = programOf(text);
  const task = { file: 'test.eml', model, options: optionsOf({ 'explain-sets': '', ...options }) };
  const run = atomicityEngine.run(task, { seed: 0, reserve() {}, nextQuestion() {} });
  return [...run].flatMap((event) => {
    if (event.kind !== 'diagnostic') return [];
    const { place, message } = event.diagnostic;
    expect(printDiagnostic(event.diagnostic)).toContain('note[HD1300]: ');
    return `${place ? `${place.line}:${place.column} ` : ''}${message}`;
  });
}

describe('--explain-sets', () => {
  it('tells the default set, units, single accesses, pairs and patterns', () => {
    const text = `var x, y;
process P { get { read x; } main { unit { get(); write y; } get(); } }
process Q * { main { write x; } }`;
    expect(notes(text)).toEqual([
      'the atomic set is x and y: no set is declared, so all shared variables belong together',
      '2:36 a unit of P with x and y, calls included',
      '2:19 this access of P to x is in no unit: it is a unit of its own',
      '3:22 this access of Q to x is in no unit: it is a unit of its own',
      'units of P are asked about units of Q, in both roles',
      'two processes Q are asked about each other: there can be several',
      'each is asked for 32 patterns: 5 on every variable of a set, 27 on every two',
    ]);
  });

  it('tells declared sets from variables that are left over', () => {
    const text = 'var x, y, z; atomic set A { x, y } process P { main { } } process Q { main { } }';
    expect(notes(text, { patterns: 'paper' })).toEqual([
      'atomic set A is x and y, as declared',
      'z is an atomic set of its own: other sets are declared, and it is in none of them',
      'units of P are asked about units of Q, in both roles',
      'each is asked for 14 patterns: 5 on every variable of a set, 9 on every two',
    ]);
  });

  it('speaks of threads that are started, and not of functions that only run in units', () => {
    const text = `var x;
process P { f { read x; } w { unit { f(); } } main { spawn w(); } }`;
    expect(notes(text)).toEqual([
      'the atomic set is x: no set is declared, so all shared variables belong together',
      '2:31 a unit of P/w with x, calls included',
      'units of P are asked about units of P/w, in both roles',
      'each is asked for 32 patterns: 5 on every variable of a set, 27 on every two',
    ]);
  });

  it('is silent unless asked', () => {
    const model = programOf('var x; process P { main { } } process Q { main { } }');
    const run = atomicityEngine.run({ file: '', model, options: {} }, { seed: 0, reserve() {}, nextQuestion() {} });
    expect([...run].some(({ kind }) => kind === 'diagnostic')).toBe(false);
  });
});
