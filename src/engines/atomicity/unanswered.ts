// Whether answers from elsewhere say something about every pair of thread classes and every atomic set: that it is serializable
// on the whole set, or a violation on variables of it; of a part, that nothing was found among its choices of variables.

import type { Json } from '../../base/json.js';
import type { Program } from '../../model/program/program.js';
import { cannotSay, type Part, shareOf } from '../../verdict/engine.js';
import type { Finding } from '../../verdict/verdict.js';
import { readQuestions } from './flow/flows.js';
import { hasNamedUnits } from './names/named-violations.js';
import type { AtomicityOptions } from './options.js';
import { knowledgeIn } from './parts.js';
import { askedChoices } from './questions.js';

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

/** Whatever a part leaves to its conclusion is checked there; whatever it does not, it must have told. */
export function unansweredByPart(
  model: Program,
  options: AtomicityOptions,
  part: Part,
  answers: readonly Finding[],
  carried: Json | undefined,
): string | undefined {
  const questions = readQuestions(model);
  if ('because' in questions) return questions.because;
  if (options.all || options.automata || hasNamedUnits(model)) return cannotSay;
  const { pairs } = questions;
  const left = knowledgeIn(carried, pairs.length);
  if (!left) return 'it leaves nothing to conclude from';
  if (left.stopped !== undefined) return undefined;
  const choices = shareOf(askedChoices(model.atomicSets), part).filter(({ isNew }) => isNew);
  const patterns = options.patterns.map(({ id }) => id).join();
  for (const [i, { first, second }] of pairs.entries())
    for (const number of new Set(choices.map(({ set }) => set))) {
      const names = model.atomicSets[number]!.variables.map((variable) => model.variables[variable]!.name);
      const asked = { pair: [first.name, second.name], names, patterns };
      const isTold = answers.some((answer) => isAbout(answer, asked));
      if (!isTold && !left.sets.get(number)?.[i]) return `${first.name} and ${second.name} on ${names.join(', ')}`;
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
