// Which location outside a call touches: by its receiver (or table), its noun and its key. `save(order)` writes what
// `find(id)` read; `get('users', id)` and `put('users', id, row)` speak of one row; SQL speaks of tables, whoever asks.

import { packageIn } from '../../library/models.js';
import { outsideCell } from '../cells.js';
import type { Machine } from '../machine.js';
import type { Cell } from '../trace.js';
import { none, type Raw, Thing, termOf, Unknown, type Value } from '../value.js';
import { isSql, keyOfSql } from './sql.js';
import type { Reading } from './verbs.js';

export interface OutsideTarget {
  readonly cell: Cell;
  /** The whole collection that the cell is an entry of. */
  readonly collection: Cell;
  readonly key: string;
  readonly noun: string;
  /** How it was found, if not by its key: who searches again may find another one. */
  readonly search?: { readonly cell: Cell; readonly term: string };
}

/** The cell beside this one, for another key. */
export function cellBeside({ cell }: OutsideTarget, raw: Raw): string {
  return outsideCell(cell.owner.replace(/^outside /, ''), termOf(raw), '').key;
}

export interface TargetedCall {
  readonly machine: Machine;
  readonly owner: string;
  readonly name: string;
  readonly values: readonly Value[];
  /** What the method was called on, if it is data. */
  readonly record?: Unknown | undefined;
}

export function targetOf(call: TargetedCall, reading: Reading): OutsideTarget | undefined {
  if (reading.deed === 'effect' || reading.deed === 'pure') return undefined;
  const known = sourceOf(call, reading);
  if (known) return known;
  const { owner, values, name } = call;
  const isStatement = isSql(values[0]?.raw);
  const home = isStatement ? 'sql' : owner.replace(/^(?:node:)?fs(?:\/promises)?(?:\.promises)?$/, 'file');
  const table = isStatement || reading.deed === 'move' ? '' : tableIn(values, reading);
  // `rename(from, to)` writes `to`.
  const rest = reading.deed === 'move' ? values.slice(1) : table ? values.slice(1) : values;
  const noun = [reading.noun, table].filter(Boolean).join('.');
  const named = reading.all ? '*' : isStatement ? keyOfSql(values) : keyFrom(rest, reading, table !== '', call);
  const asked = askedBefore(call, `${home}/${noun}`, rest, reading);
  const key = asked ?? (isTheOne(call, `${home}/${noun}`, rest, reading) ? '' : named);
  const target = makeTarget(home, isStatement ? owner : home, noun, key, name);
  return soughtBefore(call, key) ?? rowOf(call.machine, target) ?? target;
}

/** `insert({ id, ref })` after `findByRef(ref)`: the row is the one that was looked for. */
function askedBefore(
  { machine }: TargetedCall,
  owner: string,
  [first]: readonly Value[],
  { deed, all }: Reading,
): string | undefined {
  const isRow = first?.raw instanceof Thing && first.raw.kind === 'object' && !first.raw.properties.has('where');
  if (deed === 'read' || all || !isRow) return undefined;
  const terms = [...(first.raw as Thing).properties.values()].map(({ raw }) => keyTerm(raw));
  return terms.find((term) => isSimple(term) && machine.readsOf(outsideCell(owner, term, '').key) !== none);
}

/** `store({ target, etag })` after `load()`: it was asked for without a key, and nothing in it is one. */
function isTheOne({ machine }: TargetedCall, owner: string, [first]: readonly Value[], { deed }: Reading): boolean {
  if (deed !== 'write' || !(first?.raw instanceof Thing) || first.raw.kind !== 'object') return false;
  const isNamed = ['where', 'data', ...idNames].some((name) => (first.raw as Thing).properties.has(name));
  return !isNamed && machine.readsOf(outsideCell(owner, '', '').key) !== none;
}

function isSimple(term: string): boolean {
  return /^[a-z]\w*(?:\.\w+)*$/i.test(term);
}

/** `update(job.id, …)` changes what `findOne({ status })` has found: the row is known by where its key was read. */
function soughtBefore({ machine, owner }: TargetedCall, key: string): OutsideTarget | undefined {
  const term = foundBy(key);
  const source = term === undefined ? undefined : machine.provenances.get(term);
  return term !== undefined && source?.owner === owner ? foundRow(source, term) : undefined;
}

/** The same where the collection is the same, whoever was asked. */
export function rowOf(machine: Machine, { key, cell }: OutsideTarget): OutsideTarget | undefined {
  const term = foundBy(key);
  const source = term === undefined ? undefined : machine.provenances.get(term);
  return term !== undefined && source?.target.cell.owner === cell.owner ? foundRow(source, term) : undefined;
}

function foundBy(key: string): string | undefined {
  return /^(.+?)(?:\.rows)?(?:\[\d+\]|\.\d+)?\.(?:_?id|key|uuid)$/.exec(key)?.[1];
}

function foundRow(source: Origin, term: string): OutsideTarget {
  const search = { cell: source.target.cell, term: term.replace(/ later#\d+/g, '') };
  return { ...source.target, cell: rowCell(source.target, term), search };
}

/** A row that was found by something else than its key. */
export function rowCell({ cell }: OutsideTarget, term: string): Cell {
  return { ...cell, key: `${cell.key} row ${term}` };
}

/** `findOne({ status: 'pending' })`: what is found is another row after it was changed. */
export function isSearch({ key }: OutsideTarget): boolean {
  return !isSimple(key);
}

export function makeTarget(home: string, shownHome: string, noun: string, key: string, name: string): OutsideTarget {
  const owner = `${home}/${noun}`;
  const shownKey = key !== '' && key !== '*' ? `[${shortened(key.replace(/^"|"$/g, ''))}]` : '';
  // `new ioredis#4` is named after its package: the number is of no use to a reader.
  const named = packageIn(shownHome) ?? shownHome;
  const base = [named.split('.').slice(-2).join('.'), noun].filter(Boolean).join('.');
  const isFile = home === 'file' && key !== '';
  const shown = isFile ? key.replace(/^"|"$/g, '') : `${base || name}${shownKey}`;
  return { cell: outsideCell(owner, key, shown), collection: outsideCell(owner, '*', base || name), key, noun };
}

/** `count('bookings')`, `find('users', id)`: the first argument names the table. */
function tableIn([first, second]: readonly Value[], { deed, all }: Reading): string {
  if (typeof first?.raw !== 'string' || !/^[\w-]+$/.test(first.raw)) return '';
  if (all || (deed === 'read' && second === undefined)) return first.raw;
  const isKey = second?.raw instanceof Unknown && second.raw.traits.json === undefined;
  if (deed === 'read') return isKey ? first.raw : '';
  return second === undefined || deed === 'write' ? first.raw : isKey ? first.raw : '';
}

/** What is saved came from where it was read: `save(order)`, `order.save()`. */
function sourceOf({ values, machine, owner, name, record }: TargetedCall, reading: Reading): OutsideTarget | undefined {
  if (reading.deed === 'read') return undefined;
  if (reading.deed === 'write' && values.length === 1) {
    const raw = values[0]!.raw;
    const lazy = raw instanceof Thing ? raw.lazy : raw instanceof Unknown ? raw : undefined;
    const source = lazy && machine.provenances.get(lazy.term);
    if (source && (source.owner === owner || /^save|^persist/.test(name))) return source.target;
  }
  if (record && ofRecord.test(name)) return machine.provenances.get(record.term)?.target;
  return undefined;
}

const ofRecord = /^(?:save|update|destroy|delete|deleteOne|remove|increment|decrement|set)$/;
const giver = /(?:repository|collection|model|table|client|connection|manager|bucket|store)\b/i;

export interface Origin {
  readonly target: OutsideTarget;
  readonly owner: string;
}

/** What gives access to a store is not a record of it. */
export function isRecord(name: string): boolean {
  return !giver.test(name);
}

const idNames = ['id', 'key', 'Key', '_id', 'uuid', 'code', 'slug', 'sku', 'email', 'username', 'name', 'userId'];

function keyFrom(
  values: readonly Value[],
  { deed, isKeyed }: Reading,
  isInTable: boolean,
  { machine, name }: TargetedCall,
): string {
  const raw = values[0]?.raw;
  if (raw === undefined) return '';
  if (raw instanceof Thing && raw.kind === 'object') return keyInObject(raw, isInTable);
  // The last argument of a write is what is written.
  if (deed === 'write' && values.length === 1 && !isKeyed && !isNaming(machine, name, raw)) return '';
  return termOf(raw);
}

/** `markSent(row.id)`: what is marked, not what is stored. */
function isNaming({ provenances }: Machine, name: string, raw: Raw): boolean {
  const term = raw instanceof Unknown ? foundBy(raw.term) : undefined;
  return /^(?:mark|flag)[A-Z]/.test(name) || (term !== undefined && provenances.has(term));
}

/** `{ where: { id } }`, `{ data: { email, … } }`, `{ id, … }`. */
export function keyInObject(thing: Thing, needsId = false): string {
  for (const part of ['where', 'data', 'filter', 'query', 'Key', 'Item']) {
    const inner = thing.properties.get(part)?.raw;
    if (inner instanceof Thing && inner.kind === 'object') return keyInObject(inner, needsId);
  }
  for (const name of idNames) {
    const id = thing.properties.get(name);
    if (id) return keyTerm(id.raw);
  }
  if (thing.lazy) return `${thing.lazy.term}.id`;
  if (needsId) return '';
  const [first] = [...thing.properties.values()];
  return first ? keyTerm(first.raw) : '';
}

function keyTerm(raw: Raw): string {
  return raw instanceof Thing && raw.kind === 'object' && raw.properties.size === 1
    ? keyTerm([...raw.properties.values()][0]!.raw)
    : termOf(raw);
}

const longestKey = 30;

/** What is cut off is seen to be. */
function shortened(key: string): string {
  return key.length > longestKey ? `${key.slice(0, longestKey - 1)}…` : key;
}
