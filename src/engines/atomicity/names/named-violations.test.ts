// One process whose units have names is told apart as well as one process per unit.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { showsAtomicityViolation } from '../../../verdict/meaning/atomicity-check.js';
import { runWitness } from '../../../verdict/meaning/run-witness.js';
import { statedProperty } from '../../../verdict/property.js';
import { askedAs } from '../../../verdict/testing/asked.js';
import type { Finding } from '../../../verdict/verdict.js';
import { atomicityEngine } from '../engine.js';

function violationsOf(text: string): Finding[] {
  const task = { file: 't.eml', model: programOf(text), options: {} };
  const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
  const events = [...atomicityEngine.run(task, context)];
  return events.flatMap((event) =>
    event.kind === 'finding' && event.finding.verdict.kind === 'violated' ? [event.finding] : [],
  );
}

function subjects(findings: readonly Finding[], first: string, second: string): string[] {
  return findings
    .map(
      ({ property }) =>
        `${statedProperty(property)[first]} ${statedProperty(property)[second]} ${statedProperty(property).variables} ${statedProperty(property).patterns}`,
    )
    .sort();
}

function randomUnit(rng: Rng): string {
  const access = () => `${rng.pick(['read', 'write'])} ${rng.pick(['x', 'y'])};`;
  const part = () => (rng.chance(0.6) ? `synchronized(${rng.pick(['l', 'm'])}) { ${access()} ${access()} }` : access());
  return Array.from({ length: rng.between(1, 3) }, part).join(' ');
}

describe('units with names', () => {
  it('are told apart like processes of their own', () => {
    let found = 0;
    for (let seed = 0; seed < 25 * sampleScale; seed++) {
      const rng = new Rng(seed);
      const bodies = ['A', 'B', 'C'].map((name) => [name, randomUnit(rng)] as const);
      const head = 'lock l, m; var x, y; helper { }';
      const branches = bodies.map(([name, body]) => `{ unit ${name} { ${body} } }`).join(' or ');
      const together = violationsOf(`${head} process P * { main { choose ${branches} } }`);
      const apart = violationsOf(
        `${head} ${bodies.map(([name, body]) => `process ${name} * { main { unit { ${body} } } }`).join(' ')}`,
      );
      expect(subjects(together, 'unitName', 'otherName'), String(seed)).toEqual(subjects(apart, 'unit', 'other'));
      found += together.length;
    }
    expect(found).toBeGreaterThan(25 * sampleScale);
  });

  const stack = `lock l; var count;
    pop { read count; synchronized(l) { write count; } }
    process P * { main { choose { unit push { synchronized(l) { write count; } } } or { unit pop { pop(); } } } }`;

  it('extend over the functions called in them, and their executions replay on the program itself', () => {
    const findings = violationsOf(stack);
    expect(subjects(findings, 'unitName', 'otherName')).toEqual(['pop pop count 1', 'pop push count 1']);
    for (const finding of findings) {
      const { verdict } = finding;
      const property = askedAs(finding, 'atomicity');
      if (verdict.kind !== 'violated') throw new Error('not violated');
      const run = runWitness(programOf(stack), verdict.witness);
      if (typeof run === 'string') throw new Error(run);
      expect(showsAtomicityViolation(run, property)).toBeUndefined();
      expect(showsAtomicityViolation(run, { ...property, unitName: 'push' })).toContain('does not show');
    }
  });
});
