// Questions as a report states them. A field has one meaning whatever the question, and a question its fields: what is
// malformed is named. Of a kind that is none, the question stays as it was stated, and nobody will have an answer.

import type { Property, PropertyKind } from '../../verdict/property.js';
import type { Part } from './shape.js';

/** By kind, the fields without which there is no question. */
const required: Readonly<Record<Exclude<PropertyKind, 'other'>, readonly string[]>> = {
  atomicity: [],
  assertion: [],
  error: [],
  deadlock: [],
  termination: [],
  race: [],
  order: ['events'],
  coverable: ['target'],
  reachable: ['target'],
  pairwise: ['labels'],
  schedulable: ['tree'],
  acceptance: [],
  'lock-scopes': ['claims'],
  interleaving: ['code'],
  run: [],
};

const texts = (part: Part) => part.list().map((one) => one.text());
const text = (part: Part) => part.text();
const number = (part: Part) => part.number();

const fields: Readonly<Record<string, (part: Part) => unknown>> = {
  ...{ unit: text, other: text, unitName: text, otherName: text, set: text, variable: text, variables: texts },
  ...{
    pattern: text,
    patterns: texts,
    automaton: text,
    transitions: texts,
    reason: text,
    line: number,
    column: number,
  },
  cause: (part) => part.oneOf('cycle', 'notification', 'unreleased', 'never-started', 'unsettled'),
  ...{ lock: text, endless: texts },
  ...{ blocked: texts, target: text, initial: texts, labels: texts, tree: number, code: text, location: text },
  events: (part) => part.list().map(number),
  files: number,
  claims: (part) => part.list().map((claim) => [texts(claim.at('units')), texts(claim.at('variables'))]),
  ...{ question: text, java: text, class: text, methods: texts, fields: texts },
  rank: (part) => part.oneOf('low', 'normal'),
};

export function readProperty(part: Part): Property {
  const stated = part.object();
  const kind = part.at('kind').text();
  // Kinds come from reports: `constructor` is none.
  if (!Object.hasOwn(required, kind)) return { kind: 'other', stated };
  for (const name of required[kind as keyof typeof required]) fields[name]!(part.at(name));
  for (const name of Object.keys(stated))
    if (Object.hasOwn(fields, name) && part.at(name).isPresent) fields[name]!(part.at(name));
  return stated as Property;
}
