// Saturated effects as plain data: a table of effects, for each node of the thread graph the ones it has whatever is asked,
// and for each question the ones it adds. Certificates of many questions about one graph share the table and the base.

import type { Json, JsonObject } from '../../base/json.js';
import { type Effect, effectToNumbers, type LockOrders, type WithEffect } from '../../logic/effect-algebra/index.js';
import type { Certificate } from '../../verdict/certificate.js';

/** The effects of single nodes: [node, effect, effect, …], effects as indices into the table. */
export type NodeEffects = readonly number[];

export interface EffectsBody extends JsonObject {
  readonly effects: readonly (readonly number[])[];
  readonly nodes: readonly NodeEffects[];
  readonly questions: readonly { readonly key: string; readonly nodes: readonly NodeEffects[] }[];
}

type SaturatedNodes = Iterable<readonly [node: number, items: readonly WithEffect[]]>;

/** Grows a certificate: the object is handed out at once, each question that is answered with no adds to its body. */
export class EffectsCertificate {
  readonly #indices = new Map<string, number>();
  readonly #effects: (readonly number[])[] = [];
  readonly #questions: EffectsBody['questions'][number][] = [];
  readonly certificate: Certificate & { readonly body: EffectsBody };

  constructor(
    base: SaturatedNodes,
    readonly orders: LockOrders,
  ) {
    const nodes = this.#write(base);
    const body: EffectsBody = { effects: this.#effects, nodes, questions: this.#questions };
    this.certificate = { kind: 'effects', body };
  }

  add(key: string, own: SaturatedNodes): void {
    this.#questions.push({ key, nodes: this.#write(own) });
  }

  #write(saturated: SaturatedNodes): NodeEffects[] {
    return Array.from(saturated, ([node, items]) => [node, ...items.map(({ effect }) => this.#indexOf(effect))]);
  }

  #indexOf(effect: Effect): number {
    const numbers = effectToNumbers(effect, this.orders);
    const key = numbers.join();
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    this.#indices.set(key, this.#effects.length);
    return this.#effects.push(numbers) - 1;
  }
}

/** The nodes of a question's own effects; undefined when the body does not speak about the question. */
export function questionNodes(body: JsonObject, key: string): Json | undefined {
  const { questions } = body;
  if (!Array.isArray(questions)) return undefined;
  return questions.find((entry: Json) => isObject(entry) && entry['key'] === key)?.['nodes'];
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
