// Reduced ordered binary decision diagrams (Bryant 1986) with complement edges over a fixed order of variables 0, 1, ….
// A function is an `Edge`, a plain number; two functions of one `Bdd` are equal iff their edges are `===`.
// Operations never throw and never run for ever: past the node or step limit they return a negative edge (OUT_OF_NODES,
// OUT_OF_STEPS), and an operation on such an edge returns it, so a whole expression needs one `isFailure` at its end.
// Garbage: nothing dies until you call `collectGarbage` or `safePoint`; then only literals, protected functions
// (counted: `protect`/`release`) and the functions passed to the call survive. So intermediate results need no care.

import { Renaming, VariableSet } from './chosen.js';
import { assignments, countAssignments, evaluate, pickCube, reachableNodes, support } from './count.js';
import { type DotOptions, printDot } from './dot.js';
import { type Edge, FALSE, MAX_VARIABLES, OUT_OF_NODES, TRUE } from './edge.js';
import { NodeTable } from './node-table.js';

export interface BddOptions {
  /** At most `MAX_VARIABLES`: the operators recurse once per variable. */
  readonly variableCount: number;
  /** Nodes, dead or alive, at any time (36 bytes each, tables and cache included, when the table is full). */
  readonly nodeLimit?: number;
  /** Recursive steps of one operation. */
  readonly stepLimit?: number;
  /** `safePoint` leaves smaller tables alone. */
  readonly collectAbove?: number;
  /** Told about every allocation of a table, in bytes; negative when given back. */
  readonly reserve?: (bytes: number) => void;
}

export interface BddStatistics {
  readonly usedNodes: number;
  readonly capacity: number;
  readonly bytes: number;
  readonly collections: number;
}

const DEFAULT_NODE_LIMIT = 2 ** 22;
const DEFAULT_STEP_LIMIT = 2 ** 27;
const DEFAULT_COLLECT_ABOVE = 2 ** 19;

export class Bdd {
  readonly variableCount: number;
  readonly #nodes: NodeTable;
  readonly #stepLimit: number;
  readonly #collectAbove: number;
  readonly #protected = new Map<Edge, number>();
  readonly #variableSets = new Map<string, VariableSet>();
  readonly #renamings = new Map<string, Renaming>();
  #collectAt: number;
  #collections = 0;

  constructor(options: BddOptions) {
    const { variableCount } = options;
    if (!(variableCount >= 0 && variableCount <= MAX_VARIABLES))
      throw new RangeError(`a BDD has 0 to ${MAX_VARIABLES} variables, not ${variableCount}`);
    this.variableCount = variableCount;
    const nodeLimit = Math.max(options.nodeLimit ?? DEFAULT_NODE_LIMIT, variableCount + 1);
    this.#nodes = new NodeTable(variableCount, nodeLimit, options.reserve ?? (() => {}));
    this.#stepLimit = Math.min(options.stepLimit ?? DEFAULT_STEP_LIMIT, 2 ** 30);
    this.#collectAbove = options.collectAbove ?? DEFAULT_COLLECT_ABOVE;
    this.#collectAt = this.#nextCollection();
  }

  variable(variable: number): Edge {
    return this.#nodes.literal(variable);
  }

  /** The conjunction of literals that gives these values. */
  cube(values: ReadonlyMap<number, boolean>): Edge {
    let cube = TRUE;
    for (const [variable, value] of [...values].sort(([a], [b]) => b - a)) {
      cube = value ? this.#nodes.make(variable, FALSE, cube) : this.#nodes.make(variable, cube, FALSE);
      if (cube < 0) return OUT_OF_NODES;
    }
    return cube;
  }

  not(f: Edge): Edge {
    return f < 0 ? f : f ^ 1;
  }

  and(f: Edge, g: Edge): Edge {
    const worst = this.#start(Math.min(f, g));
    return worst < 0 ? worst : settled(this.#nodes.and(f, g));
  }

  or(f: Edge, g: Edge): Edge {
    const worst = this.#start(Math.min(f, g));
    return worst < 0 ? worst : settled(this.#nodes.or(f, g));
  }

  xor(f: Edge, g: Edge): Edge {
    const worst = this.#start(Math.min(f, g));
    return worst < 0 ? worst : settled(this.#nodes.xor(f, g));
  }

  implies(f: Edge, g: Edge): Edge {
    return this.or(this.not(f), g);
  }

  iff(f: Edge, g: Edge): Edge {
    return this.not(this.xor(f, g));
  }

  /** f ∧ ¬g. */
  difference(f: Edge, g: Edge): Edge {
    return this.and(f, this.not(g));
  }

  ite(f: Edge, g: Edge, h: Edge): Edge {
    const worst = this.#start(Math.min(f, g, h));
    return worst < 0 ? worst : settled(this.#nodes.ite(f, g, h));
  }

  /** The set of these variables, for the quantifiers. Kept for the life of this `Bdd`. */
  variableSet(variables: Iterable<number>): VariableSet {
    const sorted = [...new Set(variables)].sort((a, b) => a - b);
    const sets = this.#variableSets;
    return interned(sets, sorted.join(), () => new VariableSet(sorted, this.variableCount, sets.size));
  }

  exists(f: Edge, set: VariableSet): Edge {
    return this.#start(f) < 0 ? f : settled(this.#nodes.exists(f, set));
  }

  forAll(f: Edge, set: VariableSet): Edge {
    return this.not(this.exists(this.not(f), set));
  }

  /** The relational product ∃ set (f ∧ g). */
  andExists(f: Edge, g: Edge, set: VariableSet): Edge {
    const worst = this.#start(Math.min(f, g));
    return worst < 0 ? worst : settled(this.#nodes.andExists(f, g, set));
  }

  /** A simultaneous substitution of variables by variables. Kept for the life of this `Bdd`. */
  renaming(images: ReadonlyMap<number, number>): Renaming {
    const table = Int32Array.from({ length: this.variableCount }, (_, variable) => images.get(variable) ?? variable);
    const renamings = this.#renamings;
    return interned(renamings, table.join(), () => new Renaming(table, renamings.size));
  }

  rename(f: Edge, renaming: Renaming): Edge {
    return this.#start(f) < 0 ? f : settled(this.#nodes.rename(f, renaming));
  }

  /** The function that remains when these variables have these values. */
  restrict(f: Edge, values: ReadonlyMap<number, boolean>): Edge {
    const cube = this.cube(values);
    const worst = this.#start(Math.min(f, cube));
    return worst < 0 ? worst : settled(this.#nodes.restrict(f, cube));
  }

  /** Assignments of `variables` variables, among them all that `f` depends on, that satisfy `f`. */
  count(f: Edge, variables = this.variableCount): bigint {
    return countAssignments(this.#nodes, checked(f)) >> BigInt(this.variableCount - variables);
  }

  /** The satisfying assignments of the variables in `set`, which contains the support of `f`, in lexicographic order. */
  assignments(f: Edge, set: VariableSet): Generator<Uint8Array> {
    return assignments(this.#nodes, checked(f), set.variables);
  }

  /** Some values that make `f` true, whatever the other variables are. */
  pickCube(f: Edge): ReadonlyMap<number, boolean> | undefined {
    return pickCube(this.#nodes, checked(f));
  }

  evaluate(f: Edge, values: (variable: number) => boolean): boolean {
    return evaluate(this.#nodes, checked(f), values);
  }

  support(f: Edge): readonly number[] {
    return support(this.#nodes, checked(f));
  }

  /** Nodes in the diagram of `f`, without the leaf. */
  size(f: Edge): number {
    return reachableNodes(this.#nodes, [checked(f)]).length;
  }

  printDot(functions: ReadonlyMap<string, Edge>, options?: DotOptions): string {
    return printDot(this.#nodes, functions, options);
  }

  /** Makes `f` survive collections until it is released as often as it was protected. Returns `f`. */
  protect(f: Edge): Edge {
    if (f >= 0) this.#protected.set(f, (this.#protected.get(f) ?? 0) + 1);
    return f;
  }

  release(f: Edge): void {
    const count = this.#protected.get(f) ?? 0;
    if (count > 1) this.#protected.set(f, count - 1);
    else this.#protected.delete(f);
  }

  /** Frees every node that neither a protected function nor one of `keep` needs. */
  collectGarbage(keep: Iterable<Edge> = []): void {
    this.#nodes.collect([...this.#protected.keys(), ...keep]);
    this.#collections++;
    this.#collectAt = this.#nextCollection();
  }

  /** Collects garbage if enough may have gathered. For loops: once per round, with the functions still in use. */
  safePoint(keep: Iterable<Edge> = []): void {
    if (this.#nodes.used >= this.#collectAt) this.collectGarbage(keep);
  }

  /** Runs `compute`; if it runs out of nodes, collects garbage and runs it once more. */
  retrying(compute: () => Edge, keep: Iterable<Edge> = []): Edge {
    const result = compute();
    if (result !== OUT_OF_NODES) return result;
    this.collectGarbage(keep);
    return compute();
  }

  statistics(): BddStatistics {
    const { used, capacity, bytes } = this.#nodes;
    return { usedNodes: used, capacity, bytes, collections: this.#collections };
  }

  /** Gives the tables' bytes back to whoever accounts for them. Do not use this `Bdd` afterwards. */
  dispose(): void {
    this.#nodes.reserve(-this.#nodes.bytes);
  }

  /** Grants the next operation its steps; passes a failed operand through. */
  #start(worst: Edge): Edge {
    this.#nodes.grant(this.#stepLimit);
    return worst;
  }

  /** Collect again when the table holds three times what survived, or half of what the limit left is used. */
  #nextCollection(): number {
    const { used, nodeLimit } = this.#nodes;
    return Math.min(Math.max(this.#collectAbove, used * 3), used + Math.ceil((nodeLimit - used) / 2));
  }
}

/** A failure may come out with its sign bit flipped. */
function settled(result: Edge): Edge {
  return result < 0 ? result & -2 : result;
}

function checked(f: Edge): Edge {
  if (f < 0)
    throw new RangeError(`not a function but the failure ${f === OUT_OF_NODES ? 'OUT_OF_NODES' : 'OUT_OF_STEPS'}`);
  return f;
}

function interned<T>(table: Map<string, T>, key: string, create: () => T): T {
  const known = table.get(key);
  if (known !== undefined) return known;
  const created = create();
  table.set(key, created);
  return created;
}
