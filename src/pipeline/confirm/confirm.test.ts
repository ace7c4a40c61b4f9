import { describe, expect, it } from 'vitest';
import { atomicityEngine } from '../../engines/atomicity/engine.js';
import { pairwiseEngine } from '../../engines/pairwise/engine.js';
import { findingsOf } from '../../engines/pairwise/testing/findings.js';
import { programReplayer } from '../../evidence/program/program-replayer.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { Confirmation } from './confirm.js';

async function askAndConfirm(text: string) {
  const model = programOf(text);
  const found = findingsOf(pairwiseEngine, { file: 't.eml', model, options: { labels: [{ text: 'A,B' }] } });
  const [before] = found;
  const [after] = await new Confirmation(model).of(found);
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

  it('says that a pair does not happen where the search of all states ends without it', async () => {
    const { before, after } = await askAndConfirm(`var n: int;
      f { if (n == 1) { label A; } }
      process P { main { spawn f(); label B; assert n == 0; } }`);
    expect(isConfirmed(before)).toBe(false);
    expect(after.verdict).toMatchObject({ kind: 'holds', certificate: { kind: 'none' } });
  });

  it('leaves a pair that only free conditions allow as it is where the search cannot end', async () => {
    const { before, after } = await askAndConfirm(`var n: int;
      f { if (n == -1) { label A; } }
      process P * { main { spawn f(); label B; n = n + 1; } }`);
    expect(isConfirmed(before)).toBe(false);
    expect(after).toBe(before);
  });

  it('takes two instances of a process with any number', async () => {
    const { before, after } = await askAndConfirm(`var n: int;
      process P * { main { if (n == 1) { label A; } n = 1; label B; } }`);
    expect([isConfirmed(before), isConfirmed(after)]).toEqual([false, true]);
  });
});

describe('confirming patterns in programs with data', () => {
  async function atomicityOf(text: string): Promise<string[]> {
    const model = programOf(text);
    const found = findingsOf(atomicityEngine, { file: 't.eml', model, options: {} });
    const after = await new Confirmation(model).of(found);
    return after.map(({ verdict, property }) => {
      const confirmed = verdict.kind === 'violated' ? ` ${verdict.confirmed}` : '';
      return `${verdict.kind}${confirmed} ${String(statedProperty(property).patterns)} ${String(statedProperty(property).variables)}`;
    });
  }

  it('a busy flag keeps a second unit out', async () => {
    const answers = await atomicityOf(`scheduling cooperative; var busy: bool, x: int; atomic set S { x }
      process P [2] { main { unit { let b = busy; if (!b) { busy = true; let t = x; yield; x = t + 1; busy = false; } } } }`);
    expect(answers.filter((answer) => answer.endsWith(' x'))).toEqual([expect.stringMatching(/^holds/)]);
  });

  it('keeps the patterns that happen with the data, and only those', async () => {
    const [answer] = await atomicityOf(`var x: int, go: bool;
      process P { main { unit { let t = x; x = t + 1; } } }
      process Q { main { unit { if (go) { let s = x; } x = 5; } } }`);
    expect(answer).toMatch(/^violated true/);
  });
});
