import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { effectsCertifier } from '../../evidence/pairwise/effects-certifier.js';
import { programReplayer } from '../../evidence/program/program-replayer.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Program } from '../../model/program/program.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { Finding } from '../../verdict/verdict.js';
import { pairwiseEngine } from './engine.js';
import { findingsOf } from './testing/findings.js';
import { randomProgram } from './testing/random-program.js';

const cases = 60 * Number(process.env['HEDDLE_CASES'] ?? 1);

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
  for (const certificate of new Set(held.map(certificateOf))) {
    const properties = held.filter((finding) => certificateOf(finding) === certificate);
    const outcome = effectsCertifier.certify(
      program,
      certificate,
      properties.map(({ property }) => property),
    );
    expect(outcome).toEqual({ ok: true });
  }
  expect(claims.length + held.length).toBe(findings.length);
  return claims.length;
}

function certificateOf({ verdict }: Finding): Certificate {
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) throw new Error('no certificate');
  return verdict.certificate;
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

  it('waits for children at a join', () => {
    const program = (join: string) => `f { label A; } process P { main { spawn f(); ${join} label B; } }`;
    expect(verdictOf(program(''), 'A,B')).toBe('violated');
    expect(verdictOf(program('join;'), 'A,B')).toBe('holds');
  });

  it('shares one certificate between the questions about a program, and rejects it for others', () => {
    const text = 'lock l; var x, y; process P * { main { synchronized(l) { write x; label A; write y; } } }';
    const program = programOf(text);
    const findings = ask(program, races);
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['holds', 'holds']);
    const [certificate, other] = findings.map(certificateOf);
    expect(certificate).toBe(other);
    const labels = { kind: 'pairwise', labels: ['A', 'A'] };
    expect(effectsCertifier.certify(program, certificate!, [labels]).ok).toBe(false);
    const unlocked = programOf(text.replace('synchronized(l)', ''));
    const properties = findings.map(({ property }) => property);
    expect(effectsCertifier.certify(unlocked, certificate!, properties).ok).toBe(false);
  });

  it('rejects a certificate from which any set of effects is missing', () => {
    const text =
      'lock l; f { synchronized(l) { label A; } } process P { main { spawn f(); synchronized(l) { label B; } } }';
    const program = programOf(text);
    const [finding] = ask(program, { labels: [{ text: 'A,B' }] });
    const { body } = certificateOf(finding!);
    const accepts = (changed: typeof body) =>
      effectsCertifier.certify(program, { kind: 'effects', body: changed }, [finding!.property]).ok;
    expect(accepts(body)).toBe(true);
    const without = (list: unknown, index: number) => (Array.isArray(list) ? list.filter((_, i) => i !== index) : []);
    const { nodes, questions } = JSON.parse(JSON.stringify(body));
    nodes.forEach((_: unknown, i: number) => {
      expect(accepts({ ...body, nodes: without(nodes, i) })).toBe(false);
    });
    const [question] = questions;
    question.nodes.forEach((_: unknown, i: number) => {
      const fewer = [{ ...question, nodes: without(question.nodes, i) }];
      expect(accepts({ ...body, questions: fewer })).toBe(false);
    });
  });

  it.each([
    ['join of one thread', 'f { skip; } process P { main { let t = spawn f(); join t; } }', 'not for one thread'],
    ['wait', 'lock l; process P { main { synchronized(l) { wait(l); } } }', '`wait`'],
    ['notify', 'lock l; process P { main { synchronized(l) { notify(l); } } }', '`notify`'],
    ['yield', 'process P { main { yield; } }', '`yield`'],
    ['cooperative scheduling', 'scheduling cooperative; process P { main { skip; } }', 'preemptive scheduling only'],
    [
      'locks on objects',
      'class C { f: int; } process P { main { let o = new C; synchronized(o) { skip; } } }',
      'declared',
    ],
    [
      'locks that are not nested',
      'lock l, m; process P { main { acquire(l); acquire(m); release(l); release(m); } }',
      'innermost',
    ],
    ['a release of what is not held', 'lock l; process P { main { release(l); } }', 'innermost'],
    [
      'a function that returns with a lock',
      'lock l; process P { f { acquire(l); } main { f(); } }',
      'returns while it holds',
    ],
    [
      'locks nested 65 deep',
      `lock l; process P { main { ${'synchronized(l) { '.repeat(65)}skip; ${'}'.repeat(65)} } }`,
      'nested too deeply',
    ],
    [
      '32 locks',
      `lock ${Array.from({ length: 32 }, (_, i) => `l${i}`).join()}; process P { main { skip; } }`,
      'at most 31 locks',
    ],
  ])('refuses %s, with the place', (_, text, reason) => {
    const applicable = pairwiseEngine.applicable({ file: 'test.eml', model: programOf(text), options: {} });
    expect(applicable).toMatchObject({ ok: false, place: { line: 1 } });
    expect(applicable.ok ? '' : applicable.because).toContain(reason);
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
    expect(findings.map(({ property }) => String(property['labels']))).toEqual([
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
