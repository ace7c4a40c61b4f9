// Types of a scheme's rules as plain data: a table of base types, a table of types over it, and the types of the rules.

import type { Json, JsonObject } from '../../../base/json.js';
import type { RuleType, TypeSaturation } from '../../../model/schemes/typing/saturation.js';

export function typingBody(
  saturation: TypeSaturation,
  baseName: (base: number) => string,
  rules: readonly RuleType[],
): JsonObject {
  const table: Json[] = [];
  const indices: number[] = [];
  const sets: Json[] = [];
  /** Arguments first; as deep as the sorts are. */
  const indexOf = (type: number): number =>
    indices[type] ??
    (indices[type] = table.push([baseName(saturation.baseOf(type)), saturation.setsOf(type).map(setOf)]) - 1);
  const setOf = (set: number): Json => sets[set] ?? (sets[set] = saturation.typesIn(set).map(indexOf));
  const listed = rules.map(({ rule, type }) => [rule, indexOf(type)]);
  return { types: table, rules: listed };
}
