// Place/transition nets, with the extensions of MIST: guards above the consumption, transfers (all tokens of a place move)
// and resets (they vanish), and places with any number of tokens at the start.

import type { Place } from '../../base/source-text.js';
import { type Marking, pairsOf } from './marking.js';

/** All tokens that the transition does not take itself leave `from` for `to`, or vanish. */
export interface Transfer {
  readonly from: number;
  readonly to: number | undefined;
}

export interface NetTransition {
  readonly name: string;
  /** Must be there; at least what is taken. */
  readonly guard: Marking;
  readonly take: Marking;
  readonly give: Marking;
  readonly transfers: readonly Transfer[];
  readonly place?: Place;
}

/** Covering any of the markings counts. */
export interface NetTarget {
  readonly markings: readonly Marking[];
  readonly name?: string;
}

export interface PetriNet {
  readonly kind: 'petri';
  readonly placeNames: readonly string[];
  readonly transitions: readonly NetTransition[];
  /** Tokens at the start; the `unbounded` places hold any number. */
  readonly initial: { readonly marking: Marking; readonly unbounded: readonly number[] };
  readonly targets: readonly NetTarget[];
}

export function printMarking(net: PetriNet, marking: Marking, relation: string): string {
  return pairsOf(marking)
    .map(([place, count]) => `${net.placeNames[place]}${relation}${count}`)
    .join(',');
}

export function netTargetName(net: PetriNet, target: NetTarget): string {
  if (target.name !== undefined) return target.name;
  const text = target.markings.map((marking) => printMarking(net, marking, '>=')).join(' or ');
  return text.length <= longestName ? text : 'target';
}

/** Some nets have thousands of target markings. */
const longestName = 200;
