// Which queries does an atomicity property stand for? One pattern with its roles and variables; or, for a whole atomic
// set, every pattern in both roles on every choice of its variables.

import { patternById } from '../../logic/access-patterns/conflict-cycles.js';
import type { Program } from '../../model/program/program.js';
import type { Property } from '../../verdict/property.js';

export interface AskedQuery {
  readonly pattern: string;
  readonly unit: string;
  readonly other: string;
  readonly variables: readonly string[];
}

/** The queries, or why the property is not understood. */
export function askedQueries(program: Program, property: Property): readonly AskedQuery[] | string {
  const { unit, other } = property;
  if (property.kind !== 'atomicity' || typeof unit !== 'string' || typeof other !== 'string')
    return 'the property is not about atomicity';
  const variables = textsOf(property['variables']);
  if (typeof property['pattern'] === 'string') return [{ pattern: property['pattern'], unit, other, variables }];
  const set = program.atomicSets.find(({ name }) => name === property['set']);
  if (!set) return 'the property names no atomic set';
  const names = set.variables.map((variable) => program.variables[variable]!.name);
  const roles =
    unit === other
      ? [{ unit, other }]
      : [
          { unit, other },
          { unit: other, other: unit },
        ];
  return textsOf(property['patterns']).flatMap((pattern) =>
    choicesFor(pattern, names).flatMap((chosen) => roles.map((role) => ({ pattern, ...role, variables: chosen }))),
  );
}

function choicesFor(pattern: string, names: readonly string[]): string[][] {
  if (patternById(pattern)?.variables === 1) return names.map((name) => [name]);
  return names.flatMap((x) => names.filter((y) => y !== x).map((y) => [x, y]));
}

function textsOf(value: Property[string]): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
