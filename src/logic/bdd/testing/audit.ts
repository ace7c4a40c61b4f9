// Checks the invariants of the unique table (see node-table.ts) on every node in use; answers the first violation.

import type { NodeTable } from '../node-table.js';

/** Level of a free node: kernels/bdd/words.ts. */
const FREE_LEVEL = 0x3fffffff;

export function audit(nodes: NodeTable): string | undefined {
  const seen = new Set<string>();
  let used = 1;
  for (let node = 1; node < nodes.top; node++) {
    const f = node << 1;
    const level = nodes.level(f);
    if (level === FREE_LEVEL) continue;
    used++;
    const [low, high] = [nodes.low(f), nodes.high(f)];
    if (low === high) return `node ${node} is redundant`;
    if ((low & 1) === 1) return `node ${node} has a signed low edge`;
    for (const child of [low, high]) {
      if (nodes.level(child) === FREE_LEVEL) return `node ${node} has a dead child`;
      if (nodes.level(child) <= level) return `node ${node} is out of order`;
    }
    const key = `${level} ${low} ${high}`;
    if (seen.has(key)) return `node ${node} exists twice`;
    seen.add(key);
  }
  return used === nodes.used ? undefined : `${used} nodes in use, but ${nodes.used} counted`;
}
