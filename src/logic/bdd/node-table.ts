// The unique table with its operators: one instance of the kernel and a view of its nodes. Nodes are records of four words
// (level, low edge, high edge, next of the hash chain), see kernels/bdd/node-table.ts. Memory that grows gets a new buffer,
// so the view is asked for by whoever reads nodes and never kept.

import type { Renaming, VariableSet } from './chosen.js';
import { type Edge, FALSE } from './edge.js';
import { type Kernel, type KernelMaker, standardKernel } from './kernel.js';

const SMALLEST_CAPACITY = 1024;
/** As many nodes as edges have room for. */
const MOST_NODES = 2 ** 30 - 1;

export class NodeTable {
  readonly kernel: Kernel;
  #cells: Int32Array;
  readonly #start: number;
  #members: VariableSet | undefined;
  #images: Renaming | undefined;
  #chosen: VariableSet | Renaming | undefined;

  constructor(
    readonly variableCount: number,
    readonly nodeLimit: number,
    readonly reserve: (bytes: number) => void,
    makeKernel: KernelMaker = standardKernel,
  ) {
    const capacity = powerOfTwoAtLeast(Math.max(SMALLEST_CAPACITY, variableCount + 1));
    this.kernel = makeKernel(reserve);
    if (this.kernel.setUp(variableCount, Math.min(nodeLimit, MOST_NODES), capacity) === 0)
      throw new RangeError('no memory for an empty BDD');
    this.#start = this.kernel.cellsStart() >> 2;
    this.#cells = new Int32Array(this.kernel.memory.buffer);
  }

  get cells(): Int32Array {
    if (this.#cells.length === 0) this.#cells = new Int32Array(this.kernel.memory.buffer);
    return this.#cells;
  }

  get capacity(): number {
    return this.kernel.capacityOf();
  }

  get bytes(): number {
    return this.capacity * this.kernel.bytesPerNode();
  }

  /** Nodes in use, dead or alive, with the leaf. */
  get used(): number {
    return this.kernel.usedNodes();
  }

  /** First node never used; nodes below it are in use or free. */
  get top(): number {
    return this.kernel.topNode();
  }

  /** Grants the next operation its steps. */
  grant(steps: number): void {
    this.kernel.grant(steps);
  }

  /** The function of one variable. */
  literal(level: number): Edge {
    return (level + 1) << 1;
  }

  level(f: Edge): number {
    return this.cells[this.#record(f)]!;
  }

  /** The function at the low child; `f` must not be a constant. */
  low(f: Edge): Edge {
    return this.cells[this.#record(f) + 1]! ^ (f & 1);
  }

  high(f: Edge): Edge {
    return this.cells[this.#record(f) + 2]! ^ (f & 1);
  }

  /** The cofactor of `f` for value 0 of the variable at `level`, which is not below the level of `f`. */
  lowAt(f: Edge, level: number): Edge {
    return this.level(f) === level ? this.low(f) : f;
  }

  highAt(f: Edge, level: number): Edge {
    return this.level(f) === level ? this.high(f) : f;
  }

  #record(f: Edge): number {
    return this.#start + ((f & -2) << 1);
  }

  /** The function "if the variable at `level` then `high` else `low`"; both must depend on lower variables only. */
  make(level: number, low: Edge, high: Edge): Edge {
    return this.kernel.make(level, low, high);
  }

  and(f: Edge, g: Edge): Edge {
    return this.kernel.and(f, g);
  }

  or(f: Edge, g: Edge): Edge {
    return this.kernel.and(f ^ 1, g ^ 1) ^ 1;
  }

  xor(f: Edge, g: Edge): Edge {
    return this.kernel.xor(f, g);
  }

  ite(f: Edge, g: Edge, h: Edge): Edge {
    return this.kernel.ite(f, g, h);
  }

  exists(f: Edge, set: VariableSet): Edge {
    this.#chooseSet(set);
    return this.kernel.exists(f);
  }

  /** ∃ set (f ∧ g). */
  andExists(f: Edge, g: Edge, set: VariableSet): Edge {
    this.#chooseSet(set);
    return this.kernel.andExists(f, g);
  }

  rename(f: Edge, renaming: Renaming): Edge {
    if (this.#images !== renaming) this.cells.set(renaming.images, this.kernel.imagesAt() >> 2);
    this.#images = renaming;
    this.#choose(renaming);
    return this.kernel.rename(f);
  }

  /** The cofactor of `f` for the values that `cube`, a conjunction of literals, gives to its variables. */
  restrict(f: Edge, cube: Edge): Edge {
    return this.kernel.restrict(f, cube);
  }

  /** Frees every node that no root reaches and no literal is, and forgets results that mention one. */
  collect(roots: Iterable<Edge>): void {
    for (let level = 0; level < this.variableCount; level++) this.kernel.mark(this.literal(level));
    for (const root of roots) if (root > FALSE) this.kernel.mark(root);
    this.kernel.sweep();
  }

  #chooseSet(set: VariableSet): void {
    if (this.#members !== set) new Uint8Array(this.kernel.memory.buffer).set(set.members, this.kernel.membersAt());
    this.#members = set;
    this.#choose(set);
  }

  #choose(operand: VariableSet | Renaming): void {
    if (this.#chosen !== operand) this.kernel.choose(operand.last, operand.tag);
    this.#chosen = operand;
  }
}

function powerOfTwoAtLeast(size: number): number {
  return 2 ** Math.ceil(Math.log2(size));
}
