import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { Bdd } from './bdd.js';
import { type Edge, FALSE, isFailure, MAX_VARIABLES, OUT_OF_NODES, OUT_OF_STEPS, TRUE } from './edge.js';
import {
  allTrue,
  complement,
  countTable,
  existsTable,
  renameTable,
  restrictTable,
  type TruthTable,
  tabulate,
  variablesIn,
} from './testing/truth-table.js';

/** A function twice: as an edge and as its truth table. */
interface Twin {
  readonly edge: Edge;
  readonly table: TruthTable;
}

/** Random formulas over a growing pool of functions; every result is compared with its truth table. */
class Formulas {
  readonly bdd: Bdd;
  pool: Twin[];
  failures = 0;

  constructor(
    readonly rng: Rng,
    readonly n: number,
    nodeLimit: number,
    stepLimit = 2 ** 20,
  ) {
    this.bdd = new Bdd({ variableCount: n, nodeLimit, stepLimit, collectAbove: 0 });
    this.pool = this.#literals();
  }

  #literals(): Twin[] {
    return Array.from({ length: this.n }, (_, i) => ({
      edge: this.bdd.variable(i),
      table: tabulate(this.n, (a) => ((a >> i) & 1) === 1),
    }));
  }

  /** One random operation; answers what disagrees, if anything. */
  step(): string | undefined {
    if (this.rng.chance(0.1)) this.collect();
    const { edge, table } = this.#combine();
    if (isFailure(edge)) {
      this.failures++;
      return edge === OUT_OF_NODES || edge === OUT_OF_STEPS ? undefined : `unknown failure ${edge}`;
    }
    const twin = this.pool.find((other) => other.table === table);
    if (twin !== undefined && twin.edge !== edge) return `one function, two edges: ${twin.edge} and ${edge}`;
    this.pool.push({ edge, table });
    const built = tabulate(this.n, (a) => this.bdd.evaluate(edge, (variable) => ((a >> variable) & 1) === 1));
    if (built !== table) return `edge ${edge} is ${built}, not ${table}`;
    return this.bdd.count(edge) === BigInt(countTable(table)) ? undefined : `count of ${table}`;
  }

  /** A random part of the pool survives: half of it protected, half passed as roots. */
  collect(): void {
    const survivors = this.pool.filter(() => this.rng.chance(0.5));
    const shielded = survivors.filter(() => this.rng.chance(0.5));
    for (const { edge } of shielded) this.bdd.protect(edge);
    const keep = survivors.filter((twin) => !shielded.includes(twin)).map(({ edge }) => edge);
    if (this.rng.chance(0.5)) this.bdd.collectGarbage(keep);
    else this.bdd.safePoint([...keep, ...this.pool.map(({ edge }) => edge)]);
    for (const { edge } of shielded) this.bdd.release(edge);
    this.pool = [...survivors, ...this.#literals()];
  }

  #combine(): Twin {
    const { bdd, n, rng } = this;
    const [f, g, h] = [rng.pick(this.pool), rng.pick(this.pool), rng.pick(this.pool)];
    const mask = rng.below(1 << n);
    const set = bdd.variableSet(variablesIn(mask));
    const product = existsTable(n, f.table & g.table, mask);
    switch (rng.below(13)) {
      case 0:
        return { edge: bdd.and(f.edge, g.edge), table: f.table & g.table };
      case 1:
        return { edge: bdd.or(f.edge, g.edge), table: f.table | g.table };
      case 2:
        return { edge: bdd.xor(f.edge, g.edge), table: f.table ^ g.table };
      case 3:
        return { edge: bdd.not(f.edge), table: complement(n, f.table) };
      case 4:
        return { edge: bdd.implies(f.edge, g.edge), table: complement(n, f.table) | g.table };
      case 5:
        return { edge: bdd.iff(f.edge, g.edge), table: complement(n, f.table ^ g.table) };
      case 6:
        return { edge: bdd.difference(f.edge, g.edge), table: f.table & complement(n, g.table) };
      case 7:
        return {
          edge: bdd.ite(f.edge, g.edge, h.edge),
          table: (f.table & g.table) | (complement(n, f.table) & h.table),
        };
      case 8:
        return { edge: bdd.exists(f.edge, set), table: existsTable(n, f.table, mask) };
      case 9:
        return {
          edge: bdd.forAll(f.edge, set),
          table: complement(n, existsTable(n, complement(n, f.table), mask)),
        };
      case 10:
        return { edge: bdd.andExists(f.edge, g.edge, set), table: product };
      case 11: {
        const images = Array.from({ length: n }, () => rng.below(n));
        const renaming = bdd.renaming(new Map(images.map((image, i) => [i, image])));
        return { edge: bdd.rename(f.edge, renaming), table: renameTable(n, f.table, images) };
      }
      default: {
        const values = rng.below(1 << n);
        const cube = new Map(variablesIn(mask).map((i) => [i, ((values >> i) & 1) === 1]));
        return { edge: bdd.restrict(f.edge, cube), table: restrictTable(n, f.table, mask, values) };
      }
    }
  }
}

describe('random formulas', () => {
  it('agree with their truth tables, with garbage collected at random points', () => {
    for (let seed = 0; seed < 60 * fullScale; seed++) {
      const rng = new Rng(seed);
      const formulas = new Formulas(rng, rng.between(1, seed % 20 === 0 ? 8 : 6), 2 ** 20);
      for (let step = 0; step < 120; step++) expect(formulas.step(), `seed ${seed}`).toBeUndefined();
      expect(formulas.failures).toBe(0);
    }
  });

  it('are right or fail when nodes and steps are scarce', () => {
    let failures = 0;
    for (let seed = 0; seed < 150 * fullScale; seed++) {
      const rng = new Rng(1000 + seed);
      const formulas = new Formulas(rng, 5, rng.between(12, 60), rng.pick([5, 20, 1000]));
      for (let step = 0; step < 60; step++) expect(formulas.step(), `seed ${seed}`).toBeUndefined();
      failures += formulas.failures;
    }
    expect(failures).toBeGreaterThan(200);
  });
});

describe('assignments', () => {
  it('are listed completely, once each, in lexicographic order', () => {
    const rng = new Rng(7);
    const n = 5;
    const bdd = new Bdd({ variableCount: n });
    const all = bdd.variableSet([0, 1, 2, 3, 4]);
    for (let round = 0; round < 200; round++) {
      const rows = new Set(Array.from({ length: rng.below(20) }, () => rng.below(1 << n)));
      const cubes = [...rows].map((row) =>
        bdd.cube(new Map([0, 1, 2, 3, 4].map((i) => [i, ((row >> (n - 1 - i)) & 1) === 1]))),
      );
      const f = cubes.reduce((g, cube) => bdd.or(g, cube), FALSE);
      const listed = [...bdd.assignments(f, all)].map((values) => Number.parseInt(values.join(''), 2));
      expect(listed).toEqual([...rows].sort((a, b) => a - b));
      expect(bdd.count(f)).toBe(BigInt(rows.size));
    }
  });

  it('may be counted and listed over some variables only', () => {
    const bdd = new Bdd({ variableCount: 10 });
    const f = bdd.or(bdd.variable(3), bdd.variable(7));
    expect(bdd.count(f, 2)).toBe(3n);
    const listed = [...bdd.assignments(f, bdd.variableSet([7, 3]))].map((values) => [...values]);
    expect(listed).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(bdd.support(f)).toEqual([3, 7]);
    expect(bdd.size(f)).toBe(2);
  });

  it('are counted exactly beyond 2^53', () => {
    const bdd = new Bdd({ variableCount: 300 });
    const odd = Array.from({ length: 300 }, (_, i) => bdd.variable(i)).reduce((f, x) => bdd.xor(f, x), FALSE);
    expect(bdd.count(odd)).toBe(2n ** 299n);
    expect(bdd.count(bdd.or(odd, bdd.variable(0)))).toBe(2n ** 299n + 2n ** 298n);
    expect(bdd.count(TRUE)).toBe(2n ** 300n);
  });

  it('can be picked as a cube that implies the function', () => {
    const bdd = new Bdd({ variableCount: 3 });
    const f = bdd.xor(bdd.variable(0), bdd.variable(2));
    const cube = bdd.pickCube(f)!;
    expect(bdd.implies(bdd.cube(cube), f)).toBe(TRUE);
    expect(bdd.pickCube(FALSE)).toBeUndefined();
    expect(bdd.pickCube(TRUE)).toEqual(new Map());
  });
});

describe('limits', () => {
  /** A function of exponential size: pairs (i, i + half) in the wrong order. */
  const pairs = (bdd: Bdd): Edge => {
    const half = bdd.variableCount / 2;
    let f = TRUE;
    for (let i = 0; i < half; i++) f = bdd.and(f, bdd.iff(bdd.variable(i), bdd.variable(half + i)));
    return f;
  };

  it('turn into values that every operation passes on', () => {
    const bdd = new Bdd({ variableCount: 20, nodeLimit: 500 });
    const f = pairs(bdd);
    expect(f).toBe(OUT_OF_NODES);
    const set = bdd.variableSet([0]);
    const x = bdd.variable(1);
    const later = [bdd.not(f), bdd.or(x, f), bdd.xor(f, x), bdd.ite(x, x, f), bdd.exists(f, set), bdd.forAll(f, set)];
    later.push(bdd.andExists(x, f, set), bdd.restrict(f, new Map()), bdd.rename(f, bdd.renaming(new Map())));
    later.push(bdd.implies(f, x), bdd.iff(x, f), bdd.difference(x, f), bdd.protect(f));
    expect(new Set(later)).toEqual(new Set([OUT_OF_NODES]));
    expect(() => bdd.count(f)).toThrow(RangeError);
    expect(bdd.statistics().usedNodes).toBeLessThanOrEqual(500);
  });

  it('stop a long operation', () => {
    const bdd = new Bdd({ variableCount: 20, stepLimit: 100 });
    expect(pairs(bdd)).toBe(OUT_OF_STEPS);
    expect(bdd.or(OUT_OF_NODES, OUT_OF_STEPS)).toBe(OUT_OF_STEPS);
  });

  it('are met by collecting garbage and trying again', () => {
    const bdd = new Bdd({ variableCount: 12, nodeLimit: 330 });
    const rng = new Rng(3);
    const random = () => {
      const rows = Array.from({ length: 12 }, () => new Map([...Array(12).keys()].map((i) => [i, rng.chance(0.5)])));
      return rows.map((row) => bdd.cube(row)).reduce((f, cube) => bdd.or(f, cube), FALSE);
    };
    let failed = 0;
    for (let round = 0; round < 20; round++) {
      const plain = random();
      if (isFailure(plain)) failed++;
      expect(isFailure(bdd.retrying(random))).toBe(false);
    }
    expect(failed).toBeGreaterThan(0);
    expect(bdd.statistics().collections).toBeGreaterThan(0);
  });

  it('on variables leave the call stack enough room for every operator', () => {
    const bdd = new Bdd({ variableCount: MAX_VARIABLES });
    const variables = [...Array(MAX_VARIABLES).keys()];
    const parity = variables.reduceRight((f, i) => bdd.xor(f, bdd.variable(i)), FALSE);
    const cube = variables.reduceRight((f, i) => bdd.and(f, bdd.variable(i)), TRUE);
    const rotate = bdd.renaming(new Map(variables.map((i) => [i, (i + 1) % MAX_VARIABLES])));
    expect(bdd.rename(parity, rotate)).toBe(parity);
    expect(bdd.ite(parity, cube, bdd.not(cube))).toBeGreaterThan(TRUE);
    expect(bdd.exists(bdd.or(parity, cube), bdd.variableSet(variables.slice(1)))).toBe(TRUE);
    expect(bdd.andExists(parity, bdd.not(cube), bdd.variableSet(variables))).toBe(TRUE);
    expect(bdd.restrict(parity, new Map(variables.map((i) => [i, true])))).toBe(MAX_VARIABLES % 2);
    expect(bdd.count(parity)).toBe(2n ** BigInt(MAX_VARIABLES - 1));
    bdd.collectGarbage([parity]);
    expect(bdd.size(parity)).toBe(MAX_VARIABLES);
    expect(() => new Bdd({ variableCount: MAX_VARIABLES + 1 })).toThrow(RangeError);
  });
});

describe('memory', () => {
  it('is accounted for as the tables grow and when they are given back', () => {
    let reserved = 0;
    const bdd = new Bdd({ variableCount: 30, reserve: (bytes) => (reserved += bytes) });
    const before = reserved;
    expect(before).toBe(bdd.statistics().bytes);
    let f = TRUE;
    for (let i = 0; i < 12; i++) f = bdd.and(f, bdd.iff(bdd.variable(i), bdd.variable(15 + i)));
    expect(reserved).toBeGreaterThan(before);
    expect(reserved).toBe(bdd.statistics().bytes);
    expect(bdd.count(f)).toBe(2n ** 18n);
    bdd.dispose();
    expect(reserved).toBe(0);
  });

  it('is reused by nodes made after a collection', () => {
    const bdd = new Bdd({ variableCount: 16 });
    const and = (low: number) => bdd.and(bdd.variable(low), bdd.variable(low + 1));
    const kept = bdd.protect(bdd.protect(and(0)));
    and(2);
    const { usedNodes } = bdd.statistics();
    bdd.release(kept);
    bdd.collectGarbage();
    expect(bdd.statistics().usedNodes).toBe(usedNodes - 1);
    expect(and(0)).toBe(kept);
    bdd.release(kept);
    bdd.collectGarbage();
    expect(bdd.statistics().usedNodes).toBe(usedNodes - 2);
  });
});

describe('dot', () => {
  it('shows shared nodes, low edges dashed and negating edges with a dot', () => {
    const bdd = new Bdd({ variableCount: 2 });
    const f = bdd.and(bdd.variable(0), bdd.not(bdd.variable(1)));
    const text = bdd.printDot(new Map([['f "quoted"', f]]), { variableName: (i) => 'ab'.charAt(i) });
    expect(text).toBe(`digraph bdd {
  n0 [shape=box, label="0"];
  n3 [label="a"];
  n2 [label="b"];
  { rank=same; n3; }
  { rank=same; n2; }
  f0 [shape=plaintext, label="f \\"quoted\\""];
  f0 -> n3 [style=solid];
  n3 -> n0 [style=dashed];
  n3 -> n2 [style=solid, arrowhead=odot];
  n2 -> n0 [style=dashed];
  n2 -> n0 [style=solid, arrowhead=odot];
}
`);
  });
});

describe('constants', () => {
  it('are the edges 0 and 1', () => {
    const bdd = new Bdd({ variableCount: 1 });
    expect(bdd.and(bdd.variable(0), bdd.not(bdd.variable(0)))).toBe(FALSE);
    expect(bdd.or(bdd.variable(0), bdd.not(bdd.variable(0)))).toBe(TRUE);
    expect(allTrue(1)).toBe(3n);
    expect(new Bdd({ variableCount: 0 }).count(TRUE)).toBe(1n);
  });
});
