// What a claim excludes (K15): the minimal conflict cycles of two units, derived here, and what one thread sees of each: its
// *side*, its own accesses with `|` where the pattern changes role. All sides of a question share one trie; a position in
// it is how far a thread has come.

/** A read (`R`) or write (`W`) by u or v of variable 0 (x) or 1 (y). */
export interface Event {
  readonly role: 'u' | 'v';
  readonly kind: 'R' | 'W';
  readonly variable: number;
}

const conflicts = ['RW', 'WR', 'WW'];
const event = (role: 'u' | 'v', kind: string, variable: number): Event => ({
  role,
  kind: kind === 'R' ? 'R' : 'W',
  variable,
});

/** a_u < b_v and c_v < d_u conflict: on one location, where one access of v is enough, or on two, in three orders. */
function conflictCycles(): Event[][] {
  const one = conflicts.flatMap(([a, b]) =>
    conflicts.filter(([c]) => c === b).map(([, d]) => [event('u', a!, 0), event('v', b!, 0), event('u', d!, 0)]),
  );
  const two = ['abcd', 'acbd', 'acdb'].flatMap((order) =>
    conflicts.flatMap(([a, b]) =>
      conflicts.map(([c, d]) => {
        const of = { a: event('u', a!, 0), b: event('v', b!, 0), c: event('v', c!, 1), d: event('u', d!, 1) };
        return [...order].map((name) => of[name as keyof typeof of]);
      }),
    ),
  );
  return [...one, ...two];
}

/** The numbering of docs/theory/atomicity.md: 1..14 as in the paper, c1..c18 the others as they are derived. */
const paper =
  'RuxWvxWux RuxWvxRux WuxRvxWux WuxWvxRux WuxWvxWux WuxWvxWvyWuy WuxWvyWvxWuy WuxWvyWuyWvx WuxRvxRvyWuy WuxRvyRvxWuy RuxWvxWvyRuy RuxWvyWvxRuy RuxWvyRuyWvx WuxRvyWuyRvx'.split(
    ' ',
  );

export const patterns: ReadonlyMap<string, readonly Event[]> = (() => {
  const text = (events: readonly Event[]) =>
    events.map(({ role, kind, variable }) => kind + role + 'xy'[variable]).join('');
  const cycles = conflictCycles();
  const others = cycles.filter((events) => !paper.includes(text(events)));
  return new Map([
    ...paper.map((name, i) => [`${i + 1}`, cycles.find((events) => text(events) === name)!] as const),
    ...others.map((events, i) => [`c${i + 1}`, events] as const),
  ]);
})();

export function locationsOf(pattern: readonly Event[]): number {
  return Math.max(...pattern.map(({ variable }) => variable)) + 1;
}

/** An access as a number: the place of its variable in the question, times 2, plus 1 for a write. */
export function accessCode(kind: 'R' | 'W', place: number): number {
  return place * 2 + (kind === 'W' ? 1 : 0);
}

/** Either `|`, or an access: `bound` to a unit if the role has several. */
export type Step = '|' | { readonly code: number; readonly bound: boolean; readonly isLast: boolean };

/** `places[0]` and `places[1]` are the places of x and y among the question's variables. */
export function sideOf(events: readonly Event[], role: 'u' | 'v', places: readonly number[]): Step[] {
  const own = events.filter((one) => one.role === role);
  return events.flatMap((one, i): Step[] => {
    const bar: Step[] = i > 0 && events[i - 1]!.role !== one.role ? ['|'] : [];
    if (one.role !== role) return bar;
    const code = accessCode(one.kind, places[one.variable]!);
    return [...bar, { code, bound: own.length > 1, isLast: one === own.at(-1) }];
  });
}

export interface Position {
  readonly next: { readonly key: string; readonly step: Step; readonly to: number }[];
  readonly phase: number;
  /** Between the first and the last access of a unit. */
  readonly inside: boolean;
  /** Reached by an access, so the execution may be cut right after it: the thread need not be where it can stop. */
  readonly endsAnywhere: boolean;
  isComplete: boolean;
}

export class Sides {
  readonly positions: Position[] = [];

  constructor(endsAnywhere = false) {
    this.positions.push({ next: [], phase: 0, inside: false, endsAnywhere, isComplete: false });
  }

  /** The position at which the side is complete. */
  add(side: readonly Step[]): number {
    let at = 0;
    for (const step of side) {
      const key = JSON.stringify(step);
      const { next, phase, inside } = this.positions[at]!;
      const known = next.find((one) => one.key === key);
      at = known?.to ?? this.positions.length;
      if (known) continue;
      next.push({ key, step, to: at });
      const after = step === '|' ? { phase: phase + 1, inside } : { phase, inside: step.bound && !step.isLast };
      this.positions.push({ next: [], ...after, endsAnywhere: step !== '|', isComplete: false });
    }
    this.positions[at]!.isComplete = true;
    return at;
  }
}
