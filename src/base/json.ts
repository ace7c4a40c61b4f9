// Plain data: what may stand in a report, travel to a worker or be compared by text.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Something parsed that has named parts. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same as plain data: without what has no place in JSON. */
export function plainJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
