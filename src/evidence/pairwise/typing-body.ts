// Types of a scheme's rules as plain data: a table of base types, a table of types over it, and the types of the rules.

import type { Json, JsonObject } from '../../base/json.js';
import { effectOfNumbers, effectToNumbers } from '../../logic/effect-algebra/index.js';
import type { AutomatonDomain } from '../../model/schemes/typing/automaton-domain.js';
import type { EffectDomain } from '../../model/schemes/typing/effect-domain.js';
import type { RuleType } from '../../model/schemes/typing/saturation.js';
import type { TypeStore } from '../../model/schemes/typing/type-store.js';

/** Base types as plain data. */
export interface BaseCodec {
  encode(base: number): Json;
  decode(json: Json): number | undefined;
}

export function stateCodec(domain: AutomatonDomain): BaseCodec {
  return {
    encode: (base) => domain.stateName(base),
    decode: (json) => (typeof json === 'string' ? domain.stateNumber(json) : undefined),
  };
}

export function effectCodec(domain: EffectDomain): BaseCodec {
  const { orders } = domain.algebra;
  return {
    encode: (base) => effectToNumbers(domain.effect(base), orders),
    decode: (json) => {
      const effect = Array.isArray(json) ? effectOfNumbers(json, orders) : undefined;
      return effect && domain.intern(effect);
    },
  };
}

export function typingBody(types: TypeStore, codec: BaseCodec, rules: readonly RuleType[]): JsonObject {
  const table: Json[] = [];
  const indices = new Map<number, number>();
  /** Arguments first; as deep as the sorts are. */
  const indexOf = (type: number): number => {
    const known = indices.get(type);
    if (known !== undefined) return known;
    const { args, base } = types.get(type);
    const sets = args.map((set) => set.map(indexOf));
    indices.set(type, table.length);
    return table.push([codec.encode(base), sets]) - 1;
  };
  const listed = rules.map(({ rule, type }) => [rule, indexOf(type)]);
  return { types: table, rules: listed };
}

/** A text that says what is wrong when the body is not a typing. */
export function readTypingBody(body: JsonObject, types: TypeStore, codec: BaseCodec): RuleType[] | string {
  const { types: table, rules } = body;
  if (!Array.isArray(table) || !Array.isArray(rules)) return 'not a typing';
  const ids: number[] = [];
  for (const entry of table) {
    const [base, sets] = Array.isArray(entry) ? entry : [];
    const decoded = base === undefined ? undefined : codec.decode(base);
    if (decoded === undefined || !Array.isArray(sets)) return 'the table has an entry that is no type';
    const args = sets.map((set: Json) => readSet(set, ids));
    if (args.some((set) => set.includes(-1))) return 'a type refers to a later one';
    ids.push(types.intern({ args, base: decoded }));
  }
  const listed = rules.map((entry: Json) => {
    const [rule, type] = Array.isArray(entry) ? entry : [];
    return { rule: Number(rule), type: ids[Number(type)] ?? -1 };
  });
  return listed.some(({ type }) => type < 0) ? 'a rule has a type that is not in the table' : listed;
}

function readSet(set: Json, ids: readonly number[]): number[] {
  const members = Array.isArray(set) ? set.map((index: Json) => ids[Number(index)] ?? -1) : [-1];
  return members.sort((a, b) => a - b);
}
