import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.js';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { translatePetriToThreads } from '../../translate/nets/petri-to-threads.js';
import type { Certificate } from '../../verdict/certificate.js';
import { findingsOf, isCertified, verdictOf } from './testing/ask.js';
import { randomNet } from './testing/random-nets.js';

describe('nets', () => {
  it('all methods agree, on the net and on its diagram, and all evidence checks', () => {
    const seen = { violated: 0, holds: 0 };
    for (let seed = 1; seed <= 400 * sampleScale; seed++) {
      const net = randomNet(new Rng(seed));
      const expected = verdictOf(net, 'backward');
      expect(expected === 'violated' || expected === 'holds', `seed ${seed}: ${expected}`).toBe(true);
      for (const method of ['portfolio', 'forward', 'summaries'])
        expect(verdictOf(net, method), `seed ${seed}, ${method}`).toBe(expected);
      const { diagram } = translatePetriToThreads(net);
      const asDiagram = diagram.targets.map((target) => verdictOf({ ...diagram, targets: [target] }, 'portfolio'));
      expect(
        asDiagram.every((verdict) => verdict === 'violated' || verdict === 'holds'),
        `seed ${seed}: ${asDiagram}`,
      ).toBe(true);
      expect(asDiagram.includes('violated'), `seed ${seed}`).toBe(expected === 'violated');
      seen[expected as 'violated' | 'holds']++;
    }
    expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(80 * sampleScale);
  });

  it('a certificate with an element taken away or made smaller is rejected', () => {
    let tried = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const net = randomNet(new Rng(seed));
      const [finding] = findingsOf(net);
      if (finding?.verdict.kind !== 'holds' || !('body' in finding.verdict.certificate)) continue;
      const certificate = finding.verdict.certificate;
      const field = certificate.kind === 'coverability-set' ? 'set' : 'basis';
      const body: JsonObject = certificate.body;
      const states = body[field];
      if (!Array.isArray(states)) throw new Error('no states');
      const rejects = (changed: unknown[]) => {
        const corrupt = { kind: certificate.kind, body: { [field]: changed } } as Certificate;
        return !isCertified(net, finding.property, corrupt);
      };
      expect(rejects([])).toBe(true);
      expect(rejects([[0, []], ...states])).toBe(certificate.kind === 'upward-closed-basis');
      expect(rejects([...states, [0, [99, 1]]])).toBe(true);
      tried++;
    }
    expect(tried).toBeGreaterThan(10);
  });
});
