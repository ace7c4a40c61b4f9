// Forward search (Karp and Miller, pruned): markings with omega, depth first. A new node that an older one covers is
// dropped; older ones that it covers are marked dead but stay as ancestors for acceleration; nothing is ever deleted, so
// the search ends with the coverability set. Not for problems with broadcasts. Markings are sparse.

import { countAt, covers, type Marking, pairsOf, plus, signatureOf } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';
import type { SearchState } from './backward.js';
import { enabledIndex } from './transition-index.js';

/** As many tokens as one likes. */
export const omega = 0x3fffffff;
/** Anything above is omega that was added to, or taken from. */
const almostOmega = omega / 2;
/**
 * Deep in a branch only this many ancestors are looked at for acceleration, and all of them at every so many levels. An
 * endless branch has endlessly many nodes at such levels, two of which are ordered (Dickson), so the search still ends.
 */
const nearAncestors = 512;

const mostAtOnce = 64;

/** The steps from `ancestor` to its node add tokens, so repeating them makes places omega; `before` is the marking without. */
export interface Acceleration {
  readonly ancestor: ForwardNode;
  readonly before: Marking;
}

export interface ForwardNode {
  readonly control: number;
  readonly marking: Marking;
  readonly signature: number;
  readonly parent: ForwardNode | undefined;
  readonly depth: number;
  readonly transition: number;
  readonly accelerations: readonly Acceleration[];
  dead: boolean;
}

export class KarpMiller {
  readonly #index: ReturnType<typeof enabledIndex>;
  readonly #alive: ForwardNode[][];
  readonly #stack: ForwardNode[] = [];
  /** The node being expanded, and how many of the transitions to try are left. */
  #current: ForwardNode | undefined;
  #candidates: readonly number[] = [];
  #left = 0;
  state: SearchState = 'running';
  found: ForwardNode | undefined;
  expanded = 0;
  nodes = 0;
  /** Entries of all markings. */
  entries = 0;
  /** Comparisons of markings, for those who count work. */
  #comparisons = 0;

  constructor(readonly problem: Problem) {
    this.#index = enabledIndex(problem);
    this.#alive = Array.from({ length: problem.controls }, () => []);
    const { control, marking, unbounded } = problem.start;
    const start = unbounded.reduce((sum, place) => plus(sum, [place, omega]), marking);
    if (isTooLarge(marking, unbounded)) this.state = 'too-large';
    else this.#meet(this.#node(control, clamped(start), undefined, -1, []));
  }

  /** The maximal nodes at a control: when the search is over, the coverability set. */
  at(control: number): readonly ForwardNode[] {
    return this.#alive[control]!;
  }

  /** A maximal node at the control that has at least these tokens. */
  covering(control: number, marking: Marking): ForwardNode | undefined {
    const signature = signatureOf(marking);
    return this.#alive[control]!.find((node) => (signature & ~node.signature) === 0 && covers(node.marking, marking));
  }

  /** Expands one node, or a part of one with many successors; returns the work done. */
  expand(): number {
    const node = this.#current ?? this.#takeLast();
    if (!node) {
      this.state = 'uncoverable';
      return 1;
    }
    const comparisons = this.#comparisons;
    const end = Math.max(0, this.#left - mostAtOnce);
    const tried = this.#left - end;
    // Backwards, so that the first transition's successor is on top of the stack.
    for (; this.#left > end && this.state === 'running' && !node.dead; this.#left--) {
      const child = this.#fire(node, this.#candidates[this.#left - 1]!);
      if (child) this.#meet(child);
    }
    this.#current = this.#left > 0 && !node.dead ? node : undefined;
    if (!this.#current) this.expanded++;
    return 1 + tried + ((this.#comparisons - comparisons) * (16 + node.marking.length)) / 32;
  }

  #takeLast(): ForwardNode | undefined {
    let node = this.#stack.pop();
    while (node?.dead) node = this.#stack.pop();
    if (!node) return undefined;
    this.#candidates = this.#index.candidates(node.control, node.marking);
    this.#left = this.#candidates.length;
    return node;
  }

  #fire(parent: ForwardNode, transition: number): ForwardNode | undefined {
    const { hurdle, effect, to } = this.problem.transitions[transition]!;
    if (!covers(parent.marking, hurdle)) return undefined;
    const sum = plus(parent.marking, effect);
    const marking = clamped(sum);
    if (marking !== sum && outgrows(sum, parent.marking)) {
      this.state = 'too-large';
      return undefined;
    }
    if (this.#isCovered(to, marking, signatureOf(marking))) return undefined;
    const accelerations: Acceleration[] = [];
    const raised = this.#accelerate(to, marking, parent, accelerations);
    return this.#node(to, raised, parent, transition, accelerations);
  }

  #node(
    control: number,
    marking: Marking,
    parent: ForwardNode | undefined,
    transition: number,
    accelerations: readonly Acceleration[],
  ): ForwardNode {
    const depth = parent ? parent.depth + 1 : 0;
    const signature = signatureOf(marking);
    return { control, marking, signature, parent, depth, transition, accelerations, dead: false };
  }

  /** With omega for whatever grew since an ancestor with the same control and no more tokens; until stable. */
  #accelerate(control: number, marking: Marking, parent: ForwardNode, accelerations: Acceleration[]): Marking {
    const isMilestone = (parent.depth + 1) % nearAncestors === 0;
    const last = isMilestone ? 0 : parent.depth - nearAncestors;
    let raised = marking;
    for (let changed = true; changed; ) {
      changed = false;
      const signature = signatureOf(raised);
      for (
        let ancestor: ForwardNode | undefined = parent;
        ancestor && ancestor.depth >= last;
        ancestor = ancestor.parent
      ) {
        this.#comparisons++;
        if (ancestor.control !== control || (ancestor.signature & ~signature) !== 0) continue;
        if (!covers(raised, ancestor.marking)) continue;
        const higher = raise(raised, ancestor.marking);
        if (higher === raised) continue;
        accelerations.push({ ancestor, before: raised });
        raised = higher;
        changed = true;
      }
    }
    return raised;
  }

  #isCovered(control: number, marking: Marking, signature: number): boolean {
    this.#comparisons += this.#alive[control]!.length;
    return this.#alive[control]!.some((node) => (signature & ~node.signature) === 0 && covers(node.marking, marking));
  }

  #meet(node: ForwardNode): void {
    const { control, marking, signature } = node;
    this.nodes++;
    this.entries += marking.length;
    if (control === this.problem.goal) {
      this.state = 'covered';
      this.found = node;
      return;
    }
    if (node.accelerations.length > 0 && this.#isCovered(control, marking, signature)) return;
    const kept = this.#alive[control]!.filter((other) => {
      other.dead = (other.signature & ~signature) === 0 && covers(marking, other.marking);
      return !other.dead;
    });
    kept.push(node);
    this.#alive[control] = kept;
    this.#stack.push(node);
  }
}

/** Omega stays omega, whatever was added or taken. */
function clamped(marking: Marking): Marking {
  for (let i = 1; i < marking.length; i += 2)
    if (marking[i]! > almostOmega && marking[i] !== omega)
      return marking.map((value, at) => (at % 2 === 1 && value > almostOmega ? omega : value));
  return marking;
}

/** Did a place that was not omega get so many tokens that it would be taken for omega? */
function outgrows(sum: Marking, parent: Marking): boolean {
  for (let i = 0; i < sum.length; i += 2)
    if (sum[i + 1]! > almostOmega && countAt(parent, sum[i]!) !== omega) return true;
  return false;
}

function isTooLarge(marking: Marking, unbounded: readonly number[]): boolean {
  return pairsOf(marking).some(([place, count]) => count > almostOmega && !unbounded.includes(place));
}

/** Omega where there is more than `low` has; the same array when that is nowhere. */
function raise(marking: Marking, low: Marking): Marking {
  let result: number[] | undefined;
  let j = 0;
  for (let i = 0; i < marking.length; i += 2) {
    while (j < low.length && low[j]! < marking[i]!) j += 2;
    const count = low[j] === marking[i] ? low[j + 1]! : 0;
    if (marking[i + 1] === omega || marking[i + 1]! <= count) continue;
    result ??= [...marking];
    result[i + 1] = omega;
  }
  return result ?? marking;
}
