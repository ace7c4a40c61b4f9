// Pairs of labels and races of random programs, as the engine answers them, against brute force: a wrong answer throws. Counts the
// answers, and how many of those that hold were certified.

import { Rng } from '../../../base/rng.js';
import { certificateOf, certifyClaim } from '../../../evidence/testing/certify.js';
import { judge } from '../../../evidence/testing/mutant-probe.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import type { Finding } from '../../../verdict/verdict.js';
import { pairwiseEngine } from '../engine.js';
import { findingsOf } from './findings.js';

const questions = [{}, { property: [{ text: 'races' }] }];

export function compareWithBruteForce(cases: number, write: (rng: Rng) => string) {
  const counts = { violated: 0, holds: 0, unknown: 0, certified: 0 };
  for (let seed = 1; seed <= cases; seed++) {
    const text = write(new Rng(seed));
    const judged = judge(text);
    if (!judged) continue;
    const truth = new Map(judged.claims.map((claim) => [keyOf(claim), claim.isTrue]));
    const model = programOf(text);
    const asked = questions.flatMap((options) => findingsOf(pairwiseEngine, { file: 'test.eml', model, options }));
    for (const finding of asked) {
      const { verdict, property } = finding;
      counts[verdict.kind]++;
      // Conditions are free: what is only possible may not happen.
      if (verdict.kind === 'unknown' || (verdict.kind === 'violated' && !verdict.confirmed)) continue;
      const where = `seed ${seed} ${keyOf(finding)}\n${text}`;
      if (truth.get(keyOf(finding)) !== (verdict.kind === 'holds')) throw new Error(`${verdict.kind}? ${where}`);
      if (verdict.kind !== 'holds') continue;
      const outcome = certifyClaim(model, property, certificateOf(finding));
      if (outcome.kind === 'rejected') throw new Error(`${outcome.because} ${where}`);
      counts.certified += outcome.kind === 'accepted' ? 1 : 0;
    }
  }
  return counts;
}

function keyOf({ property }: Pick<Finding, 'property'>): string {
  return JSON.stringify(
    property.kind === 'race' ? property.variable : property.kind === 'pairwise' && property.labels.toSorted(),
  );
}
