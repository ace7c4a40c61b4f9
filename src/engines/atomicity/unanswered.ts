// Whether answers from elsewhere say something about every pair of thread classes and every atomic set: that it is serializable
// on the whole set, or a violation on variables of it.

import type { Program } from '../../model/program/program.js';
import { cannotSay } from '../../verdict/engine.js';
import type { Finding } from '../../verdict/verdict.js';
import { readQuestions } from './flow/flows.js';
import { hasNamedUnits } from './names/named-violations.js';
import type { AtomicityOptions } from './options.js';

export function unansweredPair(
  model: Program,
  options: AtomicityOptions,
  answers: readonly Finding[],
): string | undefined {
  const questions = readQuestions(model);
  if ('because' in questions) return questions.because;
  if (options.all || options.automata || hasNamedUnits(model)) return cannotSay;
  const patterns = options.patterns.map(({ id }) => id).join();
  for (const { first, second } of questions.pairs)
    for (const set of model.atomicSets) {
      const names = set.variables.map((variable) => model.variables[variable]!.name);
      const asked = { pair: [first.name, second.name], names, patterns };
      if (!answers.some((answer) => isAbout(answer, asked)))
        return `${first.name} and ${second.name} on ${names.join(', ')}`;
    }
  return undefined;
}

interface AskedSet {
  readonly pair: readonly string[];
  readonly names: readonly string[];
  readonly patterns: string;
}

/** A violation on some of its variables, or that all of them are safe from every pattern. */
function isAbout({ property, verdict }: Finding, { pair, names, patterns }: AskedSet): boolean {
  if (property.kind !== 'atomicity') return false;
  const { unit = '', other = '', variables = [] } = property;
  const isPair = [unit, other].join() === pair.join() || [other, unit].join() === pair.join();
  if (!isPair || variables.length === 0 || !variables.every((name) => names.includes(name))) return false;
  if (verdict.kind === 'violated') return true;
  return variables.join() === names.join() && property.patterns?.join() === patterns && property.pattern === undefined;
}
