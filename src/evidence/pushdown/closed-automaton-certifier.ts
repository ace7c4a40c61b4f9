// Certifier of the kind `backward-closed-automaton`: the body lists transitions, state, symbol and state in turn, that are added to
// the automaton of the target. Its states are the control states, then the target's own. It is checked that for every rule
// <p, γ> -> <p', w> and every state q that is reached from p' by reading w, there is a transition from p by γ to q (B1);
// then the set that is accepted contains, with a configuration, all its predecessors. And the initial configuration is
// not in it (B2). The finals are the target's.

import type { Json } from '../../base/json.js';
import type { PushdownModel } from '../../model/pushdown/pushdown-model.js';
import { type ConfigurationSet, targetOf } from '../../model/pushdown/target.js';
import { accepted, type CertifyOutcome, certifierOf, notCertified, rejected, type Work } from '../certifier.js';
import { StackAutomaton } from './stack-automaton.js';

export const closedAutomatonCertifier = certifierOf(
  'backward-closed-automaton',
  (model, property, scope, { body }, work) => {
    if (scope.kind !== 'all-executions') return rejected('the scope is not all executions');
    if (model.kind !== 'pushdown' || property.kind !== 'reachable' || !model.initial)
      return rejected('nothing is asked about configurations of a pushdown system');
    const target = targetOf(model, property.target);
    if (!target.ok) return rejected(target.error);
    const automaton = readAutomaton(model, target.value, body.transitions);
    if (!automaton) return rejected('the automaton is malformed');
    const missing = missingTransition(model, automaton, work);
    if (missing !== undefined) return missing;
    return automaton.accepts(model.initial) ? rejected('the initial configuration is in the set') : accepted;
  },
);

/** Undefined when the list is none of transitions of this system. */
function readAutomaton(
  { system }: PushdownModel,
  target: ConfigurationSet,
  listed: Json | undefined,
): StackAutomaton | undefined {
  if (!Array.isArray(listed) || listed.length % 3 !== 0) return undefined;
  const automaton = new StackAutomaton(target);
  const isBelow = (value: Json | undefined, bound: number): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < bound;
  for (let i = 0; i < listed.length; i += 3) {
    const [from, symbol, to] = listed.slice(i, i + 3);
    if (!isBelow(from, target.stateCount) || !isBelow(symbol, system.symbolCount) || !isBelow(to, target.stateCount))
      return undefined;
    automaton.add(from, symbol, to);
  }
  return automaton;
}

/** The outcome when B1 fails, or when there is no work left to see whether it does. */
function missingTransition(
  { system }: PushdownModel,
  automaton: StackAutomaton,
  work: Work,
): CertifyOutcome | undefined {
  let number = 0;
  for (const { from, symbol, to, push } of system.rules) {
    let reached: ReadonlySet<number> = new Set([to]);
    for (const pushed of push) {
      reached = new Set([...reached].flatMap((state) => [...automaton.from(state, pushed)]));
      work.left -= reached.size + 1;
    }
    const there = automaton.from(from, symbol);
    for (const state of reached)
      if (!there.has(state)) return rejected(`the set is not closed under rule ${number} (counted from 0)`);
    work.left -= reached.size + 1;
    if (work.left <= 0) return notCertified('the check takes more steps than it may make');
    number++;
  }
  return undefined;
}
