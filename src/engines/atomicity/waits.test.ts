import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { randomWaits } from './testing/random-waits.js';
import { findingsOf, firstProblem } from './testing/run-engine.js';
import { firstWrongVerdict } from './testing/threads-verdicts.js';

const cases = Math.ceil(80 * sampleScale);

describe('wait and notify', () => {
  it.each([false, true])('are never answered wrongly, and rarely not at all (cooperative: %s)', (cooperative) => {
    const counts = { violated: 0, holds: 0, unknown: 0 };
    for (let seed = 1; seed <= cases; seed++) {
      const text = randomWaits(new Rng(seed), cooperative);
      const wrong = firstWrongVerdict(programOf(text), 5000, counts);
      expect(wrong && `seed ${seed}: ${wrong}\n${text}`).toBeUndefined();
    }
    expect(counts.violated).toBeGreaterThan(cases / 4);
    expect(counts.unknown).toBeLessThan(counts.violated / 3);
  });

  it('are answered more often with a third who notifies', () => {
    const third = 'process N { main { synchronized(l) { notify(l); } synchronized(m) { notifyAll(m); } } }';
    const counts = { violated: 0, holds: 0, unknown: 0 };
    for (let seed = 1; seed <= cases / 4; seed++) {
      const text = randomWaits(new Rng(seed), false, third);
      const wrong = firstWrongVerdict(programOf(text), 5000, counts);
      expect(wrong && `seed ${seed}: ${wrong}\n${text}`).toBeUndefined();
    }
    expect(counts.violated).toBeGreaterThan(cases / 16);
  });

  const verdictsOf = (waiter: string, other: string) => {
    const model = programOf(`lock l; var x; process P { main { ${waiter} } } process Q { main { ${other} } }`);
    const findings = findingsOf(model);
    expect(
      firstProblem(
        model,
        findings.filter(({ verdict }) => verdict.kind !== 'unknown'),
      ),
    ).toBeUndefined();
    return findings.map(({ verdict }) => verdict.kind);
  };
  const waiter = (wait: string) => `unit { synchronized(l) { read x; ${wait} write x; } }`;
  const writer = (notify: string) => `synchronized(l) { write x; ${notify} }`;

  it('let another process in between, and the execution shows the notification', () => {
    expect(verdictsOf(waiter('wait(l);'), writer('notify(l);'))).toEqual(['violated']);
    expect(verdictsOf(waiter('wait(l);'), writer('notifyAll(l);'))).toEqual(['violated']);
    expect(verdictsOf(waiter('skip;'), writer('notify(l);'))).toEqual(['holds']);
  });

  it('end nothing if nobody ever notifies', () => {
    expect(verdictsOf(waiter('wait(l);'), writer('skip;'))).toEqual(['holds']);
    expect(verdictsOf(waiter('timedWait(l);'), writer('skip;'))).toEqual(['violated']);
  });

  it('may come after other steps of the one who notifies', () => {
    const late = 'synchronized(l) { notify(l); } synchronized(l) { write x; }';
    expect(verdictsOf('unit { read x; synchronized(l) { wait(l); } write x; }', late)).toEqual(['violated']);
    expect(verdictsOf('synchronized(l) { unit { wait(l); read x; read x; } }', `${late} write x;`)).toContain(
      'violated',
    );
  });

  it('may need somebody who takes part in no pattern', () => {
    const text = (notify: string) => `lock l; var x;
      process P { main { unit { read x; synchronized(l) { wait(l); } write x; } } } process Q { main { write x; } }
      process N { main { synchronized(l) { ${notify} } } }`;
    const verdicts = (notify: string) => {
      const model = programOf(text(notify));
      const findings = findingsOf(model).filter(({ property }) => JSON.stringify(property).includes('"Q"'));
      expect(firstProblem(model, findings)).toBeUndefined();
      return findings
        .filter(({ property }) => JSON.stringify(property).includes('"P"'))
        .map(({ verdict }) => verdict.kind);
    };
    expect(verdicts('notify(l);')).toEqual(['violated']);
    expect(verdicts('f(); } } f { synchronized(l) { if (*) notifyAll(l); ')).toEqual(['violated']);
    expect(verdicts('skip;')).toEqual(['holds']);
    const any = programOf(
      text('skip;').replace(
        'process Q { main { write x; }',
        'process Q * { main { write x; synchronized(l) { notify(l); } }',
      ),
    );
    expect(findingsOf(any).map(({ verdict }) => verdict.kind)).not.toContain('unknown');
  });

  it('give unknown where only a missing notification stands in the way', () => {
    const first = 'synchronized(l) { wait(l); notify(l); }';
    expect(verdictsOf(`${first} unit { read x; write x; }`, `${first} write x;`)).toEqual(['unknown']);
  });
});
