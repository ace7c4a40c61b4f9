import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import type { Certifier } from '../../evidence/certifier.js';
import { schemeCertifier } from '../../evidence/pairwise/scheme-certifier.js';
import { schemeReplayer } from '../../evidence/pairwise/scheme-replayer.js';
import { treeCertifier } from '../../evidence/pairwise/tree-certifier.js';
import { outcomeOf } from '../../evidence/testing/outcome-of.js';
import { readScheme } from '../../model/schemes/reader.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { TypeSaturation } from '../../model/schemes/typing/saturation.js';
import { reachesPair } from '../../model/trees/testing/interleaving-oracle.js';
import { validateTree } from '../../model/trees/validate.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { OptionValues } from '../../verdict/options.js';
import { statedProperty } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { pairwiseEngine } from './engine.js';
import { pairDomain } from './schemes/typing-question.js';
import { findingsOf } from './testing/findings.js';
import { randomAcceptance, rejectsPlainly } from './testing/random-acceptance.js';
import { randomScheme } from './testing/random-scheme.js';
import { unfold } from './testing/unfold.js';

const cases = 150 * sampleScale;

function schemeOf(text: string): Scheme {
  const { model, diagnostics } = readScheme(new SourceText('t.hrs', text));
  if (!model) throw new Error(`${diagnostics[0]?.message} in ${text}`);
  return model;
}

function ask(scheme: Scheme, options: OptionValues = {}): Finding[] {
  return findingsOf(pairwiseEngine, { file: 't.hrs', model: scheme, options });
}

function evidenceHolds(scheme: Scheme, { verdict, property }: Finding): boolean {
  if (verdict.kind === 'violated') {
    const replay = schemeReplayer.replay(scheme, [{ property, witness: verdict.witness, confirmed: true }]);
    let event = replay.next();
    while (!event.done) event = replay.next();
    return event.value[0]!.ok;
  }
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) return false;
  const outcome = outcomeOf(certifierOf(verdict.certificate), scheme, property, verdict.certificate);
  return outcome === 'accepted';
}

function isRejected(scheme: Scheme, { verdict, property }: Finding): boolean {
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) return false;
  return outcomeOf(certifierOf(verdict.certificate), scheme, property, verdict.certificate) === 'rejected';
}

function certifierOf({ kind }: Certificate): Certifier {
  return kind === 'typing' ? schemeCertifier : treeCertifier;
}

describe('labels of schemes', () => {
  it('agrees with unfolding, and types agree with the graph of closed terms', () => {
    const seen = { violated: 0, holds: 0, types: 0, uncertified: 0 };
    for (let seed = 0; seed < cases; seed++) {
      const text = randomScheme(new Rng(seed));
      const scheme = schemeOf(text);
      const tree = unfold(scheme, 9, 40);
      const findings = ask(scheme, { labels: [{ text: 'l_1,l_1' }, { text: 'l_1,l_2' }] });
      for (const finding of findings) {
        const [first = '', second = ''] = String(statedProperty(finding.property).labels).split(',');
        // A label that is nowhere asks nothing, and is not certified.
        const isAsked = scheme.ranks.has(first) && scheme.ranks.has(second);
        const isShown = evidenceHolds(scheme, finding);
        // A checker that rewrites a term for ever gives up, and rejects nothing that is right.
        if (isAsked && !isShown && finding.verdict.kind === 'holds' && !isRejected(scheme, finding)) seen.uncertified++;
        else expect(isShown, `${seed}: ${text}`).toBe(isAsked || finding.verdict.kind === 'violated');
        const found = finding.verdict.kind === 'violated';
        expect(validateTree(scheme.source, tree).filter(({ code }) => code === 'HD5002')).toEqual([]);
        if (!found) expect(reachesPair(tree, first, second), `${seed}: ${text}`).toBe(false);
        const domain = pairDomain(scheme, finding.property)!;
        const saturation = new TypeSaturation(scheme, domain);
        while (saturation.step());
        expect(saturation.isAnswered, `${seed}: ${text}`).toBe(found);
        seen[found ? 'violated' : 'holds']++;
        if (finding.method === 'types') seen.types++;
      }
    }
    expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(cases / 10);
    expect(seen.uncertified).toBeLessThan(seen.holds / 4);
  });

  it('decides schemes whose terms grow for ever', () => {
    const build = (end: string) =>
      schemeOf(`%BEGING
        S -> Build Nil.
        Build l -> br (Build (Cons (Sync Crit) l)) (l Spawn (${end})).
        Nil c n -> n.
        Cons x l c n -> c x (l c n).
        Spawn x n -> sp n (x term).
        Sync c k -> acq_1 (c (rel_1 k)).
        Crit k -> l_1 k.
      %ENDG`);
    const verdicts = ['jo (Crit term)', 'Crit (jo term)'].map((end) =>
      ask(build(end)).map(({ verdict }) => verdict.kind),
    );
    expect(verdicts).toEqual([['holds'], ['violated']]);
  });

  it('gives the line on which each step of a run is written, also where equal terms stand on several lines', () => {
    const scheme = schemeOf(`%BEGING
      S -> sp
        (With l_1 (acq_2 (l_2 (rel_2 term))))
        (acq_2 (rel_2 (With
          l_1
          term))).
      With c k -> acq_1 (c (rel_1 k)).
    %ENDG`);
    const [finding] = ask(scheme, { labels: [{ text: 'l_1,l_2' }] });
    if (finding?.verdict.kind !== 'violated') throw new Error('not violated');
    const { steps } = finding.verdict.witness;
    const lines = (thread: string) => steps.filter((step) => step.thread === thread).map(({ place }) => place?.line);
    expect(lines('main#1').slice(0, 5)).toEqual([2, 7, 3, 7, 3]);
    expect(lines('main/sp#1')).toEqual([4, 4, 7]);
    expect(finding.places.map(({ place, caption }) => `${place.line} ${caption}`)).toEqual([
      '3 main#1 is at l_2',
      '5 main/sp#1 is at l_1',
    ]);
  });

  it('refuses trees that are not lock-well-formed', () => {
    const model = schemeOf('%BEGING S -> F term. F k -> acq_1 (F (rel_1 k)). %ENDG');
    const context = { seed: 0, reserve: () => {}, nextQuestion: () => {} };
    const events = [...pairwiseEngine.run({ file: 't.hrs', model, options: {} }, context)];
    expect(events).toMatchObject([{ kind: 'diagnostic', diagnostic: { code: 'HD5002', place: { line: 1 } } }]);
  });
});

describe('acceptance', () => {
  const files = (end: string) => `%BEGING
    S -> Open C. C x -> Loop x end. Loop x k -> br (x ${end} k) (x read (Loop x k)).
    Open k -> br (open (k I)) (k K). I x y -> x y. K x y -> y.
    %ENDG
    %BEGINA
    q0 br -> q0 q0. q0 open -> q1. q1 br -> q1 q1. q1 read -> q1. q1 close -> q2. q2 end -> . q0 end -> .
    %ENDA`;

  it('accepts with a typing, rejects with a derivation, both checked', () => {
    for (const [end, kind] of [
      ['close', 'holds'],
      ['read', 'violated'],
    ] as const) {
      const scheme = schemeOf(files(end));
      const [finding] = ask(scheme);
      expect(finding!.verdict.kind).toBe(kind);
      expect(evidenceHolds(scheme, finding!)).toBe(true);
      expect(evidenceHolds(schemeOf(files(end === 'close' ? 'read' : 'close')), finding!)).toBe(false);
    }
  });

  it('agrees with walking the tree, on random schemes and automata', () => {
    const seen = { violated: 0, holds: 0, large: 0 };
    for (let seed = 0; seed < 2 * cases; seed++) {
      const text = randomAcceptance(new Rng(seed));
      const scheme = schemeOf(text);
      const [finding] = ask(scheme);
      const kind = finding!.verdict.kind;
      if (kind === 'unknown') throw new Error(`${seed}: ${text}`);
      const expected = rejectsPlainly(scheme, 2000);
      if (expected === undefined) seen.large++;
      else expect(kind, `${seed}: ${text}`).toBe(expected ? 'violated' : 'holds');
      expect(evidenceHolds(scheme, finding!), `${seed}: ${text}`).toBe(true);
      seen[kind]++;
    }
    expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(cases / 5);
    expect(seen.large).toBeLessThan(cases);
  });

  it('keeps different arguments apart', () => {
    const text = `%BEGING
      S -> Twice (Twice F) Fst b a. Fst x y -> x e. F k x y -> k y (Concat y x).
      Twice f k x y -> f (f k) x y. Concat x y c -> x (y c).
      %ENDG
      %BEGINA
      q0 a -> q1. q0 b -> q0. q1 a -> q1. q1 b -> q2. q2 a -> q2. q2 b -> q2. q0 e -> . q1 e -> .
      %ENDA`;
    expect(ask(schemeOf(text)).map(({ verdict }) => verdict.kind)).toEqual(['violated']);
  });
});
