// Rules by what saturation looks for. A *head* is a pair (state, symbol) with a dense id; heads of rules come first.
// `lists` groups rule numbers by head in one array (counting sort), so the rules of a head are neighbours.

import { PairTable } from '../../base/integers/pair-table.js';
import { absent, type PushdownSystem } from './pushdown-system.js';

export interface HeadIndex {
  /** Heads interned so far; saturation adds those of new transitions. */
  readonly heads: PairTable;
  /** The left-hand side of each rule. */
  readonly left: Int32Array;
  /** Target state and top symbol of each rule, `absent` for pops. */
  readonly right: Int32Array;
}

export function indexHeads({ rules }: PushdownSystem): HeadIndex {
  const heads = new PairTable(rules.count);
  const left = new Int32Array(rules.count);
  const right = new Int32Array(rules.count).fill(absent);
  for (let rule = 0; rule < rules.count; rule++)
    left[rule] = heads.intern(rules.from.get(rule), rules.symbol.get(rule));
  for (let rule = 0; rule < rules.count; rule++) {
    const top = rules.top.get(rule);
    if (top !== absent) right[rule] = heads.intern(rules.to.get(rule), top);
  }
  return { heads, left, right };
}

/** Words per rule in `RuleRows`: its number, its right-hand head, what it pushes below, its target state. */
export const RULE_WORDS = 4;

/** The rules of each head with all that saturation asks about them, in one place: a step through them is one cache miss. */
export interface RuleRows {
  readonly groups: RuleGroups;
  /** RULE_WORDS words for each entry of `groups.order`. */
  readonly words: Int32Array;
}

export function rowsByHead({ rules }: PushdownSystem, { heads, left, right }: HeadIndex): RuleRows {
  const groups = groupRules(left, heads.size);
  const words = new Int32Array(RULE_WORDS * groups.order.length);
  groups.order.forEach((rule, i) => {
    words[RULE_WORDS * i] = rule;
    words[RULE_WORDS * i + 1] = right[rule]!;
    words[RULE_WORDS * i + 2] = rules.below.get(rule);
    words[RULE_WORDS * i + 3] = rules.to.get(rule);
  });
  return { groups, words };
}

/** Rule numbers grouped by key: those of key k are order[start[k]] … order[start[k + 1] - 1]. */
export interface RuleGroups {
  readonly start: Int32Array;
  readonly order: Int32Array;
  readonly keyCount: number;
}

/** Groups rules by key; rules whose key is `absent` are left out. */
export function groupRules(keys: Int32Array, keyCount: number): RuleGroups {
  const start = new Int32Array(keyCount + 1);
  for (const key of keys) if (key !== absent) start[key + 1]!++;
  for (let key = 0; key < keyCount; key++) start[key + 1]! += start[key]!;
  const next = start.slice();
  const order = new Int32Array(start[keyCount]!);
  keys.forEach((key, rule) => {
    if (key !== absent) order[next[key]!++] = rule;
  });
  return { start, order, keyCount };
}
