// `reach` against a search of configurations one by one; runs are replayed and shortest, automata are certified, and a broken
// one is not.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import type { Certifier } from '../../evidence/certifier.js';
import { unlimitedWork } from '../../evidence/certifier.js';
import { closedAutomatonCertifier } from '../../evidence/pushdown/closed-automaton-certifier.js';
import { pushdownReplayer } from '../../evidence/pushdown/pushdown-replayer.js';
import { StackAutomaton } from '../../evidence/pushdown/stack-automaton.js';
import { type PushdownModel, shortestPathSystem } from '../../model/pushdown/pushdown-model.js';
import { targetOf } from '../../model/pushdown/target.js';
import { boundedSearch } from '../../model/pushdown/testing/explicit-search.js';
import { randomConfiguration, randomSystem } from '../../model/pushdown/testing/random-systems.js';
import { printSystem } from '../../model/pushdown/text/print-pushdown.js';
import { readPushdownText } from '../../model/pushdown/text/read-text.js';
import type { Certificate } from '../../verdict/certificate.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { reachEngine } from './engine.js';

const cases = 150 * fullScale;

function answer(model: PushdownModel, target?: string): Finding[] {
  const options = target === undefined ? {} : { target: [{ text: target }] };
  const run = reachEngine.run(
    { file: 'm.pds', model, options },
    { seed: 0, reserve: () => {}, nextQuestion: () => {} },
  );
  return [...run].flatMap((event) => (event.kind === 'finding' ? [event.finding] : []));
}

function certify(model: PushdownModel, { property }: Finding, certificate: Certificate): string {
  const outcome = (closedAutomatonCertifier as Certifier).certify(
    model,
    property,
    allExecutions(),
    certificate,
    unlimitedWork(),
  );
  if (!('kind' in outcome)) throw new Error('it does not wait for input');
  return outcome.kind === 'accepted' ? 'accepted' : `${outcome.kind}: ${outcome.because}`;
}

function replay(model: PushdownModel, { property, verdict }: Finding): string {
  if (verdict.kind !== 'violated') throw new Error('nothing to replay');
  const replaying = pushdownReplayer.replay(model, [{ property, witness: verdict.witness, confirmed: true }]);
  let step = replaying.next();
  while (!step.done) step = replaying.next();
  const [outcome] = step.value;
  return outcome!.ok ? 'replayed' : outcome!.because;
}

const calls = `
weights lengths
initial <p, main>
<p, main> -> <p, f exit>
<p, f> -[deeper]-> <p, f back> weight 3
<p, f> -> <p, back>
<p, back> -> <p>
<p, exit> -> <q>
automaton deep { p -[back]-> one one -[back]-> two two -[exit]-> end final end }
automaton never { q -[main]-> end final end }`;

describe('reach', () => {
  it('answers every automaton of the file, with a run or an automaton that is closed under predecessors', () => {
    const model = readPushdownText('m.pds', calls);
    const [deep, never] = answer(model);
    expect(deep).toMatchObject({ message: 'deep is reachable', statistics: { length: 5 } });
    expect(replay(model, deep!)).toBe('replayed');
    expect(never).toMatchObject({ message: 'never is not reachable' });
    if (never!.verdict.kind !== 'holds' || !('body' in never!.verdict.certificate)) throw new Error('no certificate');
    expect(certify(model, never!, never!.verdict.certificate)).toBe('accepted');
  });

  it('takes configurations as text, with any rest', () => {
    const model = readPushdownText('m.pds', calls);
    const kinds = (target: string) => answer(model, target).map(({ verdict }) => verdict.kind);
    expect(kinds('<q>')).toEqual(['violated']);
    expect(kinds('<p>')).toEqual(['holds']);
    expect(kinds('<p, ...>')).toEqual(['violated']);
    expect(kinds('<p, back back back back exit>')).toEqual(['violated']);
    expect(kinds('<p, back exit back ...>')).toEqual(['holds']);
    const problems = (text: string) => {
      const target = targetOf(model, text);
      return target.ok ? '' : target.error;
    };
    expect(problems('<r>')).toBe("the system has no control state 'r'");
    expect(problems('<p, x>')).toBe("the system has no stack symbol 'x'");
    expect(problems('<p, "...">')).toBe("the system has no stack symbol '...'");
    for (const text of ['', 'p', '<p', '<p a>', '<p, a', '<p, , a>', '__proto__'])
      expect(problems(text)).toContain('is neither');
  });

  it(`agrees with the search of configurations on ${cases} random systems`, () => {
    const seen = { violated: 0, holds: 0, rejected: 0 };
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const system = randomSystem(rng);
      const initial = randomConfiguration(rng, system);
      const model = readPushdownText('m.pds', printSystem(system, initial));
      const search = boundedSearch(shortestPathSystem(model), model.initial!, 7);
      const asked = randomConfiguration(rng, model.system);
      const anyRest = rng.chance(0.5);
      const target = targetText(model, asked, anyRest);
      const accepts = targetOf(model, target);
      if (!accepts.ok) throw new Error(accepts.error);
      const lengths = [...search.found.values()].filter(({ configuration }) =>
        new StackAutomaton(accepts.value).accepts(configuration),
      );
      const [finding] = answer(model, target);
      const { verdict } = finding!;
      if (verdict.kind === 'violated') {
        seen.violated++;
        expect([seed, replay(model, finding!)]).toEqual([seed, 'replayed']);
        const shortest = Math.min(...lengths.map(({ weight }) => weight));
        if (search.complete) expect([seed, verdict.witness.steps.length]).toEqual([seed, shortest]);
        else expect(verdict.witness.steps.length).toBeLessThanOrEqual(shortest);
      } else if (verdict.kind === 'holds' && 'body' in verdict.certificate) {
        seen.holds++;
        expect([seed, lengths.length]).toEqual([seed, 0]);
        expect([seed, certify(model, finding!, verdict.certificate)]).toEqual([seed, 'accepted']);
        seen.rejected += forgeries(verdict.certificate).filter(
          (forged) => certify(model, finding!, forged) !== 'accepted',
        ).length;
      } else throw new Error(`seed ${seed}: ${verdict.kind}`);
    }
    expect(seen.violated).toBeGreaterThan(cases / 10);
    expect(seen.holds).toBeGreaterThan(cases / 4);
    expect(seen.rejected).toBeGreaterThan(cases / 10);
  });

  it('does not expand a run that is exponentially long', () => {
    const levels = 40;
    const rules = Array.from(
      { length: levels },
      (_, i) => `<p, a${i}> -> <p, b${i} c${i}> <p, b${i}> -> <p, a${i + 1}> <p, c${i}> -> <p, a${i + 1}>`,
    );
    const model = readPushdownText('m.pds', `initial <p, a0> ${rules.join(' ')} <p, a${levels}> -> <p>`);
    const [finding] = answer(model, '<p>');
    expect(finding!.verdict).toMatchObject({ kind: 'unknown', because: expect.stringContaining('it is reachable') });
  });

  it('replays nothing that is no run', () => {
    const model = readPushdownText('m.pds', calls);
    const [deep] = answer(model);
    if (deep!.verdict.kind !== 'violated') throw new Error('not reached');
    const { witness } = deep!.verdict;
    const told = (steps: typeof witness.steps) => {
      const verdict = { ...deep!.verdict, witness: { ...witness, steps } } as Finding['verdict'];
      return replay(model, { ...deep!, verdict });
    };
    expect(told(witness.steps.slice(1))).toMatch(/does not apply/);
    expect(told(witness.steps.slice(0, -1))).toMatch(/not one that was asked for/);
    expect(told(witness.steps.map((step) => ({ ...step, change: '<q>' })))).toMatch(/its change is/);
    expect(told(witness.steps.map((step) => ({ ...step, choice: 1e9 })))).toMatch(/no rule/);
  });
});

function targetText(model: PushdownModel, { state, stack }: { state: number; stack: readonly number[] }, any: boolean) {
  const names = [...stack.map(model.system.symbolName), ...(any ? ['...'] : [])];
  return `<${[model.system.stateName(state), names.join(' ')].filter(Boolean).join(', ')}>`;
}

/** Each transition left out once; what is left is closed only where another rule asks for nothing. */
function forgeries(certificate: Certificate): Certificate[] {
  if (certificate.kind !== 'backward-closed-automaton') throw new Error('of another kind');
  const transitions = certificate.body.transitions as number[];
  return Array.from({ length: transitions.length / 3 }, (_, i) => ({
    ...certificate,
    body: { transitions: transitions.filter((_, at) => Math.floor(at / 3) !== i) },
  }));
}
