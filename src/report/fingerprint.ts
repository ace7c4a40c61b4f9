// A fingerprint that stays the same while a result is the same: it is made of the question and the text of the main
// source line, not of line numbers, so edits elsewhere in the file keep it. Results that agree in all of that are told
// apart by counting them.

import type { Json, JsonObject } from '../base/json.js';
import { statedProperty } from '../verdict/property.js';
import type { ReportEntry, SourceLookup } from './report.js';

export class Fingerprints {
  readonly #seen = new Map<string, number>();

  constructor(private readonly sources: SourceLookup) {}

  of({ file, finding }: ReportEntry): string {
    const { engine, rule, property, places } = finding;
    const main = places[0]?.place;
    const line = main === undefined ? undefined : this.sources.find(main.file)?.line(main.line).trim();
    const hash = fnv1a(JSON.stringify([engine, rule, file, withoutPositions(statedProperty(property)), line ?? null]));
    const occurrence = (this.#seen.get(hash) ?? 0) + 1;
    this.#seen.set(hash, occurrence);
    return `${hash}:${occurrence}`;
  }
}

const positions = new Set(['line', 'column', 'length', 'event']);

/** The question with its fields in alphabetical order and positions left out. */
function withoutPositions(property: JsonObject): Json {
  return Object.keys(property)
    .filter((key) => !positions.has(key))
    .sort()
    .map((key) => [key, property[key] ?? null]);
}

/** Fowler, Noll and Vo's hash FNV-1a of the UTF-16 code units, 64 bits, in hexadecimal. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) {
    hash ^= BigInt(text.charCodeAt(i));
    hash = BigInt.asUintN(64, hash * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
