// What operators need beside edges, before the nodes in memory: the members of the chosen variable set (a byte per
// variable), the images of the chosen renaming (four bytes each), and the stack of the marking phase.

import { createTable } from './node-table';

/** Below are the constants of the compiler, of which this kernel has none. */
const START: usize = 1024;

let images: usize = 0;
let pending: usize = 0;
/** Lowest variable that the chosen set or renaming is about. */
let last: i32 = -1;
let tag: i32 = 0;

/** The first call on an instance. False when there is no memory. */
export function setUp(variableCount: i32, nodeLimit: i32, initialCapacity: i32): bool {
  images = (START + <usize>variableCount + 3) & ~3;
  pending = images + ((<usize>variableCount) << 2);
  const cells = (pending + ((<usize>(variableCount + 1)) << 2) + 63) & ~63;
  return createTable(cells, variableCount, nodeLimit, initialCapacity);
}

/** Chooses the set or renaming whose members or images the owner has written. */
export function choose(lastVariable: i32, tagOfOperator: i32): void {
  last = lastVariable;
  tag = tagOfOperator;
}

export function membersAt(): usize {
  return START;
}

export function imagesAt(): usize {
  return images;
}

export function pendingAt(): usize {
  return pending;
}

export function isMember(level: i32): bool {
  return load<u8>(START + <usize>level) === 1;
}

export function imageOf(level: i32): i32 {
  return load<i32>(images + ((<usize>level) << 2));
}

export function lastLevel(): i32 {
  return last;
}

export function chosenTag(): i32 {
  return tag;
}
