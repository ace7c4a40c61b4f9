import { describe, expect, it } from 'vitest';
import { readPushdownText } from '../../model/pushdown/text/read-text.js';
import { recordedTrace } from '../../verdict/scope.js';
import { outcomeOf } from '../testing/outcome-of.js';
import { closedAutomatonCertifier } from './closed-automaton-certifier.js';

/** States p, q and, of the automaton that is asked about, one more; symbols a, b. */
function modelOf(rules: string, target: string) {
  return readPushdownText('m.pds', `initial <p, a>\n${rules}\nautomaton asked { ${target} final end }`);
}

const rules = '<p, a> -> <p, a b>\n<p, a> -> <p>\n<p, b> -> <p, b>\n<q, b> -> <p>\n<q, a> -> <q>';

/** All sets of transitions, one number for each: state, symbol and state. */
function* automata(): Generator<number[]> {
  const all = [0, 1, 2].flatMap((from) => [0, 1].flatMap((symbol) => [0, 1, 2].map((to) => [from, symbol, to])));
  // From the state at the end nothing leads on: the target's own transitions are there anyway.
  const usual = all.filter(([from]) => from !== 2);
  for (let set = 0; set < 2 ** usual.length; set++) yield usual.filter((_, i) => set & (1 << i)).flat();
}

function outcome(target: string, transitions: unknown): string {
  const body = { transitions } as never;
  const certificate = { kind: 'backward-closed-automaton', body } as const;
  return outcomeOf(
    closedAutomatonCertifier,
    modelOf(rules, target),
    { kind: 'reachable', target: 'asked' },
    certificate,
  );
}

describe('automata that are closed under predecessors', () => {
  it('are found among all of them for a target that is not reached, and for no target that is', () => {
    let accepted = 0;
    for (const transitions of automata()) if (outcome('q -[a]-> end', transitions) === 'accepted') accepted++;
    expect(accepted).toBeGreaterThan(0);
    for (const transitions of automata()) expect(outcome('p -[b]-> end', transitions)).toBe('rejected');
  });

  it('are lists of transitions of this system, about all executions', () => {
    const target = 'q -[a]-> end';
    for (const malformed of [
      undefined,
      'all',
      [0],
      [0, 0],
      [0, 0, 9],
      [9, 0, 0],
      [0, 9, 0],
      [0.5, 0, 0],
      [-1, 0, 0],
      [null, 0, 0],
    ])
      expect([malformed, outcome(target, malformed)]).toEqual([malformed, 'rejected']);
    const model = modelOf(rules, target);
    const ask = (property: Parameters<typeof outcomeOf>[2], scope?: Parameters<typeof outcomeOf>[4]) =>
      outcomeOf(
        closedAutomatonCertifier,
        model,
        property,
        { kind: 'backward-closed-automaton', body: { transitions: [0, 0, 0, 1, 1, 0, 1, 0, 1] } },
        scope,
      );
    expect(ask({ kind: 'reachable', target: 'asked' })).toBe('accepted');
    expect(ask({ kind: 'reachable', target: 'asked' }, recordedTrace())).toBe('rejected');
    expect(ask({ kind: 'reachable', target: '__proto__' })).toBe('rejected');
    expect(ask({ kind: 'deadlock' })).toBe('rejected');
  });
});
