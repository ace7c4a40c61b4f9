// Intersection types of a scheme's rules, as certificates list them: given arguments that have all types of the listed sets,
// the result has the base type. The body has a table of types, arguments before what uses them, and [rule, type] pairs.

import type { Json } from '../../base/json.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import type { CertificateOf } from '../../verdict/certificate.js';

export interface SchemeType {
  /** One set of type numbers per argument. */
  readonly args: readonly (readonly number[])[];
  readonly base: number;
}

/** Numbers of types are below this, so that two make one number. */
const mostTypes = 2 ** 26;

export class SchemeTypes {
  readonly #types: SchemeType[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #fits = new Map<number, boolean>();
  readonly #rests = new Map<number, number>();

  /** `atLeast`: may a tree of base type a stand where b is asked for? */
  constructor(readonly atLeast: (a: number, b: number) => boolean) {}

  get(type: number): SchemeType {
    return this.#types[type]!;
  }

  numberOf({ args, base }: SchemeType): number {
    const sets = args.map((set) => [...new Set(set)].sort((a, b) => a - b));
    const text = JSON.stringify([base, sets]);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#types.length);
    return this.#types.push({ args: sets, base }) - 1;
  }

  /** What is left of the type when so many arguments were given. */
  rest(type: number, count: number): number {
    if (count === 0) return type;
    const key = count * mostTypes + type;
    const { args, base } = this.get(type);
    const rest = this.#rests.get(key) ?? this.numberOf({ args: args.slice(count), base });
    this.#rests.set(key, rest);
    return rest;
  }

  /** May a term of type `a` stand where `b` is asked for? As deep as the sorts are. */
  fits(a: number, b: number): boolean {
    if (a === b) return true;
    const key = a * mostTypes + b;
    const known = this.#fits.get(key);
    if (known !== undefined) return known;
    const [given, asked] = [this.get(a), this.get(b)];
    const answer =
      given.args.length === asked.args.length &&
      this.atLeast(given.base, asked.base) &&
      given.args.every((set, i) => set.every((need) => asked.args[i]!.some((have) => this.fits(have, need))));
    this.#fits.set(key, answer);
    return answer;
  }
}

export interface RuleType {
  readonly rule: number;
  readonly type: number;
}

/** The types of rules in the order in which they are listed; a text that says what is wrong when they are none. */
export function readRuleTypes(
  scheme: Scheme,
  body: CertificateOf<'typing'>['body'],
  types: SchemeTypes,
  readBase: (json: Json | undefined) => number | undefined,
): readonly RuleType[] | string {
  const { types: table, rules } = body;
  if (!Array.isArray(table) || !Array.isArray(rules)) return 'there is no list of types';
  const numbers: number[] = [];
  for (const entry of table) {
    const [base, sets] = Array.isArray(entry) ? entry : [];
    const known = readBase(base);
    const args = Array.isArray(sets) ? sets.map((set: Json) => readSet(set, numbers)) : [undefined];
    if (known === undefined || !args.every((set) => set !== undefined)) return 'an entry of the table is no type';
    numbers.push(types.numberOf({ args, base: known }));
  }
  const listed: RuleType[] = [];
  for (const entry of rules) {
    const [rule, at] = Array.isArray(entry) ? entry : [];
    const type = numbers[Number(at)];
    const parameters = scheme.rules[Number(rule)]?.parameters;
    if (type === undefined || types.get(type).args.length !== parameters?.length) return 'a type does not fit its rule';
    listed.push({ rule: Number(rule), type });
  }
  return listed;
}

function readSet(json: Json, numbers: readonly number[]): number[] | undefined {
  const members = Array.isArray(json) ? json.map((at: Json) => numbers[Number(at)]) : [undefined];
  return members.every((member) => member !== undefined) ? members : undefined;
}
