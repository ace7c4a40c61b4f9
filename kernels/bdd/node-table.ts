// The unique table: every node (level, low, high) exists once, so equal functions are equal edges. Nodes are records of
// four words (level, low edge, high edge, next node of the hash chain), 16 bytes: one cache line per visit.
// Invariants: level < level of both children (ordered); low != high and no two equal records (reduced); the low edge carries
// no sign (canonical form of complement edges). Literals are the nodes 1..variables and never die.
// Nothing is freed during an operation, so operators need no protection stack: see garbage.ts.
// Memory: operands | nodes | heads of the hash chains | cache. Growing leaves the nodes where they are; the old cache lies
// below the new one and apart from it, so that it can be read while the new one is filled.

import { cacheEnd, cacheStart, placeCache, rememberAll } from './operation-cache';
import { FALSE, FREE_LEVEL, LEAF_LEVEL, MARK, mixed, OUT_OF_NODES, TRUE } from './words';

/** Nodes that 32-bit addresses have room for, heads and cache included. */
const MOST_NODES: i32 = 1 << 26;

/** Tells the owner about an allocation; it may throw, and nothing has changed then. */
declare function reserve(bytes: i32): void;

let variables: i32 = 0;
let nodeLimit: i32 = 0;
let capacity: i32 = 0;
let cells: usize = 0;
let heads: usize = 0;
let shift: i32 = 0;
/** Nodes in use, dead or alive, with the leaf. */
let used: i32 = 1;
/** First node never used; nodes below it are in use or in the free list. */
let top: i32 = 1;
/** Free list, linked through the chain word; 0 ends it. */
let free: i32 = 0;

/** Node, head of a hash chain and entry of the cache. */
export function bytesPerNode(): i32 {
  return 36;
}

/** An empty table whose nodes start at this address, and the literals. False when there is no memory. */
export function createTable(start: usize, variableCount: i32, limit: i32, initialCapacity: i32): bool {
  variables = variableCount;
  nodeLimit = limit;
  cells = start;
  if (!place(initialCapacity)) return false;
  memory.fill(heads, 0, (<usize>capacity) << 2);
  store<i32>(cells, LEAF_LEVEL);
  for (let level = 0; level < variables; level++) make(level, FALSE, TRUE);
  return true;
}

export function capacityOf(): i32 {
  return capacity;
}

export function usedNodes(): i32 {
  return used;
}

export function topNode(): i32 {
  return top;
}

export function cellsStart(): usize {
  return cells;
}

export function recordOf(f: i32): usize {
  return cells + ((<usize>(f & -2)) << 3);
}

export function literal(level: i32): i32 {
  return (level + 1) << 1;
}

/** The function "if the variable at `level` then `high` else `low`"; both must depend on lower variables only. */
export function make(level: i32, low: i32, high: i32): i32 {
  if (low === high) return low;
  const sign = low & 1;
  return findOrAdd(level, low ^ sign, high ^ sign) | sign;
}

function findOrAdd(level: i32, low: i32, high: i32): i32 {
  const hash = mixed(low, high, level);
  let node = load<i32>(heads + ((<usize>(hash >> shift)) << 2));
  while (node !== 0) {
    const at = cells + ((<usize>node) << 4);
    if (load<i32>(at, 4) === low && load<i32>(at, 8) === high && load<i32>(at) === level) return node << 1;
    node = load<i32>(at, 12);
  }
  return add(hash, level, low, high);
}

function add(hash: u32, level: i32, low: i32, high: i32): i32 {
  if (used >= nodeLimit) return OUT_OF_NODES;
  let node = free;
  if (node !== 0) free = load<i32>(cells + ((<usize>node) << 4), 12);
  else {
    if (top === capacity && !grow()) return OUT_OF_NODES;
    node = top++;
  }
  used++;
  const at = cells + ((<usize>node) << 4);
  store<i32>(at, level);
  store<i32>(at, low, 4);
  store<i32>(at, high, 8);
  link(node, hash);
  return node << 1;
}

function link(node: i32, hash: u32): void {
  const head = heads + ((<usize>(hash >> shift)) << 2);
  store<i32>(cells + ((<usize>node) << 4), load<i32>(head), 12);
  store<i32>(head, node);
}

/** Doubles the table. Only called with an empty free list: every node below the old capacity is in use. */
function grow(): bool {
  const nodes = capacity;
  const oldStart = cacheStart();
  const oldEnd = cacheEnd();
  if (nodes >= MOST_NODES || !place(nodes << 1)) return false;
  rememberAll(oldStart, oldEnd);
  memory.fill(heads, 0, (<usize>capacity) << 2);
  for (let node = 1; node < nodes; node++) {
    const at = cells + ((<usize>node) << 4);
    link(node, mixed(load<i32>(at, 4), load<i32>(at, 8), load<i32>(at)));
  }
  return true;
}

/** Room for so many nodes, a power of two, with an empty cache and heads that are not cleared yet. */
function place(nodes: i32): bool {
  reserve((nodes - capacity) * bytesPerNode());
  const cacheAt = cells + ((<usize>nodes) << 4) + ((<usize>nodes) << 2);
  const pages = <i32>((cacheAt + ((<usize>nodes) << 4) + 0xffff) >> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) {
    reserve((capacity - nodes) * bytesPerNode());
    return false;
  }
  capacity = nodes;
  heads = cells + ((<usize>nodes) << 4);
  shift = clz(nodes) + 1;
  placeCache(cacheAt, nodes);
  return true;
}

/** Rebuilds the hash chains from the marked nodes and the free list from the others, lowest numbers first. */
export function sweepNodes(): void {
  memory.fill(heads, 0, (<usize>capacity) << 2);
  free = 0;
  used = 1;
  for (let node = top - 1; node > 0; node--) {
    const at = cells + ((<usize>node) << 4);
    const level = load<i32>(at) ^ MARK;
    if ((level & MARK) === 0) {
      store<i32>(at, level);
      link(node, mixed(load<i32>(at, 4), load<i32>(at, 8), level));
      used++;
    } else {
      store<i32>(at, FREE_LEVEL);
      store<i32>(at, free, 12);
      free = node;
    }
  }
}
