// Types of a scheme's rules as plain data: a table of base types, a table of types over it, and the types of the rules.

import type { Json, JsonObject } from '../../../base/json.js';
import type { RuleType, TypeSaturation } from '../../../model/schemes/typing/saturation.js';

export function typingBody(
  saturation: TypeSaturation,
  baseName: (base: number) => string,
  rules: readonly RuleType[],
): JsonObject {
  const table: Json[] = [];
  const indices = new Map<number, number>();
  /** Arguments first; as deep as the sorts are. */
  const indexOf = (type: number): number => {
    const known = indices.get(type);
    if (known !== undefined) return known;
    const { args, base } = saturation.type(type);
    const sets = args.map((set) => set.map(indexOf));
    indices.set(type, table.length);
    return table.push([baseName(base), sets]) - 1;
  };
  const listed = rules.map(({ rule, type }) => [rule, indexOf(type)]);
  return { types: table, rules: listed };
}
