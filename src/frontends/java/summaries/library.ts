// Looks up what a library method does. A method that a known type does not list counts as reading and writing.

import { atomicTypes } from './atomics.js';
import { collectionTypes } from './collections.js';
import { type LibraryType, type MethodEffect, readEffect } from './library-type.js';
import { mapTypes } from './maps.js';
import { textTypes } from './texts.js';

const types = new Map<string, LibraryType>(
  [...collectionTypes, ...mapTypes, ...atomicTypes, ...textTypes].map((type) => [type.name, type]),
);

export interface LibraryObject {
  readonly name: string;
  readonly policy: NonNullable<LibraryType['policy']>;
  readonly iteration: NonNullable<LibraryType['iteration']>;
}

export function libraryObject(name: string): LibraryObject | undefined {
  const line = lineage(name);
  if (line.length === 0) return undefined;
  const policy = line.find((type) => type.policy)?.policy ?? 'none';
  const iteration = line.find((type) => type.iteration)?.iteration ?? 'fail-fast';
  return { name, policy, iteration };
}

const guess: MethodEffect = readEffect('r w guess');

export function methodEffect(typeName: string, method: string): MethodEffect | undefined {
  const line = lineage(typeName);
  if (line.length === 0) return undefined;
  for (const { methods } of line) {
    const text = methods && Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (text !== undefined) return readEffect(text);
  }
  return guess;
}

function lineage(name: string): LibraryType[] {
  const line: LibraryType[] = [];
  for (let type = types.get(name); type; type = type.extends === undefined ? undefined : types.get(type.extends))
    line.push(type);
  return line;
}

export function isMapType(name: string): boolean {
  return lineage(name).some((type) => type.name === 'Map');
}

/** Static factories, by what they hand out. */
const factories: Readonly<Record<string, string>> = {
  'Collections.synchronizedList': 'SynchronizedCollection',
  'Collections.synchronizedSet': 'SynchronizedCollection',
  'Collections.synchronizedCollection': 'SynchronizedCollection',
  'Collections.synchronizedSortedSet': 'SynchronizedCollection',
  'Collections.synchronizedMap': 'SynchronizedMap',
  'Collections.synchronizedSortedMap': 'SynchronizedMap',
  'Collections.newSetFromMap': 'ConcurrentSet',
  'ConcurrentHashMap.newKeySet': 'ConcurrentSet',
  'Executors.newFixedThreadPool': 'FixedThreadPool',
  'Executors.newCachedThreadPool': 'ExecutorService',
  'Executors.newWorkStealingPool': 'ExecutorService',
  'Executors.newVirtualThreadPerTaskExecutor': 'ExecutorService',
  'Executors.newScheduledThreadPool': 'FixedThreadPool',
  'Executors.newSingleThreadExecutor': 'SingleThreadExecutor',
  'Executors.newSingleThreadScheduledExecutor': 'SingleThreadExecutor',
};

const immutableFactories =
  /^(List|Set|Map)\.(of|copyOf|ofEntries)$|^Collections\.(unmodifiable|empty|singleton)|^Arrays\.asList$/;

export function factoryType(callee: string): string | undefined {
  const known = factories[callee];
  if (known !== undefined) return known;
  if (!immutableFactories.test(callee)) return undefined;
  return /Map/.test(callee) ? 'UnmodifiableMap' : 'UnmodifiableCollection';
}
