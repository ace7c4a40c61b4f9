import { describe, expect, it } from 'vitest';
import { SourceText } from '../../../base/source-text.js';
import { mostTokens } from '../../../model/petri/marking.js';
import { parseSpec } from '../../../model/petri/parse-spec.js';
import { askQuestion } from '../../../translate/nets/question.js';
import { type CounterMethod, decide } from '../decide.js';
import { frameProblem } from '../problem.js';
import { idleContext } from '../search-context.js';

/** The searches alone. */
const plain = { pump: false, merge: false, advance: false, forget: false, recover: false };

function read(text: string) {
  return parseSpec(new SourceText('t.spec', text));
}

function decisionOf(text: string, target: string, method: CounterMethod): string {
  const { model } = read(text);
  if (model?.kind !== 'petri') throw new Error('not a net');
  const question = askQuestion(model as never, target, []);
  if (!question.ok) throw new Error(question.error);
  const search = decide(frameProblem(question.value.system, question.value.targets), method, idleContext(), plain);
  for (let steps = 0; steps < 100_000; steps++) {
    const next = search.next();
    if (next.done) return next.value.kind;
  }
  return 'running';
}

/** `up` rules in a row give as many tokens as can be written, then `down` rules take as many. */
function staircase(up: number, down: number): string {
  const change = (i: number) => (i < up ? `+${mostTokens}` : `-${mostTokens}`);
  const places = Array.from({ length: up + down + 1 }, (_, i) => `p${i}`).join(' ');
  const rules = Array.from(
    { length: up + down },
    (_, i) => `p${i} >= 1 -> p${i}' = p${i}-1, p${i + 1}' = p${i + 1}+1, x' = x${change(i)};`,
  );
  return `vars ${places} x\nrules ${rules.join('\n')}\ninit p0 = 1\ntarget p0 >= 1`;
}

describe('large numbers of tokens', () => {
  it('are refused where they are written when they are too large to be exact', () => {
    const { diagnostics } = read(`vars x\nrules x >= 1 -> x' = x-1;\ninit x = ${mostTokens + 1}\ntarget x >= 1`);
    expect(diagnostics.map(({ message, place }) => [message, place?.line])).toEqual([
      ['more than 268,435,456 tokens are not supported', 3],
    ]);
  });

  it.each([
    ['portfolio', 'covered', 'uncoverable'],
    ['backward', 'covered', 'uncoverable'],
    // It stops where it could no longer tell the number from omega.
    ['forward', 'unknown', 'unknown'],
  ] as const)('are not taken for any number of tokens: %s', (method, enough, tooFew) => {
    expect(decisionOf(staircase(4, 4), 'p8>=1', method)).toBe(enough);
    expect(decisionOf(staircase(4, 5), 'p9>=1', method)).toBe(tooFew);
  });

  it('are no reason to count up to them', () => {
    const text = `vars x y z\nrules x >= 1, z >= 1 -> y' = y+1;\ninit x = ${mostTokens}\ntarget y >= 1`;
    expect(decisionOf(text, 'y>=1', 'backward')).toBe('uncoverable');
  });
});
