// What the checkers of `cover` share: the question that a property asks, and reading states out of a certificate.

import type { Json } from '../../base/json.js';
import type { Result } from '../../base/result.js';
import type { Model } from '../../model/model.js';
import { composeChains } from '../../translate/nets/compose-chains.js';
import type { CounterState, CounterSystem } from '../../translate/nets/counter-system.js';
import { askQuestion, type Question } from '../../translate/nets/question.js';
import { coverModelOf } from '../../translate/threads/cover-model.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import { accepted, type Certifier, type CertifyOutcome, rejected } from '../certifier.js';

/** As many tokens as one likes; -1 in a certificate. */
export const omega = Number.POSITIVE_INFINITY;

/** The initial states that the property names, when it asks about others than the model's. */
function initialTexts(property: Property): readonly string[] {
  const initial = property['initial'];
  return Array.isArray(initial) ? initial.map(String) : [];
}

export function questionOf(model: Model, property: Property): Result<Question, string> {
  const target = String(property['target']);
  const asked = coverModelOf(model, target);
  return asked.ok ? askQuestion(asked.value, target, initialTexts(property)) : asked;
}

/** A certifier for a certificate whose body has the states `field`, and a check of these against a question. */
export function coverCertifier(
  certificateKind: string,
  field: string,
  check: (question: Question, states: readonly CounterState[]) => CertifyOutcome,
): Certifier {
  return {
    certificateKind,
    certify(model, certificate, properties) {
      for (const property of properties) {
        const outcome = certifyOne(model, certificate, property);
        if (!outcome.ok) return outcome;
      }
      return accepted;
    },
  };

  function certifyOne(model: Model, { body }: Certificate, property: Property): CertifyOutcome {
    const question = questionOf(model, property);
    if (!question.ok) return rejected(question.error);
    const asked = body['chains'] === 'composed' ? withoutChains(question.value) : question.value;
    const states = parseStates(body[field], asked.system);
    return states ? check(asked, states) : rejected(`the ${certificateKind} is malformed`);
  }
}

/** What happens between the controls that the certificate speaks of. */
function withoutChains(question: Question): Question {
  return { ...question, system: composeChains(question.system, question.targets) };
}

/** `[[control, [place, count, …]], …]` with ascending places; -1 is omega. */
function parseStates(json: Json | undefined, { controls, places }: CounterSystem): CounterState[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const states: CounterState[] = [];
  for (const element of json) {
    if (!Array.isArray(element) || !Array.isArray(element[1])) return undefined;
    const control = Number(element[0]);
    const marking = element[1].map((value, i) => (i % 2 === 1 && value === -1 ? omega : Number(value)));
    if (!isIndex(control, controls) || !isMarking(marking, places)) return undefined;
    states.push({ control, marking });
  }
  return states;
}

function isIndex(value: number, bound: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < bound;
}

function isMarking(values: readonly number[], places: number): boolean {
  if (values.length % 2 !== 0) return false;
  return values.every((value, i) => {
    if (i % 2 === 0) return isIndex(value, places) && (i === 0 || value > values[i - 2]!);
    return value === omega || (Number.isInteger(value) && value > 0);
  });
}
