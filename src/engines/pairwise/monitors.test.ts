// Monitors of objects, and locks in variables, against brute force: no answer is wrong, and few questions stay open.

import { describe, expect, it } from 'vitest';
import type { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { knownMonitors } from '../../model/program/analyses/known-monitors.js';
import { compareWithBruteForce } from './testing/brute-force.js';

const cases = 120 * sampleScale;

function randomMonitors(rng: Rng): string {
  const simple = () => rng.pick(['label A;', 'label B;', 'read x;', 'write x;']);
  const object = () => rng.pick(['p', 'q', 'p', 'o', 'new C']);
  const held = (lock: string) => `synchronized(${lock}) { ${simple()} ${rng.chance(0.3) ? simple() : ''} }`;
  const inFunction = () => rng.pick([held('c'), held('m'), held('c'), simple(), `if (*) { ${held('c')} }`]);
  const function_ = (name: string) =>
    `${name}(c: C, m: lock) { ${inFunction()} ${rng.chance(0.4) ? inFunction() : ''} }`;
  const call = () =>
    `${rng.chance(0.6) ? 'spawn ' : ''}${rng.pick(['f', 'g'])}(${object()}, ${rng.pick(['l', 'k', 'l'])});`;
  const inMain = () => rng.pick([call(), call(), held('p'), held('o'), simple()]);
  const body = Array.from({ length: rng.between(1, 3) }, inMain).join(' ');
  const again = rng.chance(0.3) ? 'p = new C;' : '';
  return `class C { n: int; } var o: C, x; lock l, k;
${function_('f')} ${function_('g')}
process P { main { let p = new C; let q = ${rng.pick(['p', 'new C'])}; o = ${rng.pick(['p', 'q', 'new C'])}; ${again} ${body} ${rng.chance(0.5) ? 'join;' : ''} ${inMain()} } }`;
}

describe('monitors of objects', () => {
  it(`are answered as brute force does, for ${cases} random programs`, () => {
    const counts = compareWithBruteForce(cases, randomMonitors);
    expect(counts.violated).toBeGreaterThan(cases / 4);
    expect(counts.holds).toBeGreaterThan(cases / 4);
    expect(counts.unknown).toBeLessThan(counts.holds / 2);
  });

  it.each([
    ['let o = new C; synchronized(o) { }', 1],
    ['let o = new C; let p = o; v = p; synchronized(v) { }', 1],
    ['v = new C; w = new C; synchronized(v) { }', 1],
    ['v = new C; v = new C; synchronized(v) { }', 0],
    ['while (*) { v = new C; } synchronized(v) { }', 0],
    ['v = make(); synchronized(v) { }', 1],
    ['v = make(); w = make(); synchronized(v) { }', 0],
    ['m = a; synchronized(m) { }', 1],
    ['m = a; m = b; synchronized(m) { }', 0],
    ['let all = new C[2]; all[0] = new C; synchronized(all[0]) { }', 1],
    ['let n = new N; n.c = new C; let k = new N; k.c = new C; synchronized(n.c) { }', 0],
  ])('%s', (body, known) => {
    const program = programOf(
      `class C { n: int; } class N { c: C; } var v: C, w: C, m: lock; lock a, b; make: C { return new C; } process P { main { ${body} } }`,
    );
    const monitors = knownMonitors(program);
    const acquired = program.functions.flatMap(({ edges }, id) =>
      edges.flatMap(({ action }) => (action.kind === 'acquire' ? [monitors.of(id, action.lock)] : [])),
    );
    expect(acquired.filter((monitor) => monitor !== undefined).length).toBe(known);
  });
});
