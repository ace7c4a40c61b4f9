import { describe, expect, it } from 'vitest';
import { compileKernel, keptKernel, kernelModule } from '../../../scripts/compile-kernel.js';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { kernelOf } from './kernel.js';
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

/** A kernel with one rule broken: in the text of its source, where each of these must stand once. */
async function broken(...edits: readonly (readonly [find: string, replace: string])[]): Promise<NodeTable> {
  let applied = 0;
  const edit = (text: string) =>
    edits.reduce((changed, [find, replace]) => {
      applied += changed.split(find).length - 1;
      return changed.replace(find, replace);
    }, text);
  const code = await compileKernel('bdd', { edit, optimized: false });
  expect(applied).toBe(edits.length);
  return new NodeTable(3, 2 ** 20, () => {}, kernelOf(code));
}

/** A kernel that reads and writes its cache under a poorer key. */
function withCacheKey(f: string, g: string, third: string): Promise<NodeTable> {
  return broken(
    ['mixed(f, g, third);', `mixed(${f}, ${g}, ${third});`],
    ['load<i32>(at) === f &&', `${f.replace('f', 'load<i32>(at)')} === ${f} &&`],
    ['load<i32>(at, 4) === g &&', `${g.replace('g', 'load<i32>(at, 4)')} === ${g} &&`],
    ['load<i32>(at, 8) === third)', `${third.replaceAll('third', 'load<i32>(at, 8)')} === ${third})`],
  );
}

describe('the exhaustive check notices a kernel', () => {
  const found = async (nodes: Promise<NodeTable>) => new ThreeVariables(await nodes).checkAll(997);

  it('without the reduction rule', async () => {
    expect(await found(broken(['if (low === high) return low;', '']))).toBeDefined();
  });

  it('that lets low edges carry a sign', async () => {
    expect(
      await found(broken(['const sign = low & 1;\n  return findOrAdd', 'const sign = 0;\n  return findOrAdd'])),
    ).toBeDefined();
  });

  it('that does not find some of its nodes again', async () => {
    expect(
      await found(broken(['store<i32>(head, node);', 'if (node % 5 !== 4) store<i32>(head, node);'])),
    ).toBeDefined();
  });

  it('that confuses the operators in its cache', async () => {
    expect(await found(withCacheKey('f', 'g', 'max(third, -1)'))).toBeDefined();
  });

  it('that confuses the variable sets and renamings in its cache', async () => {
    expect(await found(withCacheKey('f', 'g', '(third < 0 ? ~(~third & 7) : third)'))).toBeDefined();
  });

  it('that leaves the second operand out of its cache key', async () => {
    expect(await found(withCacheKey('f', '0', 'third'))).toBeDefined();
  });

  it('that leaves the third operand out of its cache key', async () => {
    expect(await found(withCacheKey('f', 'g', 'min(third, 0)'))).toBeDefined();
  });

  it('that remembers results of dead nodes', async () => {
    expect(await found(broken(['  forgetDead(cellsStart());', '']))).toBeDefined();
  });

  it('that joins the cofactors of a quantified variable by a node', async () => {
    expect(
      await found(
        broken([
          '  const quantified = isMember(level);\n  const high = quantified && low === TRUE ? TRUE : exists(f1);',
          '  const quantified = false;\n  const high = exists(f1);',
        ]),
      ),
    ).toBeDefined();
  });

  it('but not one that merely forgets everything', async () => {
    expect(
      await found(broken(['if (result < 0) return result;', 'if (result < MISS) return MISS;\n  return result;'])),
    ).toBeUndefined();
  });
});

describe('the code of the kernel', () => {
  it('is what its source compiles to', async () => {
    const kept = keptKernel('bdd');
    expect(kept).toBe(kernelModule('bdd', await compileKernel('bdd')));
  });
});
