// Types of a scheme's rules as plain data: a table of base types, a table of types over it, and the types of the rules.

import type { Json, JsonObject } from '../../../base/json.js';
import type { RuleType } from '../../../model/schemes/typing/saturation.js';
import type { TypeStore } from '../../../model/schemes/typing/type-store.js';

export function typingBody(
  types: TypeStore,
  baseName: (base: number) => string,
  rules: readonly RuleType[],
): JsonObject {
  const table: Json[] = [];
  const indices = new Map<number, number>();
  /** Arguments first; as deep as the sorts are. */
  const indexOf = (type: number): number => {
    const known = indices.get(type);
    if (known !== undefined) return known;
    const { args, base } = types.get(type);
    const sets = args.map((set) => set.map(indexOf));
    indices.set(type, table.length);
    return table.push([baseName(base), sets]) - 1;
  };
  const listed = rules.map(({ rule, type }) => [rule, indexOf(type)]);
  return { types: table, rules: listed };
}
