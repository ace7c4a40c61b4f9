// Which steps may change places: the parameter of the search and of its proof (docs/theory/explore.md, "Independence").
// A step has a footprint: the places it touches, each in one of six ways. Two steps are dependent iff they touch a common
// place and not both of them leave it as it is. A scheduling is an instance: it says which footprint each step has. It is
// valid if independent neighbours can be exchanged (both orders can happen and lead to the same state), and if dependent
// steps that can both happen next touch a common place with `look` and `change`, or both `take` it.

/** Anything that steps can meet at: a cell of memory, a lock, a thread's progress. Numbers, given by the scheduling. */
export type Place = number;

export const way = {
  /** Reads a cell; others that look do not matter. */
  look: 0,
  /** Writes a cell. */
  change: 1,
  /** Takes a place that is free, so that others who want to take it must wait until it is given back. */
  take: 2,
  give: 3,
  /** Comes after those that lead at the place, which can never be otherwise: a join, after the thread's last step. */
  follow: 4,
  /** Is in one line with all others at the place, in an order that no scheduling can turn round: a thread's own steps. */
  lead: 5,
} as const;

export type Way = (typeof way)[keyof typeof way];

/** A place and a way in one number. */
export type Access = number;

/** A way has three bits, a place the others of 31. */
const bitsOfWay = 3;
const mostPlaces = 2 ** 28;

export function access(place: Place, how: Way): Access {
  if (place >= mostPlaces) throw new RangeError(`no room for place ${place}`);
  return (place << bitsOfWay) | how;
}

export function placeOf(one: Access): Place {
  return one >> bitsOfWay;
}

export function wayOf(one: Access): number {
  return one & 7;
}

export type Footprint = readonly Access[];

/** Ways that leave a place as it is. */
export function isShared(how: number): boolean {
  return how === way.look || how === way.follow;
}

function conflict(a: Access, b: Access): boolean {
  return placeOf(a) === placeOf(b) && !(isShared(wayOf(a)) && isShared(wayOf(b)));
}

/** The relation of the proof: steps of one thread are dependent because each leads at the thread's own place. */
export function areDependent(a: Footprint, b: Footprint): boolean {
  for (const one of a) for (const other of b) if (conflict(one, other)) return true;
  return false;
}

/** One of 32 bits for each place. */
export function placeBits(footprint: Footprint): number {
  let bits = 0;
  for (const one of footprint) bits |= 1 << (Math.imul(placeOf(one), 0x9e3779b1) >>> 27);
  return bits;
}
