// Queries written as chains: `db('accounts').where({ id }).update({ … })`, `db.collection('users').doc(id).get()`. A link
// whose result is only the receiver of the next one asks nothing yet; the chain as a whole is one call of the outside.

import type { Deed } from '../../library/model.js';
import type { Machine } from '../machine.js';
import { type Raw, Thing, termOf, Unknown, type Value } from '../value.js';
import { keyInObject, makeTarget, type OutsideTarget, rowOf } from './target.js';
import { type Reading, readingOf } from './verbs.js';

export interface Link {
  readonly name: string;
  readonly values: readonly Value[];
}

/** A chain that was not asked yet. */
export interface Query {
  /** What it was begun on. */
  readonly root: string;
  readonly links: readonly Link[];
}

const naming = /^(?:from|into|table|collection|model|ref|schema|db|database|bucket|repo|getRepository)$/i;
const conditions = /^(?:where\w*|andWhere|eq|doc|match|filter|byId|key|id|child|equals)$/;
const documented =
  /^(?:find|findOne|findOneAnd\w+|updateOne|updateMany|replaceOne|deleteOne|deleteMany|countDocuments)$/;
const quiet = new Set(
  `where andwhere orwhere select from into table collection doc first limit offset orderby returning eq match filter values
  data single maybesingle exec lean populate sort skip leftjoin innerjoin join groupby having toarray execute run all build
  in neq gt gte lt lte child ref transacting`.split(/\s+/),
);
const deciding =
  /^(?:increment|decrement|upsert|onConflict|onDuplicateKeyUpdate|forUpdate|forNoKeyUpdate|setLock|orIgnore|multi|pipeline|incr\w*|decr\w*)$/;

const strength: Readonly<Record<Deed, number>> = {
  pure: 0,
  read: 1,
  effect: 2,
  write: 3,
  move: 3,
  delete: 4,
  atomic: 5,
  claim: 5,
  begin: 6,
  end: 6,
};

/** What the chain does, as a whole. */
export function readingOfQuery({ links }: Query): Reading {
  let deed: Deed = 'read';
  for (const { name } of links) {
    if (deciding.test(name)) deed = 'atomic';
    else if (!quiet.has(name.toLowerCase())) {
      const own = readingOf(name, undefined).deed;
      if (own !== 'effect' && own !== 'pure' && strength[own] > strength[deed]) deed = own;
    }
  }
  const limits = links.filter(isLimit);
  if (deed === 'write' && isDecided(limits)) deed = 'atomic';
  const isCount = links.some(({ name }) => /^count/.test(name));
  return { deed, noun: '', all: (deed === 'read' && limits.length === 0) || isCount };
}

/** `where({ … })`, `doc(id)`; `find({ sent: false })`, `updateOne({ _id }, …)`, which have their condition in front. */
function isLimit({ name, values }: Link): boolean {
  if (conditions.test(name)) return true;
  const [first] = values;
  return documented.test(name) && first?.raw instanceof Thing && first.raw.properties.size > 0;
}

/** A change with a second condition, or with a comparison: the store decides. */
function isDecided(limits: readonly Link[]): boolean {
  const count = limits.reduce((sum, { values }) => sum + sizeOf(values[0]?.raw), 0);
  return count > 1 || limits.some(({ values }) => values.some(({ raw }) => /^(?:[<>]=?|!=)$/.test(String(raw))));
}

function sizeOf(raw: Raw): number {
  return raw instanceof Thing && raw.kind === 'object' ? raw.properties.size : 1;
}

export function targetOfQuery(machine: Machine, { root, links }: Query, { all }: Reading): OutsideTarget {
  const table = links.flatMap(({ name, values }, index) => {
    const isNamed = naming.test(name) || (index === 0 && name === '') || /^(?:insert|update|delete)$/.test(name);
    const raw = values[0]?.raw;
    return isNamed && (typeof raw === 'string' || raw instanceof Unknown) ? [nameIn(raw)] : [];
  });
  const limit = links.find((link) => isLimit(link) && link.values.length > 0);
  const given = links.find(({ name, values }) => /^(?:insert|values|create|add)$/.test(name) && values.length > 0);
  const key = all ? '*' : limit ? keyOfCondition(limit) : given ? keyOfRow(given.values[0]!.raw) : '';
  const target = makeTarget(root, root, [...new Set(table)].join('.'), key, root);
  return rowOf(machine, target) ?? target;
}

function nameIn(raw: string | Unknown): string {
  return raw instanceof Unknown ? raw.term : raw;
}

/** `where({ id })`, `where('id', id)`, `where('id', '=', id)`, `doc(id)`. */
function keyOfCondition({ values }: Link): string {
  const [first] = values;
  if (first?.raw instanceof Thing && first.raw.kind === 'object') return keyInObject(first.raw);
  return termOf(values.at(-1)?.raw);
}

function keyOfRow(raw: Raw): string {
  return raw instanceof Thing && raw.kind === 'object' ? keyInObject(raw) : '';
}

export function valuesOf({ links }: Query): Value[] {
  const given = links.filter(({ name }) => !conditions.test(name) && !naming.test(name) && name !== '');
  const limits = links.filter((link) => !given.includes(link));
  return [...limits, ...given].flatMap(({ values }) => values);
}
