// Which findings can be driven on the code that they are about: by a test for Node, or by a program in Java. What cannot
// be driven is not offered; whether a drive then shows the finding is known only when it is run.

import type { Property } from './property.js';

const javaKinds = new Set([
  'lost-update',
  'stale-check',
  'iteration',
  'torn-pair',
  'dirty-read',
  'unrepeatable',
  'race',
]);

export function canBeDriven(property: Property): 'java' | 'node' | undefined {
  if (property.kind === 'interleaving') return 'node';
  return property.java !== undefined && isJavaKind(property.java) && property.methods?.length === 2
    ? 'java'
    : undefined;
}

/** Two methods that disturb each other; other findings are about one of them, or about what the library does. */
export function isJavaKind(kind: string): boolean {
  return javaKinds.has(kind);
}
