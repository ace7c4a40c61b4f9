// Mark and sweep. It runs only when the owner asks for it, never inside an operation: everything not marked from a root or
// a literal dies, its number is reused, and cached results that mention it are forgotten.
// Marks are bit 30 of the level word; the leaf's level has that bit set for ever.
// Complexity: linear in the capacity of the table and its cache.

import { cellsStart, recordOf, sweepNodes } from './node-table';
import { pendingAt } from './operands';
import { forgetDead } from './operation-cache';
import { MARK } from './words';

/** Marks what `root` reaches. A path has at most one edge per level waiting. */
export function mark(root: i32): void {
  const bottom = pendingAt();
  let height = bottom;
  store<i32>(height, root);
  height += 4;
  while (height > bottom) {
    height -= 4;
    let at = recordOf(load<i32>(height));
    // Follow high edges down; low edges wait.
    while ((load<i32>(at) & MARK) === 0) {
      store<i32>(at, load<i32>(at) | MARK);
      store<i32>(height, load<i32>(at, 4));
      height += 4;
      at = recordOf(load<i32>(at, 8));
    }
  }
}

export function sweep(): void {
  sweepNodes();
  forgetDead(cellsStart());
}
