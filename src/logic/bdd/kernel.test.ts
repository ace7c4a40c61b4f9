import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import type { Edge } from './edge.js';
import { NodeTable } from './node-table.js';
import { audit } from './testing/audit.js';
import { ThreeVariables } from './testing/three-variables.js';

describe('all functions of three variables', () => {
  const kernel = new ThreeVariables();

  it('have one edge each, which evaluates to their truth table', () => {
    expect(kernel.checkBuilt()).toBeUndefined();
  });

  it('combine by and, or and xor as their truth tables do', () => {
    expect(kernel.checkConnectives()).toBeUndefined();
  });

  it('combine by if-then-else as their truth tables do', () => {
    // All 16,777,216 triples with HEDDLE_CASES=7, every seventh without.
    expect(kernel.checkIte(Math.max(1, Math.floor(7 / sampleScale)))).toBeUndefined();
  });

  it('are quantified, alone and as relational products, over all sets of variables', () => {
    expect(kernel.checkQuantifiers()).toBeUndefined();
  });

  it('are renamed by all 27 maps, whether they keep the order or not', () => {
    expect(kernel.checkRename()).toBeUndefined();
  });

  it('are restricted by all 27 partial assignments', () => {
    expect(kernel.checkRestrict()).toBeUndefined();
  });

  it('are counted', () => {
    expect(kernel.checkCount()).toBeUndefined();
  });

  it('are right or fail with few steps left, and right afterwards', () => {
    expect(kernel.checkFewSteps()).toBeUndefined();
  });

  it('leave the unique table in order', () => {
    expect(audit(kernel.nodes)).toBeUndefined();
  });

  it('survive a collection if they are roots, and are rebuilt if not', () => {
    expect(kernel.checkCollection((table) => table % 3 === 0)).toBeUndefined();
    expect(kernel.checkCollection((table) => table > 200)).toBeUndefined();
    // Two functions and their negations die and come back with their numbers exchanged.
    expect(kernel.checkCollection((table) => ![22, 233, 105, 150].includes(table))).toBeUndefined();
    expect(kernel.checkCollection(() => false)).toBeUndefined();
    expect(audit(kernel.nodes)).toBeUndefined();
  });
});

describe('the unique table', () => {
  it('finds every node again after it has grown', () => {
    const nodes = new NodeTable(20, 2 ** 20, () => {});
    const rng = new Rng(11);
    const made = Array.from({ length: 20 }, (_, level) => nodes.literal(level));
    const triples = Array.from({ length: 20_000 }, () => {
      const level = rng.below(19);
      const below = made.filter((f, i) => i < 400 && nodes.level(f) > level);
      const [low, high] = [rng.pick(below) ^ rng.below(2), rng.pick(below) ^ rng.below(2)];
      const edge = nodes.make(level, low, high);
      made.push(edge);
      return { level, low, high, edge };
    });
    for (const { level, low, high, edge } of triples) expect(nodes.make(level, low, high)).toBe(edge);
    expect(nodes.capacity).toBeGreaterThan(8000);
    expect(audit(nodes)).toBeUndefined();
  });
});

/** Kernels with one rule broken. */
class Unreduced extends NodeTable {
  override make(level: number, low: Edge, high: Edge): Edge {
    const sign = low & 1;
    return this.findOrAdd(level, low ^ sign, high ^ sign) | sign;
  }
}

class SignedLowEdges extends NodeTable {
  override make(level: number, low: Edge, high: Edge): Edge {
    return low === high ? low : this.findOrAdd(level, low, high);
  }
}

class LostNodes extends NodeTable {
  override link(node: number, bucket: number): void {
    if (node % 5 !== 4) super.link(node, bucket);
  }
}

/** A kernel that reads and writes its cache under a poorer key. */
function withCacheKey(key: (f: Edge, g: Edge, third: number) => readonly [Edge, Edge, number]): NodeTable {
  const nodes = new NodeTable(3, 2 ** 20, () => {});
  const { lookup, store } = nodes.cache;
  nodes.cache.lookup = (f, g, third) => lookup.call(nodes.cache, ...key(f, g, third));
  nodes.cache.store = (f, g, third, result) => store.call(nodes.cache, ...key(f, g, third), result);
  return nodes;
}

describe('the exhaustive check notices a kernel', () => {
  const found = (nodes: NodeTable) => new ThreeVariables(nodes).checkAll(997);

  it('without the reduction rule', () => {
    expect(found(new Unreduced(3, 2 ** 20, () => {}))).toBeDefined();
  });

  it('that lets low edges carry a sign', () => {
    expect(found(new SignedLowEdges(3, 2 ** 20, () => {}))).toBeDefined();
  });

  it('that does not find some of its nodes again', () => {
    expect(found(new LostNodes(3, 2 ** 20, () => {}))).toBeDefined();
  });

  it('that confuses the operators in its cache', () => {
    expect(found(withCacheKey((f, g, third) => [f, g, Math.max(third, -1)]))).toBeDefined();
  });

  it('that confuses the variable sets and renamings in its cache', () => {
    expect(found(withCacheKey((f, g, third) => [f, g, third < 0 ? ~(~third & 7) : third]))).toBeDefined();
  });

  it('that leaves the second operand out of its cache key', () => {
    expect(found(withCacheKey((f, _, third) => [f, 0, third]))).toBeDefined();
  });

  it('that leaves the third operand out of its cache key', () => {
    expect(found(withCacheKey((f, g, third) => [f, g, Math.min(third, 0)]))).toBeDefined();
  });

  it('that remembers results of dead nodes', () => {
    const nodes = new NodeTable(3, 2 ** 20, () => {});
    nodes.cache.forgetDead = () => {};
    expect(found(nodes)).toBeDefined();
  });

  it('but not one that merely forgets everything', () => {
    const nodes = new NodeTable(3, 2 ** 20, () => {});
    nodes.cache.store = (_f, _g, _third, result) => result;
    expect(found(nodes)).toBeUndefined();
  });
});
