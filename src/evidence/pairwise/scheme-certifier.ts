// Certifier of the kind `typing`: the types of a scheme's rules are derived again (scheme-closure.ts), helped by the types that
// the body lists, and the start has none that contradicts the claim: the automaton accepts the tree, or no run of the
// tree's threads shows the pair.

import type { Model } from '../../model/model.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { readSchemeActions } from '../../model/schemes/scheme-action.js';
import type { CertificateOf } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import { accepted, type CertifyOutcome, certifierOf, notCertified, rejected, type Work } from '../certifier.js';
import { automatonBases, EffectBases, lockingBases, type SchemeBases } from './scheme-bases.js';
import { isContradicted } from './scheme-closure.js';
import { readRuleTypes, SchemeTypes } from './scheme-types.js';
import { pairOf } from './tree-certifier.js';

/** Combinations of types, whatever the work. */
const mostCombinations = 1_000_000;

export const schemeCertifier = certifierOf('typing', (model, property, scope, certificate, work) => {
  const scheme = schemeOf(model);
  if (!scheme) return rejected('types are about a recursion scheme');
  if (model.kind === 'program' && property.kind !== 'pairwise')
    return rejected(`the scheme of a program has no types for a property of kind ${property.kind}`);
  if (scope.kind !== 'all-executions') return rejected('the scope is not all executions');
  const room = { left: Math.min(work.left, mostCombinations) };
  const before = room.left;
  const outcome =
    property.kind === 'acceptance' ? certifyAcceptance(scheme, certificate, room) : certifyPair(scheme, property, room);
  work.left -= before - room.left;
  return outcome;
});

/** A program whose functions grow without bound has all that it does as a scheme. */
function schemeOf(model: Model): Scheme | undefined {
  if (model.kind === 'scheme') return model;
  const scheme = model.kind === 'program' ? model.cut?.scheme : undefined;
  return scheme?.ok ? scheme.value : undefined;
}

function certifyAcceptance(scheme: Scheme, { body }: CertificateOf<'typing'>, work: Work): CertifyOutcome {
  if (!scheme.automaton) return rejected('the scheme has no automaton');
  const bases = automatonBases(scheme.automaton);
  const types = typesOver(bases);
  const listed = readRuleTypes(scheme, body, types, (json) => bases.read(json));
  if (typeof listed === 'string') return rejected(listed);
  return outcomeOf(isContradicted(scheme, bases, types, listed, work), 'the automaton rejects the tree');
}

function certifyPair(scheme: Scheme, property: Property, work: Work): CertifyOutcome {
  const question = pairOf(property);
  const actions = readSchemeActions(scheme);
  if (!question || typeof actions === 'string') return rejected(`no types for a property of kind ${property.kind}`);
  if (actions.locks.length > 30) return notCertified('there are more than 30 locks');
  if (!scheme.ranks.has(question.first) || !scheme.ranks.has(question.second))
    return notCertified('there is no such label to ask about');
  const locking = lockingBases(actions);
  const nested = outcomeOf(isContradicted(scheme, locking, typesOver(locking), [], work), 'its locks are not nested');
  if (nested.kind !== 'accepted') return nested;
  const bases = new EffectBases(actions, question);
  return outcomeOf(isContradicted(scheme, bases, typesOver(bases), [], work), 'the effects of the tree show the pair');
}

function typesOver(bases: SchemeBases): SchemeTypes {
  return new SchemeTypes((a, b) => bases.atLeast(a, b));
}

function outcomeOf(contradicted: boolean | undefined, because: string): CertifyOutcome {
  if (contradicted === undefined) return notCertified(`there are more than ${mostCombinations} combinations of types`);
  return contradicted ? rejected(because) : accepted;
}
