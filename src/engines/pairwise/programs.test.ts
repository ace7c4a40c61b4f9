import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { programReplayer } from '../../evidence/program/program-replayer.js';
import { certificateOf, certifyClaim } from '../../evidence/testing/certify.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import { translateProgramToThreadGraph } from '../../translate/graphs/program-to-thread-graph.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { pairwiseEngine } from './engine.js';
import { findingsOf } from './testing/findings.js';
import { randomProgram } from './testing/random-program.js';

const cases = 60 * fullScale;

function ask(program: Program, options: Record<string, readonly { text: string }[]> = {}): Finding[] {
  return findingsOf(pairwiseEngine, { file: 'test.eml', model: program, options });
}

const races = { property: [{ text: 'races' }] };

/** Replays what is violated, one claim each, and certifies what holds, all at once; the number of violations. */
function checkEvidence(program: Program, findings: readonly Finding[]): number {
  const claims = findings.flatMap(({ property, verdict }) =>
    verdict.kind === 'violated' ? [{ property, witness: verdict.witness, confirmed: verdict.confirmed }] : [],
  );
  const replay = programReplayer.replay(program, claims);
  let event = replay.next();
  while (!event.done) event = replay.next();
  expect(event.value).toEqual(claims.map(() => ({ ok: true })));
  const held = findings.filter(({ verdict }) => verdict.kind === 'holds');
  for (const finding of held)
    expect(certifyClaim(program, finding.property, certificateOf(finding))).toEqual({ kind: 'accepted' });
  expect(claims.length + held.length).toBe(findings.length);
  return claims.length;
}

describe('programs', () => {
  it('gives evidence that is accepted, on random programs', () => {
    let violated = 0;
    let asked = 0;
    for (let seed = 0; seed < cases; seed++) {
      const program = programOf(randomProgram(new Rng(seed)));
      for (const options of [{}, races]) {
        const findings = ask(program, options);
        asked += findings.length;
        violated += checkEvidence(program, findings);
      }
    }
    expect(violated).toBeGreaterThan(asked / 20);
    expect(asked - violated).toBeGreaterThan(asked / 20);
  });

  it('keeps recursion, reentrant locks and any number of processes exact', () => {
    const locked = (body: string) => `lock l; process P * { synchronized(l) f { ${body} if (*) f(); } main { f(); } }`;
    expect(ask(programOf(locked('label A;'))).map(({ verdict }) => verdict.kind)).toEqual(['holds']);
    const open = 'lock l; process P * { f { label A; if (*) f(); } main { f(); } }';
    expect(ask(programOf(open)).map(({ verdict }) => verdict.kind)).toEqual(['violated']);
  });

  it('takes a lock that a thread has at its end for held for ever, if nobody waits for that end', () => {
    const ends = 'process P { main { label A; acquire(l); label C; } }';
    const other = 'process Q { main { synchronized(l) { label B; } label D; } }';
    const program = programOf(`lock l; ${ends} ${other}`);
    const findings = ask(program);
    const answers = findings.map(({ property, verdict }) => [statedProperty(property).labels, verdict.kind]);
    // C and D: Q comes first. C and B would both need the lock.
    expect(Object.fromEntries(answers)).toMatchObject({ 'A,B': 'violated', 'C,D': 'violated', 'B,C': 'holds' });
    checkEvidence(program, findings);
    const spawned = (join: string) =>
      programOf(`lock l; f { acquire(l); } process P { main { spawn f(); ${join} label A; } }`);
    expect(ask(spawned('')).map(({ verdict }) => verdict.kind)).toEqual(['holds']);
    expect(translateProgramToThreadGraph(spawned('join;'))).toMatchObject({ ok: false });
  });

  it('waits for children at a join', () => {
    const program = (join: string) => `f { label A; } process P { main { spawn f(); ${join} label B; } }`;
    expect(verdictOf(program(''), 'A,B')).toBe('violated');
    expect(verdictOf(program('join;'), 'A,B')).toBe('holds');
  });

  it('certifies what it asked, and neither other questions nor other programs', () => {
    const text = 'lock l; var x, y; process P * { main { synchronized(l) { write x; } label A; } }';
    const program = programOf(text);
    const findings = ask(program, races);
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['holds', 'holds']);
    const certificate = certificateOf(findings[0]!);
    const labels = { kind: 'pairwise' as const, labels: ['A', 'A'] };
    expect(certifyClaim(program, labels, certificate).kind).toBe('rejected');
    const unlocked = programOf(text.replace('synchronized(l)', ''));
    expect(certifyClaim(unlocked, findings[0]!.property, certificate).kind).toBe('rejected');
  });

  it('does not settle a pair whose only run fails on the way', () => {
    const text =
      'class C { f: int; } g { let o: C = null; o.f = 1; label A; } process P { main { spawn g(); label B; } }';
    expect(ask(programOf(text), { labels: [{ text: 'A,B' }] })[0]!.verdict).toEqual({
      kind: 'unknown',
      because: 'the only run found fails at 1:42 (null dereference); conditions were taken to be free',
    });
  });

  it('answers every question once it was told to stop', () => {
    const model = programOf('lock l; process P * { main { label A; label B; label C; } }');
    const context = { seed: 0, reserve: () => {}, nextQuestion: () => {} };
    const run = pairwiseEngine.run({ file: 'test.eml', model, options: {} }, context);
    const findings: Finding[] = [];
    for (let event = run.next(); !event.done; event = run.next({ scope: 'run', message: 'enough' }))
      if (event.value.kind === 'finding') findings.push(event.value.finding);
    expect(findings.map(({ property }) => String(statedProperty(property).labels))).toEqual([
      'A,A',
      'A,B',
      'A,C',
      'B,B',
      'B,C',
      'C,C',
    ]);
    expect(findings.slice(1).map(({ verdict }) => verdict)).toEqual(
      Array.from({ length: 5 }, () => ({ kind: 'unknown', because: 'enough' })),
    );
  });
});

function verdictOf(text: string, labels: string): string | undefined {
  return ask(programOf(text), { labels: [{ text: labels }] })[0]?.verdict.kind;
}
