import { describe, expect, it } from 'vitest';
import { pairwiseEngine } from '../engines/pairwise/engine.js';
import { findingsOf } from '../engines/pairwise/testing/findings.js';
import { programReplayer } from '../evidence/program/program-replayer.js';
import { programOf } from '../frontends/eml/testing/program-of.js';
import type { Finding } from '../verdict/verdict.js';
import { confirmFindings } from './confirm.js';

async function askAndConfirm(text: string) {
  const model = programOf(text);
  const found = findingsOf(pairwiseEngine, { file: 't.eml', model, options: { labels: [{ text: 'A,B' }] } });
  const [before] = found;
  const [after] = await confirmFindings(model, found);
  return { model, before: before!, after: after! };
}

function isConfirmed({ verdict }: Finding): boolean {
  return verdict.kind === 'violated' && verdict.confirmed;
}

describe('confirming pairs of labels in programs with data', () => {
  it('finds a concrete execution where the abstract one is none, and points at its places', async () => {
    const { model, before, after } = await askAndConfirm(`var n: int;
      f { if (n == 1) { label A; } }
      process P { main { spawn f(); label B; n = 1; label B; } }`);
    expect([isConfirmed(before), isConfirmed(after)]).toEqual([false, true]);
    expect(after.places.map(({ place, caption }) => [place.line, caption])).toEqual([
      [3, 'P#1 is at B'],
      [2, 'P/f#1 is at A'],
    ]);
    if (after.verdict.kind !== 'violated') throw new Error('not violated');
    const claim = { property: after.property, witness: after.verdict.witness, confirmed: true };
    const replay = programReplayer.replay(model, [claim]);
    let event = replay.next();
    while (!event.done) event = replay.next();
    expect(event.value).toEqual([{ ok: true }]);
  });

  it('leaves a pair that only free conditions allow as it is', async () => {
    const { before, after } = await askAndConfirm(`var n: int;
      f { if (n == 1) { label A; } }
      process P { main { spawn f(); label B; assert n == 0; } }`);
    expect(isConfirmed(before)).toBe(false);
    expect(after).toBe(before);
  });

  it('takes two instances of a process with any number', async () => {
    const { before, after } = await askAndConfirm(`var n: int;
      process P * { main { if (n == 1) { label A; } n = 1; label B; } }`);
    expect([isConfirmed(before), isConfirmed(after)]).toEqual([false, true]);
  });
});
