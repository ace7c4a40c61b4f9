// `fetch(url)` reads what is there, `fetch(url, { method: 'PUT' })` replaces it.

import { Thing, type Value } from '../value.js';
import type { Reading } from './verbs.js';

const deeds: Readonly<Record<string, Reading['deed']>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'write',
  PATCH: 'write',
  DELETE: 'delete',
  POST: 'effect',
};

export function readingOfFetch(owner: string, name: string, [url, options]: readonly Value[]): Reading | undefined {
  const isFetch =
    /^(?:fetch|request)$/.test(name) && (owner === '' || /^(?:node-fetch|undici|globalThis|window)/.test(owner));
  if ((!isFetch && !/^(?:node-fetch|cross-fetch)$/.test(name)) || url === undefined) return undefined;
  const given = options?.raw instanceof Thing ? options.raw.properties.get('method')?.raw : undefined;
  const method = given === undefined ? 'GET' : typeof given === 'string' ? given.toUpperCase() : '';
  return { deed: deeds[method] ?? 'effect', noun: '', all: false };
}
