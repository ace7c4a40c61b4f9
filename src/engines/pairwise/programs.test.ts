import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { movesOf, nextEdges } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State, stateKey } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import { effectsCertifier } from '../../verdict/certify/effects-certifier.js';
import { programReplayer } from '../../verdict/replay/program-replayer.js';
import type { Finding } from '../../verdict/verdict.js';
import { pairwiseEngine } from './engine.js';
import { findingsOf } from './testing/findings.js';
import { randomProgram } from './testing/random-program.js';

const cases = 60 * Number(process.env['HEDDLE_CASES'] ?? 1);

function ask(program: Program, options: Record<string, readonly { text: string }[]> = {}): Finding[] {
  return findingsOf(pairwiseEngine, { file: 'test.eml', model: program, options });
}

const races = { property: [{ text: 'races' }] };

/** The evidence of every finding is checked; what is left for the oracle is a pair that was not found. */
function checkEvidence(program: Program, finding: Finding): boolean {
  const { verdict, property } = finding;
  if (verdict.kind === 'violated') {
    const claims = [{ property, witness: verdict.witness, confirmed: verdict.confirmed }];
    const replay = programReplayer.replay(program, claims);
    let event = replay.next();
    while (!event.done) event = replay.next();
    expect(event.value).toEqual([{ ok: true }]);
    return true;
  }
  if (verdict.kind !== 'holds' || verdict.certificate.kind === 'none' || !('body' in verdict.certificate))
    throw new Error('no evidence');
  expect(effectsCertifier.certify(program, verdict.certificate, [property])).toEqual({ ok: true });
  return false;
}

describe('programs', () => {
  it('agrees with full exploration on random programs', () => {
    let violated = 0;
    let asked = 0;
    for (let seed = 0; seed < cases; seed++) {
      const text = randomProgram(new Rng(seed));
      const program = programOf(text);
      const findings = [...ask(program), ...ask(program, races)];
      const shown = explore(program);
      for (const finding of findings) {
        asked++;
        const { kind, labels, variable } = finding.property;
        const key = kind === 'race' ? `race ${variable}` : String(labels);
        const found = checkEvidence(program, finding);
        if (found) violated++;
        else expect(shown.has(key), `${seed}: ${key} in\n${text}`).toBe(false);
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

  it('refuses what it cannot keep exact, with the place', () => {
    const program = programOf('f { skip; } process P { main { let t = spawn f(); join t; } }');
    const applicable = pairwiseEngine.applicable({ file: 'test.eml', model: program, options: {} });
    expect(applicable).toMatchObject({ ok: false, place: { line: 1 } });
  });
});

function verdictOf(text: string, labels: string): string | undefined {
  return ask(programOf(text), { labels: [{ text: labels }] })[0]?.verdict.kind;
}

/** Every pair and race in sight within the limits: at most 4 frames per thread and 10,000 states. */
function explore(program: Program): ReadonlySet<string> {
  const shown = new Set<string>();
  const start = initialState(program);
  const seen = new Set([stateKey(start)]);
  const pending = [start];
  for (let state = pending.pop(); state && seen.size < 10_000; state = pending.pop()) {
    for (const pair of pairsIn(program, state)) shown.add(pair);
    for (const move of movesOf(program, state)) {
      const next = applyMove(program, state, move).state;
      const key = stateKey(next);
      if (seen.has(key) || next.threads.some(({ frames }) => frames.length > 4)) continue;
      seen.add(key);
      pending.push(next);
    }
  }
  return shown;
}

function pairsIn(program: Program, state: State): string[] {
  const actions = state.threads.map((thread) => nextEdges(program, thread).map(({ action }) => action));
  return actions.flatMap((mine, i) =>
    actions.flatMap((others, j) =>
      i === j ? [] : mine.flatMap((one) => others.flatMap((other) => pairOf(program, one, other))),
    ),
  );
}

type Action = ReturnType<typeof nextEdges>[number]['action'];

function pairOf(program: Program, one: Action, other: Action): string[] {
  if (one.kind === 'label' && other.kind === 'label') return [`${one.name},${other.name}`];
  if (one.kind !== 'write' || (other.kind !== 'write' && other.kind !== 'read')) return [];
  if (one.location.kind !== 'variable' || other.location.kind !== 'variable') return [];
  if (one.location.variable !== other.location.variable) return [];
  return [`race ${program.variables[one.location.variable]!.name}`];
}
