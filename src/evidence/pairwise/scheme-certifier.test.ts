import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.js';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { pairwiseEngine } from '../../engines/pairwise/engine.js';
import { findingsOf } from '../../engines/pairwise/testing/findings.js';
import { randomScheme } from '../../engines/pairwise/testing/random-scheme.js';
import type { Model } from '../../model/model.js';
import { readScheme } from '../../model/schemes/reader.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { outcomeOf } from '../testing/outcome-of.js';
import { schemeCertifier } from './scheme-certifier.js';
import { treeCertifier } from './tree-certifier.js';

const cases = 60 * sampleScale;

function schemeOf(text: string): Scheme {
  const { model, diagnostics } = readScheme(new SourceText('t.hrs', text));
  if (!model) throw new Error(`${diagnostics[0]?.message} in ${text}`);
  return model;
}

/** Opens a file or not, reads it any number of times, and closes it or not. */
function files(end: string, automaton: string): Scheme {
  return schemeOf(`%BEGING
    S -> Open C. C x -> Loop x end. Loop x k -> br (x ${end} k) (x read (Loop x k)).
    Open k -> br (open (k I)) (k K). I x y -> x y. K x y -> y.
    %ENDG
    %BEGINA ${automaton} %ENDA`);
}

const closes = 'q0 br -> q0 q0. q0 open -> q1. q1 br -> q1 q1. q1 read -> q1. q1 close -> q2. q2 end -> . q0 end -> .';

function acceptance(scheme: Scheme, body: JsonObject) {
  return outcomeOf(schemeCertifier, scheme, { kind: 'acceptance' }, { kind: 'typing', body });
}

function bodyOf(scheme: Scheme): JsonObject {
  const [finding] = findingsOf(pairwiseEngine, { file: 't.hrs', model: scheme, options: {} });
  const { verdict } = finding!;
  if (verdict.kind === 'violated') return verdict.witness.details ?? {};
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) throw new Error('no answer');
  return verdict.certificate.body;
}

function listOf(body: JsonObject, field: string): readonly unknown[] {
  const list = body[field];
  if (!Array.isArray(list)) throw new Error(`no ${field}`);
  return list;
}

describe('types that are derived again', () => {
  it('accept what the automaton accepts, whether types are listed or not', () => {
    const scheme = files('close', closes);
    const body = bodyOf(scheme);
    expect(acceptance(scheme, body)).toBe('accepted');
    expect(acceptance(scheme, { types: [], rules: [] })).toBe('accepted');
    const fewer = listOf(body, 'rules').slice(1);
    expect(acceptance(scheme, { ...body, rules: fewer } as JsonObject)).toBe('accepted');
  });

  it('reject what the automaton rejects, whatever is listed', () => {
    const wrong = files('read', closes);
    const lists = [bodyOf(files('close', closes)), bodyOf(wrong), { types: [], rules: [] }];
    for (const body of lists) expect(acceptance(wrong, body)).toBe('rejected');
    // The automaton of another file: one that lets everything pass.
    const lax = files('close', 'q0 br -> q0 q0. q0 open -> q0. q0 read -> q0. q0 close -> q0. q0 end -> .');
    const strict = files('close', closes.replace('q1 read -> q1.', ''));
    expect(acceptance(lax, bodyOf(lax))).toBe('accepted');
    expect(acceptance(strict, bodyOf(lax))).toBe('rejected');
  });

  it('agree with the effects of all subtrees where there are finitely many', () => {
    const seen = { accepted: 0, rejected: 0, 'not-certified': 0 };
    for (let seed = 0; seed < cases; seed++) {
      const text = randomScheme(new Rng(seed));
      const scheme = schemeOf(text);
      for (const labels of [
        ['l_1', 'l_1'],
        ['l_1', 'l_2'],
      ]) {
        const property = { kind: 'pairwise' as const, labels };
        const byTree = outcomeOf(treeCertifier, scheme, property);
        const byTypes = outcomeOf(schemeCertifier, scheme, property);
        if (byTree === 'not-certified' || byTypes === 'not-certified') continue;
        expect(byTypes, `${labels} ${text}`).toBe(byTree);
        seen[byTypes]++;
      }
    }
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(cases / 10);
  });

  it('decide schemes whose terms grow for ever', () => {
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
    const property = { kind: 'pairwise' as const, labels: ['l_1', 'l_1'] };
    expect(outcomeOf(schemeCertifier, build('jo (Crit term)'), property)).toBe('accepted');
    expect(outcomeOf(schemeCertifier, build('Crit (jo term)'), property)).toBe('rejected');
    expect(outcomeOf(treeCertifier, build('Crit (jo term)'), property)).toBe('not-certified');
  });

  it('are not trusted where locks are not nested', () => {
    const scheme = schemeOf('%BEGING S -> br (rel_1 P) P. P -> sp l_1 l_2. %ENDG');
    const property = { kind: 'pairwise' as const, labels: ['l_1', 'l_2'] };
    expect(outcomeOf(schemeCertifier, scheme, property)).not.toBe('accepted');
    expect(outcomeOf(treeCertifier, scheme, property)).not.toBe('accepted');
  });

  it('reject lists that are none, and claims about other models', () => {
    const scheme = files('close', closes);
    expect(acceptance(scheme, {})).toBe('rejected');
    expect(acceptance(scheme, { types: [['q0', [[4]]]], rules: [] })).toBe('rejected');
    expect(acceptance(scheme, { types: [['q0', []]], rules: [[1, 0]] })).toBe('rejected');
    expect(acceptance(schemeOf('%BEGING S -> term. %ENDG'), { types: [], rules: [] })).toBe('rejected');
    expect(outcomeOf(schemeCertifier, { kind: 'petri' } as Model, { kind: 'acceptance' })).toBe('rejected');
  });

  it('give up when the work is spent', () => {
    const scheme = files('close', closes);
    const certificate = { kind: 'typing' as const, body: { types: [], rules: [] } };
    expect(outcomeOf(schemeCertifier, scheme, { kind: 'acceptance' }, certificate, undefined, { left: 5 })).toBe(
      'not-certified',
    );
  });
});
