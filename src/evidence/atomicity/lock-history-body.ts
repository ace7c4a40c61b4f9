// Reads the body of a lock-history certificate: plain data of unknown origin becomes typed tables, or is rejected.

import type { Json } from '../../base/json.js';
import type { PlainHistory } from '../../logic/lock-history/history-table.js';

export interface CertificateBody {
  readonly processes: readonly string[];
  readonly patterns: readonly string[];
  readonly choices: readonly ChoiceBody[];
  readonly saturations: readonly SaturationBody[];
}

export interface ChoiceBody {
  readonly variables: readonly string[];
  /** The two that it is about, then those that have to run for them. */
  readonly threads: readonly string[];
  /** The locks that the tables speak of. */
  readonly locks: readonly string[];
  /** One saturation per thread. */
  readonly tables: readonly number[];
}

export interface SaturationBody {
  /** The object it was read from: equal objects need to be checked only once. */
  readonly source: object;
  readonly locks: number;
  readonly histories: readonly PlainHistory[];
  readonly tuples: readonly (readonly number[])[];
  readonly entries: readonly EntryBody[];
}

export interface EntryBody {
  readonly function: number;
  readonly held: readonly number[];
  readonly inUnit: boolean;
  readonly state: number;
  /** Node, side state, tuples. */
  readonly points: readonly (readonly [number, number, readonly number[]])[];
  /** Side state, tuples. */
  readonly returns: readonly (readonly [number, readonly number[]])[];
  readonly finals: readonly (readonly [number, readonly number[]])[];
}

/** Thrown by the readers below and caught once: a malformed certificate is an expected failure. */
export class MalformedBody extends Error {}

export function readBody(body: Json | undefined): CertificateBody {
  const fields = object(body);
  return {
    processes: list(fields['processes']).map(text),
    patterns: list(fields['patterns']).map(text),
    choices: list(fields['choices']).map(readChoice),
    saturations: list(fields['saturations']).map(readSaturation),
  };
}

function readChoice(json: Json): ChoiceBody {
  const fields = object(json);
  return {
    variables: list(fields['variables']).map(text),
    threads: list(fields['threads']).map(text),
    locks: list(fields['locks']).map(text),
    tables: naturals(fields['tables']),
  };
}

function readSaturation(json: Json): SaturationBody {
  const fields = object(json);
  const locks = natural(fields['locks']);
  const histories = list(fields['histories']).map((history) => readHistory(history, locks));
  const tuples = list(fields['tuples']).map(naturals);
  if (tuples.some((tuple) => tuple.length === 0 || tuple.some((history) => history >= histories.length)))
    throw new MalformedBody('a tuple names a history that is not there');
  return {
    source: fields,
    locks,
    histories,
    tuples,
    entries: list(fields['entries']).map(readEntry),
  };
}

function readEntry(json: Json): EntryBody {
  const fields = object(json);
  const byState = (row: Json): readonly [number, readonly number[]] => {
    const [state, tuples] = list(row);
    return [natural(state), naturals(tuples)];
  };
  return {
    function: natural(fields['function']),
    held: naturals(fields['held']),
    inUnit: fields['inUnit'] === true,
    state: natural(fields['state']),
    points: list(fields['points']).map((row) => {
      const [node, state, tuples] = list(row);
      return [natural(node), natural(state), naturals(tuples)];
    }),
    returns: list(fields['returns']).map(byState),
    finals: list(fields['finals']).map(byState),
  };
}

function readHistory(json: Json, locks: number): PlainHistory {
  const fields = object(json);
  const set = (name: string) => {
    const members = naturals(fields[name]);
    if (members.some((lock) => lock >= locks)) throw new MalformedBody(`${name} names a lock that is not there`);
    return members;
  };
  const R = set('R');
  const A = set('A');
  const spread = (owners: readonly number[], name: string) => {
    const sets = list(fields[name]).map(naturals);
    return Array.from({ length: locks }, (_, lock) => sets[owners.indexOf(lock)] ?? []);
  };
  return { R, RH: spread(R, 'RH'), U: set('U'), AH: spread(A, 'AH'), A, HT: set('HT') };
}

function object(json: Json | undefined): { readonly [key: string]: Json | undefined } {
  if (typeof json !== 'object' || json === null || isList(json)) throw new MalformedBody('an object is missing');
  return json;
}

function list(json: Json | undefined): readonly Json[] {
  if (!isList(json)) throw new MalformedBody('a list is missing');
  return json;
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

function naturals(json: Json | undefined): number[] {
  return list(json).map(natural);
}

function natural(json: Json | undefined): number {
  if (typeof json !== 'number' || !Number.isInteger(json) || json < 0) throw new MalformedBody('a number is missing');
  return json;
}

function text(json: Json | undefined): string {
  if (typeof json !== 'string') throw new MalformedBody('a name is missing');
  return json;
}
