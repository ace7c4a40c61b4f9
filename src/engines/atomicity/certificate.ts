// The certificate of `holds` (theory page, step 8): per choice of variables the two saturated tables, with their tuples
// spelled out. The checker (evidence/atomicity/lock-history-certifier.ts) confirms that they contain the start, are closed
// under every move, and have no compatible tuples. Saturations that several choices share are written once.

import type { JsonObject } from '../../base/json.js';
import type { Antichain } from '../../logic/lock-history/antichain.js';
import type { PlainHistory } from '../../logic/lock-history/history-table.js';
import type { TupleId } from '../../logic/lock-history/tuple-table.js';
import { type Certificate, type NoCertificate, noCertificate } from '../../verdict/certificate.js';
import type { Entry, Saturation } from './decide/saturation.js';
import type { Decision } from './decide/thread-decider.js';
import { locksByName } from './threads/thread-questions.js';

export const lockHistoryCertificate = 'lock-histories';

/** Facts that certificates of one run may hold together; beyond that they would be too large to be of use. */
const mostFacts = 3_000_000;

/** How many facts the certificates of a run hold already. */
export interface CertificateBudget {
  facts: number;
}

/** Collects the tables for one pair of processes, choice by choice. */
export class CertificateBuilder {
  readonly #choices: JsonObject[] = [];
  readonly #numbers = new Map<JsonObject, number>();
  #complete = true;

  constructor(
    readonly processes: readonly [string, string],
    readonly patterns: readonly string[],
    readonly budget: CertificateBudget,
  ) {}

  add(variables: readonly string[], { question, saturations, slices }: Decision): void {
    if (this.budget.facts > mostFacts) this.#complete = false;
    if (!this.#complete) return;
    const names = new Map([...locksByName(question)].map(([name, lock]) => [lock, name]));
    const threads = question.threads.map(({ name }) => name);
    const locks = slices[0]!.cone.locks.map((lock) => names.get(lock)!);
    const tables = saturations.map((saturation) => this.#number(saturation));
    this.#choices.push({ variables, threads, locks, tables });
  }

  finish(): Certificate | NoCertificate {
    if (!this.#complete) return noCertificate('the certificate would be too large');
    const { processes, patterns } = this;
    const saturations = [...this.#numbers.keys()];
    return { kind: lockHistoryCertificate, body: { processes, patterns, choices: this.#choices, saturations } };
  }

  #number(saturation: Saturation): number {
    if (!bodies.has(saturation)) this.budget.facts += saturation.facts.size;
    const body = saturationBody(saturation);
    const known = this.#numbers.get(body);
    if (known !== undefined) return known;
    this.#numbers.set(body, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** Written once per saturation: certificates share the object. */
function saturationBody(saturation: Saturation): JsonObject {
  const known = bodies.get(saturation);
  if (known) return known;
  const writer = new SaturationWriter(saturation);
  const entries = saturation.entries.map((entry) => writer.entry(entry));
  const body = { locks: saturation.tuples.histories.lockCount, entries, ...writer.tables() };
  bodies.set(saturation, body);
  return body;
}

const bodies = new WeakMap<Saturation, JsonObject>();

/** Numbers the tuples and histories of one saturation as they occur. */
class SaturationWriter {
  readonly #tuples = new Map<TupleId, number>();
  readonly #histories = new Map<number, number>();

  constructor(readonly saturation: Saturation) {}

  entry(entry: Entry): JsonObject {
    const { state, context } = entry;
    const { held, inUnit } = context;
    const points = [...entry.points].map(([key, set]) => {
      const count = this.saturation.stateCount;
      return [Math.floor(key / count), key % count, this.#numbers(set)];
    });
    const byState = (sets: ReadonlyMap<number, Antichain>) => [...sets].map(([at, set]) => [at, this.#numbers(set)]);
    const { returns, finals } = entry;
    return {
      function: context.function,
      held,
      inUnit,
      state,
      points,
      returns: byState(returns),
      finals: byState(finals),
    };
  }

  tables(): { tuples: number[][]; histories: JsonObject[] } {
    const { tuples } = this.saturation;
    const components = [...this.#tuples.keys()].map((tuple) =>
      tuples.components(tuple).map((history) => number(this.#histories, history)),
    );
    const histories = [...this.#histories.keys()].map((history) => plainBody(tuples.histories.plain(history)));
    return { tuples: components, histories };
  }

  #numbers(set: Antichain): number[] {
    return set.tuples.map((tuple) => number(this.#tuples, tuple));
  }
}

function number(numbers: Map<number, number>, key: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/** Empty release and acquisition histories are left out. */
function plainBody({ R, RH, U, AH, A, HT }: PlainHistory): JsonObject {
  return { R, U, A, HT, RH: R.map((lock) => RH[lock]!), AH: A.map((lock) => AH[lock]!) };
}
