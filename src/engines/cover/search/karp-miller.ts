// Forward search (Karp and Miller, pruned): markings with omega, depth first. A new node that an older one covers is
// dropped; older ones that it covers are marked dead but stay as ancestors for acceleration; nothing is ever deleted, so
// the search ends with the coverability set. Not for problems with broadcasts.

import type { Marking } from '../../../model/petri/marking.js';
import { type Problem, transitionsOutOf } from '../problem.js';
import type { SearchState } from './backward.js';

/** As many tokens as one likes. */
export const omega = 0x3fffffff;

/** The steps from `ancestor` to its node add tokens, so repeating them makes places omega; `before` is the marking without. */
export interface Acceleration {
  readonly ancestor: ForwardNode;
  readonly before: Int32Array;
}

export interface ForwardNode {
  readonly control: number;
  readonly marking: Int32Array;
  readonly parent: ForwardNode | undefined;
  readonly transition: number;
  readonly accelerations: readonly Acceleration[];
  dead: boolean;
}

export class KarpMiller {
  readonly #out: readonly (readonly number[])[];
  readonly #alive: ForwardNode[][];
  readonly #stack: ForwardNode[] = [];
  state: SearchState = 'running';
  found: ForwardNode | undefined;
  expanded = 0;
  nodes = 0;
  /** Comparisons of markings, for those who count work. */
  #comparisons = 0;

  constructor(readonly problem: Problem) {
    this.#out = transitionsOutOf(problem);
    this.#alive = Array.from({ length: problem.controls }, () => []);
    const marking = new Int32Array(problem.places);
    for (let i = 0; i < problem.start.marking.length; i += 2)
      marking[problem.start.marking[i]!] = problem.start.marking[i + 1]!;
    for (const place of problem.start.unbounded) marking[place] = omega;
    this.#meet({
      control: problem.start.control,
      marking,
      parent: undefined,
      transition: -1,
      accelerations: [],
      dead: false,
    });
  }

  /** The maximal nodes at a control: when the search is over, the coverability set. */
  at(control: number): readonly ForwardNode[] {
    return this.#alive[control]!;
  }

  /** A maximal node at the control that has at least these tokens. */
  covering(control: number, marking: Marking): ForwardNode | undefined {
    return this.#alive[control]!.find((node) => {
      for (let i = 0; i < marking.length; i += 2) if (node.marking[marking[i]!]! < marking[i + 1]!) return false;
      return true;
    });
  }

  /** Expands one node; returns the work done. */
  expand(): number {
    let node = this.#stack.pop();
    while (node?.dead) node = this.#stack.pop();
    if (!node) {
      this.state = 'uncoverable';
      return 1;
    }
    this.expanded++;
    const comparisons = this.#comparisons;
    const out = this.#out[node.control]!;
    for (let i = out.length - 1; i >= 0; i--) {
      const child = this.#fire(node, out[i]!);
      if (child) this.#meet(child);
      if (this.state !== 'running') break;
    }
    return 1 + out.length + (this.#comparisons - comparisons) / 2;
  }

  #fire(parent: ForwardNode, transition: number): ForwardNode | undefined {
    const { hurdle, effect, to } = this.problem.transitions[transition]!;
    for (let i = 0; i < hurdle.length; i += 2) if (parent.marking[hurdle[i]!]! < hurdle[i + 1]!) return undefined;
    const marking = parent.marking.slice();
    for (let i = 0; i < effect.length; i += 2)
      if (marking[effect[i]!] !== omega) marking[effect[i]!] = marking[effect[i]!]! + effect[i + 1]!;
    if (this.#covered(to, marking)) return undefined;
    const accelerations = this.#accelerate(to, marking, parent);
    return { control: to, marking, parent, transition, accelerations, dead: false };
  }

  /** Makes omega, in place, whatever grew since an ancestor with the same control and no more tokens; until stable. */
  #accelerate(control: number, marking: Int32Array, parent: ForwardNode): Acceleration[] {
    const accelerations: Acceleration[] = [];
    for (let changed = true; changed; ) {
      changed = false;
      for (let ancestor: ForwardNode | undefined = parent; ancestor; ancestor = ancestor.parent) {
        this.#comparisons++;
        if (ancestor.control !== control || !isBelow(ancestor.marking, marking)) continue;
        const before = marking.slice();
        if (!raise(marking, ancestor.marking)) continue;
        accelerations.push({ ancestor, before });
        changed = true;
      }
    }
    return accelerations;
  }

  #covered(control: number, marking: Int32Array): boolean {
    this.#comparisons += this.#alive[control]!.length;
    return this.#alive[control]!.some((node) => isBelow(marking, node.marking));
  }

  #meet(node: ForwardNode): void {
    this.nodes++;
    if (node.control === this.problem.goal) {
      this.state = 'covered';
      this.found = node;
      return;
    }
    if (node.accelerations.length > 0 && this.#covered(node.control, node.marking)) return;
    const others = this.#alive[node.control]!;
    const kept = others.filter((other) => !(other.dead = isBelow(other.marking, node.marking)));
    kept.push(node);
    this.#alive[node.control] = kept;
    this.#stack.push(node);
  }
}

function isBelow(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i]! > b[i]!) return false;
  return true;
}

function raise(marking: Int32Array, low: Int32Array): boolean {
  let raised = false;
  for (let i = 0; i < marking.length; i++) {
    if (marking[i] === omega || marking[i]! <= low[i]!) continue;
    marking[i] = omega;
    raised = true;
  }
  return raised;
}
