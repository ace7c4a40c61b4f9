// What findings of `heddle pairwise` have in common: rule, message and verdict for a pair that is or is not reached.

import type { Certificate } from '../../verdict/certificate.js';
import type { Property, PropertyOf } from '../../verdict/property.js';
import { allExecutions, type Scope } from '../../verdict/scope.js';
import type { CaptionedPlace, Finding } from '../../verdict/verdict.js';
import type { Witness } from '../../verdict/witness.js';

export interface Asked {
  readonly property: Property;
  readonly rule: Finding['rule'];
  /** `label_1 and label_2`, `the variable x`. */
  readonly yes: string;
  readonly no: string;
}

export interface Evidence {
  readonly method: string;
  readonly statistics: Finding['statistics'];
  readonly scope?: Scope;
}

export function askedPair(first: string, second: string, more: Pick<PropertyOf<'pairwise'>, 'tree'> = {}): Asked {
  const what = first === second ? `two threads can be at ${first}` : `${first} and ${second} can be reached`;
  const never = first === second ? `two threads are never at ${first}` : `${first} and ${second} are never reached`;
  return {
    property: { kind: 'pairwise', labels: [first, second], ...more },
    rule: 'HD5101',
    yes: `${what} at the same time`,
    no: `${never} at the same time`,
  };
}

export function violatedFinding(
  asked: Asked,
  evidence: Evidence,
  witness: Witness,
  details: {
    readonly places: readonly CaptionedPlace[];
    readonly because: readonly string[];
    readonly confirmed?: boolean;
  },
): Finding {
  const { places, because, confirmed = true } = details;
  const scope = evidence.scope ?? allExecutions();
  return {
    ...frame(asked, evidence),
    message: asked.yes,
    places,
    because,
    verdict: { kind: 'violated', witness, confirmed, scope },
  };
}

/** The checker of trees needs no hints: it derives the effects of all nodes again. */
export const derivedAgain: Certificate = { kind: 'effects/2', body: {} };

export function holdsFinding(asked: Asked, evidence: Evidence, certificate: Certificate): Finding {
  const scope = evidence.scope ?? allExecutions();
  return { ...frame(asked, evidence), message: asked.no, verdict: { kind: 'holds', scope, certificate } };
}

export function unknownFinding(asked: Asked, evidence: Evidence, because: string): Finding {
  return { ...frame(asked, evidence), message: `not settled: ${asked.yes}`, verdict: { kind: 'unknown', because } };
}

function frame({ property, rule }: Asked, { method, statistics }: Evidence) {
  return { engine: 'pairwise', method, property, rule, places: [], because: [], statistics };
}
