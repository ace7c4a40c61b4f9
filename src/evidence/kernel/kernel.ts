// Decides whether lock histories exclude that two threads show a pattern: for each constellation of threads, the closure of
// each party over some of the locks; excluded is what no finals, one of each party, show that are compatible in every phase
// (K7). Any locks will do: histories over fewer locks allow more (K3).

import type { LockId, Program } from '../../model/program/program.js';
import type { Work } from '../certifier.js';
import { Closure } from './closure.js';
import { unknownConstruct } from './constructs.js';
import { Control, type Party, type Watch } from './control.js';
import { Histories } from './histories.js';
import { Sides } from './sides.js';
import { type ThreadClass, Threads } from './threads.js';

export interface Question {
  readonly key: string;
  readonly watch: Watch;
  /** All sides that are asked about. */
  readonly sides: Sides;
}

/** What a thread of the first and one of the second class show: where their sides are complete; `bars` between phases. */
export interface Query {
  readonly first: number;
  readonly second: number;
  readonly bars: number;
}

/** What is left open, if anything, and why. */
export interface Remaining {
  readonly queries: readonly Query[];
  readonly because: string;
}

const mostBits = 30;
const spent = 'the work allowed for certifying is spent';

export class Kernel {
  readonly threads: Threads;
  /** Why nothing about this program is certified. */
  readonly problem: string | undefined;
  readonly #histories = new Map<number, Histories>();
  /** By party, question and locks: the tuples of each position, or why there are none. */
  readonly #finals = new Map<string, ReadonlyMap<number, readonly number[]> | string>();

  constructor(readonly program: Program) {
    this.problem = unknownConstruct(program);
    this.threads = new Threads(program);
  }

  /** The queries that a thread of the first and another of the second class may show, whichever lock set is asked. */
  remaining(
    pair: readonly [ThreadClass, ThreadClass],
    question: Question,
    queries: readonly Query[],
    lockSets: readonly (readonly LockId[])[],
    work: Work,
  ): Remaining {
    let because = 'threads with compatible lock histories show it';
    const constellations = this.threads.constellations(...pair);
    const isExcluded = (parties: readonly Party[], query: Query, locks: readonly LockId[]) => {
      const shown = this.#isShown(parties, question, query, locks, work);
      if (typeof shown === 'string') because = shown;
      return shown === false;
    };
    const left = queries.filter((query) =>
      constellations.some((parties) => !lockSets.some((locks) => isExcluded(parties, query, locks))),
    );
    return { queries: left, because };
  }

  #isShown(
    parties: readonly Party[],
    question: Question,
    query: Query,
    locks: readonly LockId[],
    work: Work,
  ): boolean | string {
    const virtual = parties.some(({ self }) => self) ? 2 * parties.length : 0;
    const histories = this.#historiesOver(locks.length + virtual);
    if (histories.locks > mostBits) return 'there are too many locks and threads';
    const passive = passives[question.watch.areGoals ? 1 : 0]!;
    const lists: (readonly number[])[] = [];
    for (const party of parties) {
      const end = [query.first, query.second][lists.length];
      const asked = end === undefined ? passive : question;
      const found = this.#finalsOf(party, asked, end ?? query.bars, locks, histories, work);
      if (typeof found === 'string' || found.length === 0) return typeof found === 'string' && found;
      lists.push(found);
    }
    work.left -= lists.reduce((product, { length }) => product * length, 1);
    return haveCompatible(histories, lists, []);
  }

  /** Of a party that has made the side that is complete at `end`: with few locks all sides at once, with more each alone. */
  #finalsOf(
    party: Party,
    { key, watch, sides }: Question,
    end: number,
    locks: readonly LockId[],
    histories: Histories,
    work: Work,
  ): readonly number[] | string {
    const asked = locks.length < 2 ? sides : sides.alone(end);
    const name = `${JSON.stringify(party)} ${key} ${asked === sides || end} ${locks} ${histories.locks}`;
    const known =
      this.#finals.get(name) ?? this.#close(new Control(this.program, locks, watch, party), asked, histories, work);
    if (known !== spent) this.#finals.set(name, known);
    return typeof known === 'string' ? known : (known.get(asked === sides ? end : asked.positions.length - 1) ?? []);
  }

  #close(
    control: Control,
    sides: Sides,
    histories: Histories,
    work: Work,
  ): ReadonlyMap<number, readonly number[]> | string {
    const closure = new Closure(control, sides, histories);
    return closure.run(work) ? closure.finals : (control.problem ?? spent);
  }

  #historiesOver(locks: number): Histories {
    const known = this.#histories.get(locks) ?? new Histories(locks);
    this.#histories.set(locks, known);
    return known;
  }
}

/** Of a thread that only has to run so that others can: nothing but phases, as many as the position says. */
const passives = [false, true].map((areGoals): Question => {
  const sides = new Sides(areGoals);
  for (const bars of [0, 1, 2, 3]) sides.add(new Array(bars).fill('|'));
  return { key: `passive ${areGoals}`, watch: { codesOf: () => [], areGoals: false }, sides };
});

/** Is there one tuple of each list, any two of them and of those chosen already compatible? */
function haveCompatible(
  histories: Histories,
  [list, ...more]: readonly (readonly number[])[],
  chosen: number[],
): boolean {
  const fits = (tuple: number) => chosen.every((other) => histories.tuplesCompatible(tuple, other));
  return !list || list.some((tuple) => fits(tuple) && haveCompatible(histories, more, [...chosen, tuple]));
}
