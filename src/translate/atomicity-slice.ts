// The cone of influence (theory page, step 5): a process reduced to the accesses of a few variables and a few locks.
// Everything else is silent; functions with nothing left are skipped (or, if they cannot return, end the path), and
// nodes joined by silent edges are contracted. Variables and locks are renumbered and nodes put in canonical order, so
// that equal questions about different processes become equal texts and are answered once.

import { type BitSet, emptySet, singleton } from '../base/bit-set.js';
import { accessCode } from '../logic/access-patterns/side.js';
import { contractSilent } from './atomicity-contract.js';
import type { FlowEdge, FlowFunction, FlowProcess } from './atomicity-flow.js';

export type SlicedLabel = 'silent' | 'access' | 'acquire' | 'release' | 'begin-unit' | 'end-unit' | 'call' | 'switch';

export interface SlicedEdge {
  /** Unique in the slice. */
  readonly id: number;
  readonly label: SlicedLabel;
  /** Access code, lock or function, by label. */
  readonly operand: number;
  /** An acquire or release that changes ownership whatever the caller holds. */
  readonly always: boolean;
  readonly target: number;
}

export interface SlicedNode {
  /** Locks (of the slice) acquired since the function's entry. */
  readonly locks: readonly number[];
  readonly inUnit: boolean;
  readonly edges: readonly SlicedEdge[];
}

export interface SlicedFunction {
  readonly entry: number;
  /** -1 if the function cannot return. */
  readonly exit: number;
  readonly nodes: readonly SlicedNode[];
}

export interface SlicedProcess {
  /** Function 0 is the entry. */
  readonly functions: readonly SlicedFunction[];
  readonly cooperative: boolean;
  /** Equal for equal slices. */
  readonly key: string;
}

/** What a slice keeps; positions in the lists are the new numbers. */
export interface Cone {
  readonly variables: readonly number[];
  readonly locks: readonly number[];
  /** Keep units without a kept access too: their end matters. */
  readonly allUnits?: true;
}

/** A slice and the way back: the flow edge behind each sliced edge, the flow function behind each function. */
export interface Slice {
  readonly process: SlicedProcess;
  readonly cone: Cone;
  readonly origins: readonly FlowEdge[];
  readonly functions: readonly FlowFunction[];
}

export function sliceProcess(flow: FlowProcess, cone: Cone): Slice {
  return new Slicer(flow, cone).slice();
}

/** What an edge still says in a slice: undefined if it is silent, 'cut' if nothing lies behind it. */
export interface KeptLabel {
  readonly label: SlicedLabel;
  readonly operand: number;
  readonly always: boolean;
}

/** Decides which edges of a process matter to a cone; shared with witness lifting, which must agree. */
export class ConeFilter {
  readonly #variables: BitSet;
  readonly #locks: BitSet;
  readonly #variableNumbers: ReadonlyMap<number, number>;
  readonly #lockNumbers: ReadonlyMap<number, number>;
  readonly #cooperative: boolean;

  constructor(
    readonly flow: FlowProcess,
    readonly cone: Cone,
  ) {
    this.#variables = cone.variables.reduce((set, variable) => set | singleton(variable), emptySet);
    this.#locks = cone.locks.reduce((set, lock) => set | singleton(lock), emptySet);
    this.#variableNumbers = new Map(cone.variables.map((variable, i) => [variable, i]));
    this.#lockNumbers = new Map(cone.locks.map((lock, i) => [lock, i]));
    this.#cooperative = flow.program.scheduling === 'cooperative';
  }

  /** Does anything in the function, or below it, matter? */
  keepsFunction(id: number): boolean {
    if ((this.flow.variables.get(id)! & this.#variables) !== emptySet) return true;
    if ((this.flow.locks.get(id)! & this.#locks) !== emptySet) return true;
    if (this.cone.allUnits && this.flow.withUnits.has(id)) return true;
    return this.#cooperative && this.flow.switching.has(id);
  }

  lockNumber(lock: number): number | undefined {
    return this.#lockNumbers.get(lock);
  }

  kept(flow: FlowFunction, { label }: FlowEdge): KeptLabel | 'silent' | 'cut' {
    switch (label.kind) {
      case 'access': {
        const variable = this.#variableNumbers.get(label.variable);
        return variable === undefined ? 'silent' : keep('access', accessCode(label.access, variable));
      }
      case 'acquire':
      case 'release': {
        const lock = this.#lockNumbers.get(label.lock);
        if (lock !== undefined) return keep(label.kind, lock, label.always);
        return this.#cooperative && label.kind === 'acquire' ? keep('switch', label.lock, label.always) : 'silent';
      }
      case 'begin-unit':
      case 'end-unit':
        return this.keepsUnit(flow, label.unit) ? keep(label.kind, 0) : 'silent';
      case 'call':
        if (this.keepsFunction(label.function)) return keep('call', label.function);
        return this.flow.returnPaths.has(label.function) ? 'silent' : 'cut';
      case 'switch':
        return this.#cooperative ? keep('switch', -1) : 'silent';
      case 'silent':
        return 'silent';
    }
  }

  /** Is there a kept access in this unit? No unit (-1) has none. */
  keepsUnit(flow: FlowFunction, unit: number): boolean {
    if (this.cone.allUnits) return unit !== -1;
    return ((this.flow.unitVariables.get(flow.id)!.get(unit) ?? emptySet) & this.#variables) !== emptySet;
  }
}

function keep(label: SlicedLabel, operand: number, always = false): KeptLabel {
  return { label, operand, always };
}

class Slicer {
  readonly #filter: ConeFilter;
  /** Functions in the order in which they are met, which numbers them. */
  readonly #found: FlowFunction[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #origins: FlowEdge[] = [];

  constructor(
    readonly flow: FlowProcess,
    readonly cone: Cone,
  ) {
    this.#filter = new ConeFilter(flow, cone);
  }

  slice(): Slice {
    this.#number(this.flow.entry);
    const functions: SlicedFunction[] = [];
    for (const flow of this.#found) functions.push(this.#sliceFunction(flow));
    const cooperative = this.flow.program.scheduling === 'cooperative';
    const process = { functions, cooperative, key: functions.map(functionKey).join('\n') };
    return { process, cone: this.cone, origins: this.#origins, functions: this.#found };
  }

  #number(id: number): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.#found.push(this.flow.functions.get(id)!) - 1);
    return this.#found.length - 1;
  }

  #sliceFunction(flow: FlowFunction): SlicedFunction {
    const kept: { edge: FlowEdge; label: KeptLabel }[] = [];
    const silent: FlowEdge[] = [];
    for (const edge of flow.edges) {
      const label = this.#filter.kept(flow, edge);
      if (label === 'silent') silent.push(edge);
      else if (label !== 'cut') kept.push({ edge, label });
    }
    const contracted = contractSilent(flow, silent, kept);
    return this.#canonical(flow, contracted);
  }

  /** Numbers nodes breadth first from the entry and writes their edges. */
  #canonical(flow: FlowFunction, contracted: ReturnType<typeof contractSilent<KeptLabel>>): SlicedFunction {
    const { classOf, outgoing } = contracted;
    const order = new Map<number, number>([[classOf(flow.entry), 0]]);
    const nodes: SlicedNode[] = [];
    const numberOf = (node: number) => {
      const known = order.get(node);
      if (known !== undefined) return known;
      order.set(node, order.size);
      return order.size - 1;
    };
    for (const node of order.keys()) {
      // Members of a class differ at most in locks and units that the cone leaves out.
      const scope = flow.scopes[node]!;
      const edges = outgoing(node).map((step): SlicedEdge => {
        const id = this.#origins.push(step.edge) - 1;
        const target = numberOf(classOf(step.edge.to));
        if (!step.label) return { id, label: 'silent', operand: 0, always: false, target };
        const { label, always } = step.label;
        const operand = label === 'call' ? this.#number(step.label.operand) : step.label.operand;
        return { id, label, operand, always, target };
      });
      nodes.push({ locks: this.#keptLocks(scope.locks), inUnit: this.#filter.keepsUnit(flow, scope.unit), edges });
    }
    return { entry: 0, exit: order.get(classOf(flow.exit)) ?? -1, nodes };
  }

  #keptLocks(locks: readonly number[]): number[] {
    const numbers = locks.flatMap((lock) => this.#filter.lockNumber(lock) ?? []);
    return [...new Set(numbers)].sort((a, b) => a - b);
  }
}

function functionKey({ entry, exit, nodes }: SlicedFunction): string {
  const lines = nodes.map(({ locks, inUnit, edges }) => {
    const steps = edges.map((edge) => `${edge.label}${edge.always ? '!' : ''} ${edge.operand} ${edge.target}`);
    return `${locks.join(',')}${inUnit ? 'u' : ''}:${steps.join(';')}`;
  });
  return `${entry}-${exit} ${lines.join('|')}`;
}
