// The exhaustive check of the kernel: all 256 functions of three variables, built once. By canonicity the result of an
// operator must be the very edge of the function that the truth tables give. Answers the first disagreement, so that
// it serves the test of the kernel and the tests that break the kernel on purpose.

import { Renaming, VariableSet } from '../chosen.js';
import { countAssignments, evaluate } from '../count.js';
import type { Edge } from '../edge.js';
import { NodeTable } from '../node-table.js';
import { countTable, existsTable, renameTable, restrictTable, tabulate, variablesIn } from './truth-table.js';

export type Disagreement = string | undefined;

const N = 3;
const FUNCTIONS = 1 << (1 << N);
const ALL = FUNCTIONS - 1;

export class ThreeVariables {
  /** edges[t] is the function with truth table t. */
  readonly edges: Edge[];
  readonly #sets: readonly VariableSet[];

  constructor(readonly nodes = new NodeTable(N, 2 ** 20, () => {})) {
    nodes.grant(2 ** 30);
    this.edges = Array.from({ length: FUNCTIONS }, (_, table) => this.#build(table, 0));
    this.#sets = Array.from({ length: 1 << N }, (_, mask) => new VariableSet(variablesIn(mask), N, mask));
  }

  /** Shannon expansion from variable `level`; the table is constant in the variables above it. */
  #build(table: number, level: number): Edge {
    if (level === N) return table & 1;
    const half = (value: number) => Number(restrictTable(N, BigInt(table), 1 << level, value << level));
    return this.nodes.make(level, this.#build(half(0), level + 1), this.#build(half(1), level + 1));
  }

  checkBuilt(): Disagreement {
    if (new Set(this.edges).size !== FUNCTIONS) return 'two functions share an edge';
    for (let t = 0; t < FUNCTIONS; t++) {
      const built = tabulate(N, (a) => evaluate(this.nodes, this.edges[t]!, (variable) => ((a >> variable) & 1) === 1));
      if (built !== BigInt(t)) return `function ${t} evaluates to ${built}`;
      if (this.#build(t, 0) !== this.edges[t]) return `function ${t} has two edges`;
    }
    return undefined;
  }

  checkConnectives(): Disagreement {
    for (let s = 0; s < FUNCTIONS; s++) {
      for (let t = 0; t < FUNCTIONS; t++) {
        const [f, g] = [this.edges[s]!, this.edges[t]!];
        if (this.nodes.and(f, g) !== this.edges[s & t]) return `and(${s}, ${t})`;
        if (this.nodes.or(f, g) !== this.edges[s | t]) return `or(${s}, ${t})`;
        if (this.nodes.xor(f, g) !== this.edges[s ^ t]) return `xor(${s}, ${t})`;
      }
    }
    return undefined;
  }

  /** Every `stride`-th triple. */
  checkIte(stride: number): Disagreement {
    for (let triple = 0; triple < FUNCTIONS ** 3; triple += stride) {
      const r = triple >> 16;
      const s = (triple >> 8) & ALL;
      const t = triple & ALL;
      const result = this.nodes.ite(this.edges[r]!, this.edges[s]!, this.edges[t]!);
      if (result !== this.edges[(r & s) | (~r & t & ALL)]) return `ite(${r}, ${s}, ${t})`;
    }
    return undefined;
  }

  checkQuantifiers(): Disagreement {
    for (let mask = 0; mask < 1 << N; mask++) {
      const set = this.#sets[mask]!;
      const quantified = this.edges.map((_, t) => this.edges[Number(existsTable(N, BigInt(t), mask))]!);
      for (let s = 0; s < FUNCTIONS; s++) {
        if (this.nodes.exists(this.edges[s]!, set) !== quantified[s]) return `exists(${s}, ${mask})`;
        for (let t = 0; t < FUNCTIONS; t++) {
          const product = this.nodes.andExists(this.edges[s]!, this.edges[t]!, set);
          if (product !== quantified[s & t]) return `andExists(${s}, ${t}, ${mask})`;
        }
      }
    }
    return undefined;
  }

  /** All 27 maps of variables to variables, in order or not, injective or not. */
  checkRename(): Disagreement {
    for (let map = 0; map < N ** N; map++) {
      const images = [map % N, Math.floor(map / N) % N, Math.floor(map / N / N)];
      const renaming = new Renaming(Int32Array.from(images), map);
      for (let t = 0; t < FUNCTIONS; t++) {
        const expected = this.edges[Number(renameTable(N, BigInt(t), images))];
        if (this.nodes.rename(this.edges[t]!, renaming) !== expected) return `rename(${t}, ${images})`;
      }
    }
    return undefined;
  }

  /** All partial assignments. */
  checkRestrict(): Disagreement {
    for (let fixed = 0; fixed < 1 << N; fixed++) {
      for (let values = fixed; ; values = (values - 1) & fixed) {
        const cube = this.edges[Number(tabulate(N, (a) => (a & fixed) === values))]!;
        for (let t = 0; t < FUNCTIONS; t++) {
          const expected = this.edges[Number(restrictTable(N, BigInt(t), fixed, values))];
          if (this.nodes.restrict(this.edges[t]!, cube) !== expected) return `restrict(${t}, ${fixed}, ${values})`;
        }
        if (values === 0) break;
      }
    }
    return undefined;
  }

  checkCount(): Disagreement {
    const wrong = this.edges.findIndex((f, t) => countAssignments(this.nodes, f) !== BigInt(countTable(BigInt(t))));
    return wrong < 0 ? undefined : `count(${wrong})`;
  }

  /**
   * Keeps the functions that `survives` names, collects, and rebuilds all in another order: the dead get other numbers.
   * Results with the number `pivot` are in the cache before; after, that number may stand for another function.
   */
  checkCollection(survives: (table: number) => boolean): Disagreement {
    const [pivot, other] = [this.edges[150]!, this.edges[60]!];
    for (const f of this.edges) this.nodes.and(f, pivot);
    for (const f of this.edges) this.nodes.ite(f, other, pivot);
    this.nodes.collect(this.edges.filter((_, t) => survives(t)));
    for (let i = 0; i < FUNCTIONS; i++) {
      const t = (i * 37) & ALL;
      const rebuilt = this.#build(t, 0);
      if (survives(t) && rebuilt !== this.edges[t]) return `function ${t} did not survive`;
      this.edges[t] = rebuilt;
    }
    return this.#checkAgain(pivot, other) ?? this.checkBuilt() ?? this.checkConnectives();
  }

  #checkAgain(pivot: Edge, other: Edge): Disagreement {
    const [p, o] = [this.edges.indexOf(pivot), this.edges.indexOf(other)];
    for (let t = 0; t < FUNCTIONS; t++) {
      const f = this.edges[t]!;
      if (this.nodes.and(f, pivot) !== this.edges[t & p]) return `after a collection, and(${t}, ${p})`;
      const chosen = this.edges[(t & o) | (~t & p & ALL)];
      if (this.nodes.ite(f, other, pivot) !== chosen) return `after a collection, ite(${t}, ${o}, ${p})`;
    }
    return undefined;
  }

  /** With an empty cache and few steps every operator is right or fails, and is right with more steps afterwards. */
  checkFewSteps(): Disagreement {
    const all = this.#sets.at(-2)!;
    const rotation = new Renaming(Int32Array.of(1, 2, 0), 99);
    const operators: readonly ((f: Edge, g: Edge) => Edge)[] = [
      (f, g) => this.nodes.and(f, g),
      (f, g) => this.nodes.xor(f, g),
      (f, g) => this.nodes.ite(f, g, this.edges[120]!),
      (f) => this.nodes.exists(f, all),
      (f, g) => this.nodes.andExists(f, g, all),
      (f) => this.nodes.rename(f, rotation),
      (f) => this.nodes.restrict(f, this.edges[0b11110000]!),
    ];
    for (let pair = 0; pair < FUNCTIONS ** 2; pair += 41) {
      const [f, g] = [this.edges[pair >> 8]!, this.edges[pair & ALL]!];
      const wrong = operators.findIndex((operator) => !this.#rightOrFails(() => operator(f, g)));
      if (wrong >= 0) return `operator ${wrong} on functions ${pair >> 8} and ${pair & ALL} with few steps`;
    }
    return undefined;
  }

  #rightOrFails(compute: () => Edge): boolean {
    const { kernel } = this.nodes;
    kernel.grant(2 ** 30);
    const expected = compute();
    for (let steps = 0; steps < 9; steps++) {
      kernel.forgetAll();
      kernel.grant(steps);
      const hurried = compute();
      kernel.grant(2 ** 30);
      if ((hurried >= 0 && hurried !== expected) || compute() !== expected) return false;
    }
    return true;
  }

  checkAll(iteStride: number): Disagreement {
    return (
      this.checkBuilt() ??
      this.checkConnectives() ??
      this.checkIte(iteStride) ??
      this.checkQuantifiers() ??
      this.checkRename() ??
      this.checkRestrict() ??
      this.checkCount() ??
      this.checkFewSteps() ??
      this.checkCollection((t) => t % 3 === 0) ??
      this.checkCollection(() => false)
    );
  }
}
