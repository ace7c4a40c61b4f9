// Markings of a net as text: `p>=2,q>=1` to be covered (several with `or` between them), `p=1,q>=0` to start in.

import { failure, type Result, success } from '../../base/result.js';
import { type Marking, markingOf, tokenCount, tooManyTokens } from './marking.js';
import type { PetriNet } from './net.js';

/** Covering any of the markings counts. */
export function parseTargetMarkings(net: PetriNet, text: string): Result<readonly Marking[], string> {
  const markings: Marking[] = [];
  for (const part of text.split(/\s+or\s+/)) {
    const atoms = parseAtoms(net, part, ['>=']);
    if (!atoms.ok) return atoms;
    markings.push(markingOf(atoms.value.map(({ place, count }) => [place, count])));
  }
  return success(markings);
}

/** `=` gives tokens, `>=` any number of them. */
export function parseInitialMarking(net: PetriNet, text: string): Result<PetriNet['initial'], string> {
  const atoms = parseAtoms(net, text, ['=', '>=']);
  if (!atoms.ok) return atoms;
  const marking = markingOf(atoms.value.filter((atom) => atom.relation === '=').map((a) => [a.place, a.count]));
  const unbounded = atoms.value.filter((atom) => atom.relation === '>=').map((atom) => atom.place);
  return success({ marking, unbounded });
}

interface Atom {
  readonly place: number;
  readonly relation: string;
  readonly count: number;
}

/** A name alone means `>=1`. */
function parseAtoms(net: PetriNet, text: string, relations: readonly string[]): Result<Atom[], string> {
  const atoms: Atom[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(.+?)\s*(?:(>=|=)\s*(\d+))?\s*$/.exec(part);
    const place = match ? net.placeNames.indexOf(match[1]!) : -1;
    if (!match || place < 0) return failure(`'${part.trim()}' does not name a place`);
    const relation = match[2] ?? '>=';
    if (!relations.includes(relation)) return failure(`'${part.trim()}' must use ${relations.join(' or ')}`);
    const count = tokenCount(match[3] ?? '1');
    if (count === undefined) return failure(`'${part.trim()}': ${tooManyTokens}`);
    atoms.push({ place, relation, count });
  }
  return success(atoms);
}
