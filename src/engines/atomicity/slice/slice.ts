// The cone of influence (theory page, step 5): a process reduced to the accesses of a few variables and a few locks.
// Everything else is silent; functions with nothing left are skipped (or, if they cannot return, end the path), and
// nodes joined by silent edges are contracted. Variables and locks are renumbered and nodes put in canonical order, so
// that equal questions about different processes become equal texts and are answered once.

import type { FlowEdge, FlowFunction, FlowProcess } from '../flow/flow.js';
import { type Cone, ConeFilter, type KeptLabel, type SlicedLabel } from '../reduce/cone-filter.js';
import { contractSilent } from './contract.js';
import { withAtomicUses } from './uses.js';

export interface SlicedEdge {
  /** Unique in the slice. */
  readonly id: number;
  readonly label: SlicedLabel;
  /** Access code, lock or function, by label. */
  readonly operand: number;
  /** An acquire or release that changes ownership whatever the caller holds. */
  readonly always: boolean;
  /** The locks of a `use`. */
  readonly uses: readonly number[];
  readonly target: number;
}

export interface SlicedNode {
  /** Locks (of the slice) acquired since the function's entry, or held since the thread's start. */
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
  /** Nobody holds a lock at the start: there are no start and end locks. */
  readonly startsFree: boolean;
  /** Equal for equal slices. */
  readonly key: string;
}

/** The start and end locks that the process holds before its first step. */
export function initialLocks({ functions }: SlicedProcess): readonly number[] {
  const { nodes, entry } = functions[0]!;
  return nodes[entry]!.locks;
}

/** A slice and the way back: the process it was cut from, and the flow edge behind each sliced edge. */
export interface Slice {
  readonly process: SlicedProcess;
  readonly cone: Cone;
  readonly flow: FlowProcess;
  readonly origins: readonly FlowEdge[];
}

export function sliceProcess(flow: FlowProcess, cone: Cone): Slice {
  return new Slicer(withAtomicUses(flow, cone), cone).slice();
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
    const startsFree = this.cone.locks.every((lock) => lock < this.flow.program.locks.length);
    const key = `${startsFree ? '' : 'owned '}${functions.map(functionKey).join('\n')}`;
    const process = { functions, cooperative, startsFree, key };
    return { process, cone: this.cone, flow: this.flow, origins: this.#origins };
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
        if (!step.label) return { id, label: 'silent', operand: 0, always: false, uses: [], target };
        const { label, always, uses } = step.label;
        const operand = label === 'call' ? this.#number(step.label.operand) : step.label.operand;
        return { id, label, operand, always, uses, target };
      });
      const locks = this.#keptLocks([...scope.locks, ...(scope.owned ?? [])]);
      nodes.push({ locks, inUnit: this.#filter.keepsUnit(flow, scope.unit), edges });
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
    const steps = edges.map(
      (edge) => `${edge.label}${edge.always ? '!' : ''} ${edge.operand} ${edge.uses} ${edge.target}`,
    );
    return `${locks.join(',')}${inUnit ? 'u' : ''}:${steps.join(';')}`;
  });
  return `${entry}-${exit} ${lines.join('|')}`;
}
