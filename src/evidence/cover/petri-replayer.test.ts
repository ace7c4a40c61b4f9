import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import type { PetriNet } from '../../model/petri/net.js';
import { parseSpec } from '../../model/petri/parse-spec.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import { falselyTold, replay, replayAll, sequences } from '../testing/replay-all.js';
import { petriReplayer } from './petri-replayer.js';

const text = `vars p q r
rules
p >= 1 -> p' = p-1, q' = q+1;
q >= 2 -> q' = q-2, r' = r+1;
r >= 1, p >= 1 -> r' = r-1, q' = q+1;
init p >= 2, q = 0, r = 0
target r >= 1, q >= 1
`;

function netOf(): PetriNet {
  const { model } = parseSpec(new SourceText('n.spec', text));
  if (model?.kind !== 'petri') throw new Error('no net');
  return model;
}

const net = netOf();
const property = { kind: 'coverable', target: 'r >= 1, q >= 1' } as const;
const steps: WitnessStep[] = net.transitions.map(({ name, place }, choice) => ({
  thread: 'net',
  action: 'fire',
  target: name,
  ...(place ? { place } : {}),
  choice,
}));

function witness(initial: string, taken: readonly WitnessStep[]): Witness {
  return { kind: 'counters', steps: taken, details: { initial } };
}

/** The same net by hand. */
function covers(tokens: number, rules: readonly number[]): boolean {
  let [p, q, r] = [tokens, 0, 0];
  for (const rule of rules) {
    if (rule === 0 && p >= 1) [p, q] = [p - 1, q + 1];
    else if (rule === 1 && q >= 2) [q, r] = [q - 2, r + 1];
    else if (rule === 2 && r >= 1 && p >= 1) [r, q] = [r - 1, q + 1];
    else return false;
  }
  return r >= 1 && q >= 1;
}

describe('a firing sequence', () => {
  it.each([2, 3, 4])('from %s tokens is replayed just when it can be fired and covers the target', (tokens) => {
    const initial = `p = ${tokens}`;
    const { replayed, refused, wrong } = replayAll(
      sequences([0, 1, 2], 6),
      (rules) =>
        replay(
          petriReplayer,
          net,
          property,
          witness(
            initial,
            rules.map((rule) => steps[rule]!),
          ),
        ).ok,
      (rules) => covers(tokens, rules),
    );
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(1000);
    expect(replayed > 0).toBe(tokens > 2);
  });

  it('starts where the net starts, takes transitions that there are, and shows what they are', () => {
    const run = [0, 0, 0, 1].map((rule) => steps[rule]!);
    const outcome = (initial: string, taken: readonly WitnessStep[]) =>
      replay(petriReplayer, net, property, witness(initial, taken)).ok;
    expect(outcome('p = 3', run)).toBe(true);
    for (const initial of ['', 'p = 1', 'p = 3, q = 1', 'p >= 3', 'nowhere = 3', '__proto__ = 3'])
      expect([initial, outcome(initial, run)]).toEqual([initial, false]);
    for (const choice of [-1, 3, 0.5, Number.NaN])
      expect(outcome('p = 3', [{ ...steps[0]!, choice }, ...run.slice(1)])).toBe(false);
    for (const forged of falselyTold(run)) expect(outcome('p = 3', forged)).toBe(false);
    expect(replay(petriReplayer, net, { kind: 'deadlock' }, witness('p = 3', run)).ok).toBe(false);
  });
});
