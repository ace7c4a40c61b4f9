// What a report says about the calls of a finding is read with care: it may have been written by hand.

import type { Json, JsonObject } from '../../base/json.js';

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
}
