// `wait` and `notify` against brute force: no answer is wrong, and few questions stay open.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { programReplayer } from '../../evidence/program/program-replayer.js';
import { certificateOf, certifyClaim } from '../../evidence/testing/certify.js';
import { judge } from '../../evidence/testing/mutant-probe.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import type { Finding } from '../../verdict/verdict.js';
import { pairwiseEngine } from './engine.js';
import { findingsOf } from './testing/findings.js';

const cases = 60 * fullScale;
const races = { property: [{ text: 'races' }] };

function ask(model: Program): Finding[] {
  return [{}, races].flatMap((options) => findingsOf(pairwiseEngine, { file: 'test.eml', model, options }));
}

function randomWaits(rng: Rng): string {
  const simple = () => rng.pick(['label A;', 'label B;', 'read x;', 'write x;']);
  const monitor = (lock: string) =>
    rng.pick([`wait(${lock});`, `wait(${lock});`, `timedWait(${lock});`, `notify(${lock});`, `notifyAll(${lock});`]);
  const statement = () => {
    if (rng.chance(0.4)) return simple();
    const lock = rng.pick(['l', 'l', 'm']);
    const inner = rng.chance(0.3) ? `if (*) { ${monitor(lock)} }` : monitor(lock);
    return `synchronized(${lock}) { ${rng.chance(0.5) ? simple() : ''} ${inner} ${rng.chance(0.5) ? simple() : ''} }`;
  };
  const body = () => Array.from({ length: rng.between(1, 3) }, statement).join(' ');
  return `lock l, m; var x;\nprocess P { main { ${body()} } }\nprocess Q { main { ${body()} } }`;
}

function keyOf({ property }: Pick<Finding, 'property'>): string {
  return JSON.stringify(
    property.kind === 'race' ? property.variable : property.kind === 'pairwise' && property.labels.toSorted(),
  );
}

describe('wait and notify', () => {
  it(`are answered as brute force does, for ${cases} random programs`, () => {
    const counts = { violated: 0, holds: 0, unknown: 0 };
    for (let seed = 1; seed <= cases; seed++) {
      const text = randomWaits(new Rng(seed));
      const program = programOf(text);
      const truth = new Map(judge(text)!.claims.map((claim) => [keyOf(claim), claim.isTrue]));
      for (const finding of ask(program)) {
        const { verdict, property } = finding;
        counts[verdict.kind]++;
        if (verdict.kind === 'unknown') continue;
        expect(truth.get(keyOf(finding)), `seed ${seed} ${keyOf(finding)}\n${text}`).toBe(verdict.kind === 'holds');
        if (verdict.kind === 'holds')
          expect(certifyClaim(program, property, certificateOf(finding))).toEqual({ kind: 'accepted' });
        else {
          const claim = { property, witness: verdict.witness, confirmed: verdict.confirmed };
          const replay = programReplayer.replay(program, [claim]);
          let event = replay.next();
          while (!event.done) event = replay.next();
          expect(event.value, `seed ${seed}\n${text}`).toEqual([{ ok: true }]);
        }
      }
    }
    expect(counts.violated).toBeGreaterThan(cases / 4);
    expect(counts.holds).toBeGreaterThan(cases / 2);
    expect(counts.unknown).toBeLessThan(counts.violated / 3);
  });

  it('let others in while a thread waits, and only then', () => {
    const verdicts = (waiter: string) =>
      ask(
        programOf(`lock l; process P { main { synchronized(l) { label A; ${waiter} label A; } } }
          process Q { main { synchronized(l) { label B; notifyAll(l); } } }`),
      ).flatMap(({ property, verdict }) =>
        property.kind === 'pairwise' && property.labels.join() === 'A,B' ? [verdict.kind] : [],
      );
    expect(verdicts('skip;')).toEqual(['holds']);
    expect(verdicts('wait(l);')).toEqual(['holds']);
  });

  it('on a lock that a caller holds are refused by name', () => {
    const text = 'lock l; f { wait(l); } process P { main { synchronized(l) { f(); label A; } } }';
    const applicable = pairwiseEngine.applicable({ file: 'test.eml', model: programOf(text), options: {} });
    expect(applicable).toMatchObject({ ok: false, place: { line: 1, column: 13 } });
  });
});
