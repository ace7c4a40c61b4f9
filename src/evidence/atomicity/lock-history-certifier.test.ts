import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.js';
import { Rng } from '../../base/rng.js';
import { findingsOf } from '../../engines/atomicity/testing/run-engine.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Certificate } from '../../verdict/certificate.js';
import { lockHistoryCertifier } from './lock-history-certifier.js';

const model = programOf(`lock a, b; var x, y;
  process P { f { synchronized(b) { read x; } write y; } main { unit { synchronized(a) { f(); } } } }
  process Q { main { unit { synchronized(a) { write x; synchronized(b) { } read y; } } } }`);

const [finding] = findingsOf(model);
const verdict = finding!.verdict;
if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) throw new Error('the example should hold');
const certificate: Certificate = verdict.certificate;

function outcome(body: Json) {
  const copy = body as Certificate['body'];
  return lockHistoryCertifier.certify(model, { kind: certificate.kind, body: copy }, [finding!.property]);
}

/** All lists of numbers in a body, so that one of them can lose or change a member. */
function listsIn(json: Json): Json[][] {
  const found: Json[][] = [];
  const open: Json[] = [json];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    if (Array.isArray(at)) found.push(at);
    open.push(...Object.values(at).filter((value) => value !== undefined));
  }
  return found.filter((list) => list.length > 0);
}

describe('the checker of lock-history certificates', () => {
  it('accepts what the engine writes', () => {
    expect(outcome(certificate.body)).toEqual({ ok: true });
    expect(outcome(JSON.parse(JSON.stringify(certificate.body)))).toEqual({ ok: true });
  });

  it.each(['points', 'returns', 'finals', 'entries', 'saturations', 'choices', 'histories', 'tuples'])(
    'rejects a certificate whose %s are gone',
    (field) => {
      const text = JSON.stringify(certificate.body);
      const emptied = JSON.parse(text, (key, value) => (key === field ? [] : value));
      expect(outcome(emptied).ok).toBe(false);
    },
  );

  it('never accepts a corrupted certificate for a claim that is false', () => {
    const broken = programOf(`lock a, b; var x, y;
      process P { f { synchronized(b) { read x; } write y; } main { unit { f(); } } }
      process Q { main { unit { synchronized(a) { write x; synchronized(b) { } read y; } } } }`);
    const rng = new Rng(5);
    for (let run = 0; run < 300; run++) {
      const body: Json = JSON.parse(JSON.stringify(certificate.body));
      corrupt(rng, body);
      const copy = { kind: certificate.kind, body: body as Certificate['body'] };
      expect(lockHistoryCertifier.certify(broken, copy, [finding!.property]).ok).toBe(false);
    }
  });

  it('notices most single corruptions of a true claim', () => {
    const rng = new Rng(6);
    let rejected = 0;
    for (let run = 0; run < 200; run++) {
      const body: Json = JSON.parse(JSON.stringify(certificate.body));
      corrupt(rng, body);
      if (!outcome(body).ok) rejected++;
    }
    // The rest changes nothing that matters: it adds a larger tuple, or drops one that another covers.
    expect(rejected).toBeGreaterThan(100);
  });

  it('is about the processes and variables it names', () => {
    const other = { ...finding!.property, unit: 'R' };
    expect(lockHistoryCertifier.certify(model, certificate, [other]).ok).toBe(false);
    expect(lockHistoryCertifier.certify({ kind: 'petri' }, certificate, [finding!.property]).ok).toBe(false);
  });
});

function corrupt(rng: Rng, body: Json): void {
  const list = rng.pick(listsIn(body));
  const index = rng.below(list.length);
  const value = list[index];
  if (typeof value === 'number' && rng.chance(0.5)) list[index] = value + 1;
  else list.splice(index, 1);
}
