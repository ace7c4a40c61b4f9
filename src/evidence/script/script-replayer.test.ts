import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { violationFinding } from '../../engines/async/findings.js';
import { analyse } from '../../engines/async/testing/analyse.js';
import { readScript } from '../../frontends/typescript/reader.js';
import type { Script } from '../../model/script/script.js';
import { askedAs, shownAs } from '../../verdict/testing/asked.js';
import { replay } from '../testing/replay-all.js';
import { scriptReplayer } from './script-replayer.js';

const examples = fileURLToPath(new URL('../../../examples/typescript', import.meta.url));

/** Bugs of different codes, each with its repair; both are read under one name. */
const pairs = [
  ['once-flag', 'once-promise'],
  ['stale-result', 'stale-result-fixed'],
  ['token-bucket', 'token-bucket-fixed'],
  ['socket-close', 'socket-close-fixed'],
  ['drain-list', 'drain-copy'],
  ['slow-primary', 'slow-primary-fixed'],
  ['flag-twice', 'flag-twice-fixed'],
] as const;

function textOf(name: string): string {
  return readFileSync(`${examples}/${name}.ts`, 'utf8');
}

function claimsOf(name: string) {
  const { script, found } = analyse([{ file: 'service.ts', text: textOf(name) }], 30, 3);
  const findings = found.map((each) => violationFinding(script, each, 1));
  return {
    script,
    claims: findings.map((f) => ({ property: askedAs(f, 'interleaving'), witness: shownAs(f, 'calls') })),
  };
}

describe.each(pairs)('what was found in %s', (bug, repair) => {
  const { script, claims } = claimsOf(bug);
  type Claim = (typeof claims)[number];
  const isReplayed = (on: Script, { property, witness }: Claim) => replay(scriptReplayer, on, property, witness).ok;
  const withDetails = (claim: Claim, details: object): Claim => ({
    ...claim,
    witness: { ...claim.witness, details: { ...claim.witness.details, ...details } },
  });

  it('is replayed on it, and not on its repair', () => {
    const repaired = readScript(ts, [{ file: 'service.ts', text: textOf(repair) }]).script;
    expect(claims.length).toBeGreaterThan(0);
    for (const claim of claims) {
      expect(isReplayed(script, claim)).toBe(true);
      expect(isReplayed(repaired, claim)).toBe(false);
    }
  });

  it('names calls, places and moments that took part', () => {
    for (const claim of claims) {
      const { property, witness } = claim;
      const { seen, between, act } = witness.details!;
      const forged: Claim[] = [
        { ...claim, property: { ...property, code: 'HD6099' } },
        { ...claim, property: { ...property, unit: 'nobody' } },
        { ...claim, property: { ...property, other: '__proto__' } },
        { ...claim, property: { ...property, location: 'nowhere' } },
        { ...claim, witness: { ...witness, steps: [...witness.steps, { thread: 'nobody#1', action: 'read' }] } },
        { ...claim, witness: { ...witness, steps: [{ thread: 'nobody#1', action: 'read' }] } },
        withDetails(claim, { provider: { file: 'other.ts', kind: 'class', name: 'X' } }),
        withDetails(claim, { calls: 'all' }),
        withDetails(claim, { calls: [] }),
        withDetails(claim, { seen: 1e6, between: 1e6, act: 1e6 }),
        withDetails(claim, { seen: act!, between: seen!, act: between! }),
        withDetails(claim, { seen: -1 }),
      ];
      for (const [i, each] of forged.entries()) expect([i, isReplayed(script, each)]).toEqual([i, false]);
    }
  });
});
