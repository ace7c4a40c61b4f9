// `join t` against brute force: no answer is wrong, few questions stay open, and none where the thread is the only one.

import { describe, expect, it } from 'vitest';
import type { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { soleChildJoins } from '../../model/program/analyses/sole-children.js';
import { compareWithBruteForce } from './testing/brute-force.js';

const cases = 120 * sampleScale;

function randomJoins(rng: Rng): string {
  const simple = () => rng.pick(['label A;', 'label B;', 'read x;', 'write x;', 'synchronized(l) { label A; }']);
  const statement = (): string => {
    const handle = rng.pick(['t', 'u']);
    switch (rng.below(8)) {
      case 0:
      case 1:
        return `${handle} = spawn ${rng.pick(['f', 'g'])}();`;
      case 2:
        return `if (${handle} != null) join ${handle};`;
      case 3:
        return rng.chance(0.5) ? 't = u;' : 'join;';
      case 4:
        return rng.chance(0.5) ? 'spawn g();' : 'f();';
      default:
        return simple();
    }
  };
  if (rng.chance(0.5)) {
    const lines = [
      'let t = spawn f();',
      'let u = spawn g();',
      ...rng.pick([['join t;'], ['join u;'], ['join t;', 'join u;']]),
    ];
    const main = lines.flatMap((line) => (rng.chance(0.6) ? [line, simple()] : [line])).join(' ');
    return `lock l; var x; f { ${simple()} } g { ${simple()} } process P { main { ${main} ${simple()} } }`;
  }
  const declared = `let t: thread = ${rng.pick(['null', 'spawn f()'])}; let u: thread = ${rng.pick(['t', 'spawn g()'])};`;
  const joined = rng.chance(0.5) ? 'join t;' : 'join u;';
  const body = Array.from({ length: rng.between(1, 4) }, statement).join(' ');
  return `lock l; var x;
f { ${simple()} ${rng.chance(0.2) ? 'spawn g();' : ''} }
g { ${simple()} }
process P { main { ${declared} ${body} if (t != null && u != null) { ${joined} } ${simple()} } }`;
}

describe('joins of one thread', () => {
  it(`are answered as brute force does, for ${cases} random programs`, () => {
    const counts = compareWithBruteForce(cases, randomJoins);
    expect(counts.violated).toBeGreaterThan(cases / 4);
    expect(counts.holds).toBeGreaterThan(cases / 4);
    expect(counts.unknown).toBeLessThan(counts.holds / 4);
  });

  it.each([
    ['let t = spawn f(); label A; join t; label B;', 1],
    ['let t = spawn f(); let u = t; join u; spawn f(); join t;', 1],
    ['let t = spawn f(); let u = spawn f(); join t; join u;', 1],
    ['while (*) { let t = spawn f(); join t; }', 1],
    ['let t = spawn f(); while (*) { t = spawn f(); } join t;', 0],
    ['while (*) { spawn f(); } let t = spawn f(); join t;', 0],
    ['while (*) { spawn f(); } join; let t = spawn f(); join t;', 1],
    ['g(); let t = spawn f(); join t;', 0],
    ['let t = spawn f(); if (*) { t = spawn f(); } join t;', 0],
    ['h(); label A;', 0],
  ])('%s', (body, sole) => {
    const program = programOf(
      `f { label F; } g { spawn f(); } h { let t = spawn f(); join t; } process P { main { if (*) { g(); join; h(); join; } ${body} } }`,
    );
    const main = program.functions[program.processes[0]!.entry]!;
    expect(main.edges.filter((edge) => soleChildJoins(program).has(edge)).length).toBe(sole);
  });
});
