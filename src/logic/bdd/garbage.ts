// Mark and sweep. It runs only when the owner asks for it, never inside an operation: everything not reachable from the
// given roots or a literal dies, its number is reused, and cached results that mention it are forgotten.
// Marks are bit 30 of the level word; the leaf's level has that bit set for ever.
// Complexity: linear in the capacity of the table and its cache.

import type { Edge } from './edge.js';
import type { NodeTable } from './node-table.js';

const MARK = 0x40000000;
/** Level word of a free node: no variable, and not marked. */
export const FREE_LEVEL = 0x3fffffff;

export function collectGarbage(nodes: NodeTable, roots: Iterable<Edge>): void {
  // A path pushes at most one edge per level.
  const pending = new Int32Array(nodes.variableCount + 1);
  for (let level = 0; level < nodes.variableCount; level++) mark(nodes.cells, nodes.literal(level), pending);
  for (const root of roots) if (root >= 0) mark(nodes.cells, root, pending);
  sweep(nodes);
  nodes.cache.forgetDead(nodes.cells, FREE_LEVEL);
}

function mark(cells: Int32Array, root: Edge, pending: Int32Array): void {
  let height = 0;
  pending[height++] = root;
  while (height > 0) {
    let record = (pending[--height]! & -2) << 1;
    // Follow high edges down; low edges wait.
    while ((cells[record]! & MARK) === 0) {
      cells[record]! |= MARK;
      pending[height++] = cells[record + 1]!;
      record = (cells[record + 2]! & -2) << 1;
    }
  }
}

/** Rebuilds the hash chains from the marked nodes and the free list from the others, lowest numbers first. */
function sweep(nodes: NodeTable): void {
  const cells = nodes.cells;
  nodes.heads.fill(0);
  nodes.free = 0;
  nodes.used = 1;
  for (let node = nodes.top - 1; node > 0; node--) {
    const record = node << 2;
    const level = cells[record]! ^ MARK;
    if ((level & MARK) === 0) {
      cells[record] = level;
      nodes.link(node, nodes.bucket(level, cells[record + 1]!, cells[record + 2]!));
      nodes.used++;
    } else {
      cells[record] = FREE_LEVEL;
      cells[record + 3] = nodes.free;
      nodes.free = node;
    }
  }
}
