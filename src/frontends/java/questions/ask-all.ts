// The question that comes last about a pair of units: everything that they share, at once. Its proof is the answer where nothing
// of what was suspected can happen; what it finds instead nobody had thought of, and is of low rank.

import type { AskedProgram } from '../../../verdict/inquiry.js';
import type { Finding } from '../../../verdict/verdict.js';
import type { Unit } from '../detect/candidates.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import { assumptionList } from './assumptions.js';
import { pairProgram, processNames } from './pair-program.js';
import { assumed, namesIn, type PairContext, tagged } from './tell-pair.js';
import { namesOf } from './wording.js';

export function askAll(
  context: PairContext,
  id: string,
  one: Unit,
  two: Unit,
  shared: readonly SharedLocation[],
): AskedProgram {
  const units = [one.graph, one === two ? { ...two.graph } : two.graph] as const;
  const ids = new Set(shared.map(({ id: location }) => location));
  const sets = context.facts.sets(shared);
  const all = `${id} #all`;
  return {
    id: all,
    engine: 'atomicity',
    options: {},
    alike: [context.root.qualified, ...namesIn(shared), ...assumedForAll(context, units)].join(' '),
    build: () => pairProgram(units, { keeps: ({ location }) => ids.has(location.id), sets, oneEach: true }),
    tell: (answer) => tellRest(context, answer, all, units, shared),
  };
}

function assumedForAll({ hints, oneCaller, confined, signals }: PairContext, units: readonly UnitGraph[]): string[] {
  const rules = [
    ...(hints ? ['A8'] : []),
    ...(oneCaller ? ['A11'] : []),
    ...(confined ? ['A14'] : []),
    ...(signals ? ['A15'] : []),
  ];
  return [...new Set(['A1', 'A2', 'A4', 'A9', ...rules, ...assumed(units)])];
}

function tellRest(
  context: PairContext,
  answer: Finding,
  id: string,
  units: readonly UnitGraph[],
  shared: readonly SharedLocation[],
): Finding {
  const names = processNames(units);
  const what = namesOf(shared);
  const property = tagged(answer, context, id, 'serializable', units, shared, true);
  const assumptions = assumptionList(assumedForAll(context, units));
  const { verdict } = answer;
  if (verdict.kind === 'holds')
    return {
      ...answer,
      property: { ...property, rank: 'normal' },
      rule: 'HD7000',
      message: `${context.root.name}: ${names.join(' and ')} are serializable on ${what}`,
      verdict: { ...verdict, scope: { ...verdict.scope, assumptions } },
    };
  if (verdict.kind === 'unknown')
    return {
      ...answer,
      property,
      rule: 'HD7000',
      message: `${context.root.name}: ${names.join(' and ')} are not decided on ${what}`,
    };
  return {
    ...answer,
    property,
    rule: 'HD7006',
    message: `${context.root.name}: ${names.join(' and ')} interleave on ${what} in a way that no serial order explains`,
    verdict: { ...verdict, scope: { ...verdict.scope, assumptions } },
  };
}
