// The options of a run must say the same as the properties it reports: where an option names patterns, targets, starts or
// labels, the property must be one that this option asks for.

import type { ClaimOptions } from '../verdict/options.js';
import type { Property } from '../verdict/property.js';

/** How the options contradict the property, if they do. */
export function optionsProblem(property: Property, options: ClaimOptions): string | undefined {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) return `--${unknown} is no option that changes what is asked`;
  const contradicted = Object.entries(checks).find(([name, agrees]) => !agrees(property, options[name]));
  return contradicted && `--${contradicted[0]} does not ask for this property`;
}

/** Undefined when the option was not given. */
type Agreement = (property: Property, texts: readonly string[] | undefined) => boolean;

const checks: Readonly<Record<string, Agreement>> = {
  patterns: patternsAgree,
  target: (property, texts) =>
    texts === undefined ||
    (property.kind === 'coverable' && texts.map(withoutSpaces).includes(withoutSpaces(property.target))) ||
    (property.kind === 'reachable' && texts.includes(property.target)),
  initial: (property, texts = []) => property.kind !== 'coverable' || String(texts) === String(property.initial ?? []),
  labels: (property, texts) =>
    property.kind !== 'pairwise' || texts === undefined || texts.includes(String(property.labels)),
  property: ({ kind }, texts) => texts === undefined || texts.flatMap(kindsOf).includes(kind),
  // How deep, and of how many, is said by the scope.
  'max-depth': () => true,
  instances: () => true,
  algorithm: () => true,
  'trace-format': () => true,
  lenient: () => true,
};

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}

const paperPatterns = 14;
const allPatterns = 32;

/** A list must be the whole list that was asked for; one pattern must be on it. */
function patternsAgree(property: Property, texts: readonly string[] | undefined): boolean {
  if (property.kind !== 'atomicity') return true;
  const { pattern, patterns, automaton } = property;
  const asked = texts?.at(-1) ?? 'complete';
  if (asked !== 'complete' && asked !== 'paper') return automaton !== undefined;
  if (automaton !== undefined) return false;
  if (patterns) return patterns.length === (asked === 'paper' ? paperPatterns : allPatterns);
  return asked === 'complete' || pattern === undefined || !pattern.startsWith('c');
}

const kinds: Readonly<Record<string, string>> = {
  labels: 'pairwise',
  races: 'race',
  schedulable: 'schedulable',
  assertions: 'assertion',
  errors: 'error',
  deadlocks: 'deadlock',
  atomicity: 'atomicity',
  termination: 'termination',
};

function kindsOf(text: string): string[] {
  return text.split(',').flatMap((name) => (Object.hasOwn(kinds, name.trim()) ? [kinds[name.trim()]!] : []));
}
