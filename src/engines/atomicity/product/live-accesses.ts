// Which accesses may still lie ahead of a point of a process? An over-approximation that ignores locks and what callers
// do in between, for giving up early on sides that wait for an access that cannot come, in particular not before the
// end of the unit that they must stay in.

import { unitCodes } from '../../../logic/access-patterns/side.js';
import type { SlicedEdge, SlicedFunction, SlicedNode, SlicedProcess } from '../slice/slice.js';

/** Sets of access codes as bits. */
type Codes = number;

interface FunctionLiveness {
  /** By node: ahead in this function and below, whatever units end. */
  readonly ahead: Codes[];
  /** By node: ahead before a unit of this function ends. */
  readonly inUnit: Codes[];
  /** By node: can the exit be reached? */
  readonly canLeave: boolean[];
  /** After the function has returned: any, and before the unit ends in which it was called. */
  after: Codes;
  afterInUnit: Codes;
  calledInUnit: boolean;
}

export class LiveAccesses {
  readonly #functions: readonly FunctionLiveness[];

  constructor(readonly process: SlicedProcess) {
    this.#functions = process.functions.map(({ nodes, exit }) => ({
      ahead: nodes.map(() => 0),
      inUnit: nodes.map(() => 0),
      canLeave: nodes.map((_, node) => node === exit),
      after: 0,
      afterInUnit: 0,
      calledInUnit: false,
    }));
    untilStable(() => process.functions.map((graph, id) => this.#lookAhead(graph, this.#functions[id]!)).some(Boolean));
    untilStable(() => process.functions.map((graph, id) => this.#lookAfter(graph, this.#functions[id]!)).some(Boolean));
  }

  /** Accesses ahead of a node; `bound`: before the unit ends that the process is in. */
  ahead(id: number, node: number, calledInUnit: boolean, bound: boolean): Codes {
    const liveness = this.#functions[id]!;
    if (bound && !calledInUnit && this.process.functions[id]!.nodes[node]!.inUnit) return liveness.inUnit[node]!;
    const below = liveness.ahead[node]!;
    if (!liveness.canLeave[node]) return below;
    return below | (bound && calledInUnit ? liveness.afterInUnit : liveness.after);
  }

  /** One round against the direction of the edges; true if something has grown. */
  #lookAhead({ nodes }: SlicedFunction, liveness: FunctionLiveness): boolean {
    let grown = false;
    for (let node = nodes.length - 1; node >= 0; node--) {
      let ahead = liveness.ahead[node]!;
      let inUnit = liveness.inUnit[node]!;
      let canLeave = liveness.canLeave[node]!;
      for (const edge of nodes[node]!.edges) {
        const here = edge.label === 'call' ? this.#below(edge.operand) : codesOf(edge);
        ahead |= here | liveness.ahead[edge.target]!;
        inUnit |= here | (edge.label === 'end-unit' ? 0 : liveness.inUnit[edge.target]!);
        canLeave ||= liveness.canLeave[edge.target]!;
      }
      grown ||=
        ahead !== liveness.ahead[node] || inUnit !== liveness.inUnit[node] || canLeave !== liveness.canLeave[node];
      liveness.ahead[node] = ahead;
      liveness.inUnit[node] = inUnit;
      liveness.canLeave[node] = canLeave;
    }
    return grown;
  }

  #below(id: number): Codes {
    return this.#functions[id]!.ahead[this.process.functions[id]!.entry]!;
  }

  /** Tells the callees of a function what follows their return; true if something has grown. */
  #lookAfter({ nodes }: SlicedFunction, liveness: FunctionLiveness): boolean {
    let grown = false;
    for (const node of nodes)
      for (const edge of node.edges) {
        if (edge.label !== 'call') continue;
        const callee = this.#functions[edge.operand]!;
        const leaves = liveness.canLeave[edge.target]!;
        const after = callee.after | liveness.ahead[edge.target]! | (leaves ? liveness.after : 0);
        const afterInUnit = callee.afterInUnit | this.#afterInUnit(node, edge.target, liveness);
        const calledInUnit = callee.calledInUnit || node.inUnit || liveness.calledInUnit;
        grown ||= after !== callee.after || afterInUnit !== callee.afterInUnit || calledInUnit !== callee.calledInUnit;
        Object.assign(callee, { after, afterInUnit, calledInUnit });
      }
    return grown;
  }

  #afterInUnit(node: SlicedNode, target: number, liveness: FunctionLiveness): Codes {
    const own = node.inUnit ? liveness.inUnit[target]! : 0;
    if (!liveness.calledInUnit) return own;
    return own | liveness.ahead[target]! | (liveness.canLeave[target] ? liveness.afterInUnit : 0);
  }
}

/** What a side may wait for at the edge; whether a unit is an outermost one is left open. */
function codesOf({ label, operand }: SlicedEdge): Codes {
  if (label === 'access') return 1 << operand;
  return label === 'begin-unit' || label === 'end-unit' ? 1 << unitCodes[label] : 0;
}

function untilStable(round: () => boolean): void {
  while (round());
}
