// The certificate of `holds` (theory page, step 8): per choice of variables the two saturated tables, with their tuples
// spelled out. The checker (verdict/certify/lock-history-certifier.ts) confirms that they contain the start, are closed
// under every move, and have no compatible tuples. Saturations that several choices share are written once.

import type { JsonObject } from '../../base/json.js';
import type { Antichain } from '../../logic/lock-history/antichain.js';
import type { PlainHistory } from '../../logic/lock-history/history-table.js';
import type { TupleId } from '../../logic/lock-history/tuple-table.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { DecidedPair } from './pair-decider.js';
import type { Entry, Saturation } from './saturation.js';

export const lockHistoryCertificate = 'lock-histories';

export interface CertifiedChoice {
  readonly variables: readonly string[];
  readonly pair: DecidedPair;
}

/** One certificate for all choices of variables about one pair of processes. */
export function certificateOf(
  processes: readonly [string, string],
  patterns: readonly string[],
  choices: readonly CertifiedChoice[],
): Certificate {
  const numbers = new Map<Saturation, number>();
  const numberOf = (saturation: Saturation) => {
    const known = numbers.get(saturation);
    if (known !== undefined) return known;
    numbers.set(saturation, numbers.size);
    return numbers.size - 1;
  };
  const listed = choices.map(({ variables, pair: { answer } }) => ({
    variables,
    first: numberOf(answer.first),
    second: numberOf(answer.second),
  }));
  const saturations = [...numbers.keys()].map(saturationBody);
  return { kind: lockHistoryCertificate, body: { processes, patterns, choices: listed, saturations } };
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
