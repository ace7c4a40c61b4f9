import { describe, expect, it } from 'vitest';
import { readPushdownText } from '../../model/pushdown/text/read-text.js';
import { runRules } from '../../verdict/meaning/pushdown-run.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { falselyTold, replay, replayAll, sequences } from '../testing/replay-all.js';
import { pushdownReplayer } from './pushdown-replayer.js';

const model = readPushdownText(
  'm.pds',
  `initial <p, a>
<p, a> -> <p, b a>
<p, b> -> <p>
<p, b> -> <q, a>
<q, a> -> <p>`,
);

/** The same rules on words: state first, then the stack from its top. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/^pa/, 'pba'],
  [/^pb/, 'p'],
  [/^pb/, 'qa'],
  [/^qa/, 'p'],
];

function endOf(taken: readonly number[]): string | undefined {
  let word = 'pa';
  for (const rule of taken) {
    const [from, to] = rules[rule]!;
    if (!from.test(word)) return undefined;
    word = word.replace(from, to);
  }
  return word;
}

/** What is shown along the way is not the point here: it is told by the rules, as far as they apply. */
function told(taken: readonly number[]): readonly WitnessStep[] {
  const run = runRules(model, model.initial!, taken);
  return typeof run === 'string'
    ? taken.map((choice) => ({ thread: 'system', action: 'step', choice, change: '' }))
    : run.steps;
}

function isReplayed(target: string, steps: readonly WitnessStep[]): boolean {
  return replay(pushdownReplayer, model, { kind: 'reachable', target }, { kind: 'execution', steps }).ok;
}

describe('a run of a pushdown system', () => {
  it.each([
    ['<q, a a>', /^qaa$/],
    ['<p, a>', /^pa$/],
    ['<p, b ...>', /^pb/],
    ['<q>', /^q$/],
  ])('is replayed just when its rules apply and it ends in %s', (target, form) => {
    const { replayed, refused, wrong } = replayAll(
      sequences([0, 1, 2, 3], 6),
      (taken) => isReplayed(target, told(taken)),
      (taken) => form.test(endOf(taken) ?? ''),
    );
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(1000);
    expect(replayed > 0).toBe(target !== '<q>');
  });

  it('takes rules that there are, and shows what they do', () => {
    const run = told([0, 2]);
    expect(isReplayed('<q, a a>', run)).toBe(true);
    for (const forged of falselyTold(run)) expect(isReplayed('<q, a a>', forged)).toBe(false);
    for (const choice of [-1, 4, 0.5, Number.NaN])
      expect(isReplayed('<q, a a>', [{ ...run[0]!, choice }, run[1]!])).toBe(false);
    expect(isReplayed('<r>', run)).toBe(false);
  });
});
