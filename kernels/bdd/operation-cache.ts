// Remembers results of operators: a direct-mapped table of records (f, g, third, result), 16 bytes each.
// `third` is the third operand of if-then-else (an edge, never negative) or a negative tag that names the operator and, for
// quantifiers and renamings, its variable set or substitution. So every key is unambiguous and every other word is an
// edge, which lets garbage collection drop exactly the records that mention a dead node.
// A new result overwrites what was in its place: forgetting costs time only. Failures are never remembered.
// Every miss is one step of the running operation; when its steps are used up, `lookUp` answers with the failure.

import { FREE_LEVEL, MISS, mixed, OUT_OF_STEPS } from './words';

const EMPTY: i32 = -1;

let records: usize = 0;
let end: usize = 0;
let shift: i32 = 0;
let stepsLeft: i32 = 0;

/** Grants the next operation its steps. */
export function grant(steps: i32): void {
  stepsLeft = steps;
}

export function forgetAll(): void {
  memory.fill(records, 0xff, end - records);
}

/** An empty cache of `entries` records, a power of two, at this address. */
export function placeCache(address: usize, entries: i32): void {
  records = address;
  end = address + ((<usize>entries) << 4);
  shift = clz(entries) + 1;
  forgetAll();
}

export function cacheStart(): usize {
  return records;
}

export function cacheEnd(): usize {
  return end;
}

/** The hash of a key; it outlives the growth of the cache, addresses do not. */
export function hashOf(f: i32, g: i32, third: i32): u32 {
  return mixed(f, g, third);
}

/** The remembered result, `MISS`, or `OUT_OF_STEPS`. */
export function lookUp(hash: u32, f: i32, g: i32, third: i32): i32 {
  const at = records + ((<usize>(hash >> shift)) << 4);
  if (load<i32>(at) === f && load<i32>(at, 4) === g && load<i32>(at, 8) === third) return load<i32>(at, 12);
  return --stepsLeft < 0 ? OUT_OF_STEPS : MISS;
}

export function remember(hash: u32, f: i32, g: i32, third: i32, result: i32): i32 {
  if (result < 0) return result;
  const at = records + ((<usize>(hash >> shift)) << 4);
  store<i32>(at, f);
  store<i32>(at, g, 4);
  store<i32>(at, third, 8);
  store<i32>(at, result, 12);
  return result;
}

/** Takes over what an older cache, whose memory is still untouched, knew. */
export function rememberAll(oldStart: usize, oldEnd: usize): void {
  for (let at = oldStart; at < oldEnd; at += 16) {
    const f = load<i32>(at);
    if (f === EMPTY) continue;
    const g = load<i32>(at, 4);
    const third = load<i32>(at, 8);
    remember(hashOf(f, g, third), f, g, third, load<i32>(at, 12));
  }
}

/** Forgets every record with an edge to a node whose record in `cells` is free. */
export function forgetDead(cells: usize): void {
  for (let at = records; at < end; at += 16) {
    if (load<i32>(at) === EMPTY) continue;
    const third = max(load<i32>(at, 8), 0);
    if (isFree(cells, load<i32>(at)) || isFree(cells, load<i32>(at, 4)) || isFree(cells, third)) store<i32>(at, EMPTY);
    else if (isFree(cells, load<i32>(at, 12))) store<i32>(at, EMPTY);
  }
}

function isFree(cells: usize, f: i32): bool {
  return load<i32>(cells + ((<usize>(f & -2)) << 3)) === FREE_LEVEL;
}
