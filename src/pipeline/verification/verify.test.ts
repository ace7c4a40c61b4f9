import { describe, expect, it } from 'vitest';
import { atomicityEngine } from '../../engines/atomicity/engine.js';
import { findingsOf } from '../../engines/pairwise/testing/findings.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { Verification } from './verify.js';

const platform = {
  now: () => 0,
  breathe: async () => {},
  memoryInUse: () => 0,
  openStream: () => {
    throw new Error('nothing is streamed here');
  },
};

/** A verification whose end gives everything. */
function collecting(model: Program) {
  const findings: Finding[] = [];
  const verification = new Verification(model, platform, {}, (some) => void findings.push(...some));
  return {
    findings,
    add: (finding: Finding) => verification.add(finding),
    finish: async () => ({ findings, diagnostics: await verification.finish() }),
  };
}

async function verify(text: string, copies = 1) {
  const model = programOf(text);
  const found = findingsOf(atomicityEngine, { file: 't.eml', model, options: {} });
  const verification = collecting(model);
  const all: Finding[] = Array.from({ length: copies }, () => found).flat();
  for (const finding of all) await verification.add(finding);
  return { all, ...(await verification.finish()) };
}

function wordOf({ verdict }: Finding): string {
  return verdict.kind === 'violated' ? `violated, ${verdict.confirmed ? 'confirmed' : 'possible'}` : verdict.kind;
}

describe('verifying findings', () => {
  it('says that it holds when the data makes every such run go wrong and all states were searched', async () => {
    const { findings, diagnostics } = await verify(`var x: int; var y: int;
      process P { main { unit { x = 1; let d = 1 / y; x = 2; } } }
      process Q { main { let z = x; } }`);
    expect(findings.map(wordOf)).toEqual(['holds']);
    expect(diagnostics).toEqual([]);
  });

  it('confirms a violation whose run computes, when it replays with the values', async () => {
    const { findings } = await verify(`var x: int;
      process P { main { unit { x = x + 1; } } }
      process Q { main { unit { x = x + 1; } } }`);
    expect(new Set(findings.map(wordOf))).toEqual(new Set(['violated, confirmed']));
  });

  it('keeps the order of findings, however many come', async () => {
    const { all, findings } = await verify(
      `var x;
      process P { main { unit { read x; write x; } } }
      process Q { main { write x; } }`,
      60,
    );
    expect(findings).toHaveLength(all.length);
    expect(findings.map(({ property }) => property)).toEqual(all.map(({ property }) => property));
  });

  it('makes a witness that does not replay an internal error', async () => {
    const model = programOf('var x; process P { main { unit { read x; write x; } } } process Q { main { write x; } }');
    const found = findingsOf(atomicityEngine, { file: 't.eml', model, options: {} });
    const broken = found.map((finding): Finding => {
      if (finding.verdict.kind !== 'violated') return finding;
      const { witness } = finding.verdict;
      return { ...finding, verdict: { ...finding.verdict, witness: { ...witness, steps: witness.steps.slice(1) } } };
    });
    const verification = collecting(model);
    for (const finding of broken) await verification.add(finding);
    const { findings, diagnostics } = await verification.finish();
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['HD0099']));
    expect(findings.map(wordOf)).toEqual(found.map(() => 'unknown'));
  });

  it('withdraws the answer that is wrong, and no other', async () => {
    const model = programOf(`var x, y; atomic set A { x } atomic set B { y }
      process P { main { unit { read x; write x; } unit { read y; write y; } } } process Q { main { write x; read y; } }`);
    const found = findingsOf(atomicityEngine, { file: 't.eml', model, options: {} });
    const verification = collecting(model);
    for (const finding of found) {
      const { verdict } = finding;
      const broken = verdict.kind === 'violated' && { ...verdict, witness: { ...verdict.witness, steps: [] } };
      await verification.add(
        broken && statedProperty(finding.property).variables?.toString() === 'x'
          ? { ...finding, verdict: broken }
          : finding,
      );
    }
    const { findings } = await verification.finish();
    const answers = findings.map((finding) => `${statedProperty(finding.property).variables} ${wordOf(finding)}`);
    expect(answers).toEqual(['x unknown', 'y holds']);
  });
});
