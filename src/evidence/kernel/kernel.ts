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

type Finals = ReadonlyMap<number, readonly number[]>;

const mostBits = 30;
const spent = 'the work allowed for certifying is spent';

export class Kernel {
  readonly threads: Threads;
  /** Why nothing about this program is certified. */
  readonly problem: string | undefined;
  readonly #histories = new Map<number, Histories>();
  readonly #finals = new Map<string, Finals | string>();

  constructor(readonly program: Program) {
    this.problem = unknownConstruct(program);
    this.threads = new Threads(program);
  }

  /** The queries that a thread of the first and another of the second class may show, whichever lock set is asked. */
  remaining(
    [first, second]: readonly [ThreadClass, ThreadClass],
    question: Question,
    queries: readonly Query[],
    lockSets: readonly (readonly LockId[])[],
    work: Work,
  ): Remaining {
    const open = new Set<Query>();
    let because = 'threads with compatible lock histories show it';
    for (const parties of this.threads.constellations(first, second)) {
      let left = queries;
      for (const locks of lockSets) {
        const shown = left.length > 0 ? this.#shown(parties, question, left, locks, work) : [];
        if (typeof shown === 'string') because = shown;
        else left = shown;
      }
      for (const query of left) open.add(query);
    }
    return { queries: [...open], because };
  }

  #shown(
    parties: readonly Party[],
    question: Question,
    queries: readonly Query[],
    locks: readonly LockId[],
    work: Work,
  ): readonly Query[] | string {
    const virtual = parties.some(({ self }) => self) ? 2 * parties.length : 0;
    const histories = this.#historiesOver(locks.length + virtual);
    if (histories.locks > mostBits) return 'there are too many locks and threads';
    const passive = passiveQuestion(question.watch.areGoals);
    const finals: Finals[] = [];
    for (const party of parties) {
      const found = this.#finalsOf(party, finals.length < 2 ? question : passive, locks, histories, work);
      if (typeof found === 'string') return found;
      finals.push(found);
    }
    return queries.filter((query) => {
      const waited = passive.sides.add(new Array(query.bars).fill('|'));
      const lists = finals.map((one, i) => one.get([query.first, query.second][i] ?? waited) ?? []);
      work.left -= lists.reduce((product, { length }) => product * length, 1);
      return haveCompatible(histories, lists, []);
    });
  }

  #finalsOf(
    party: Party,
    question: Question,
    locks: readonly LockId[],
    histories: Histories,
    work: Work,
  ): Finals | string {
    const key = `${JSON.stringify(party)} ${question.key} ${locks} ${histories.locks}`;
    const known = this.#finals.get(key);
    if (known !== undefined) return known;
    const control = new Control(this.program, locks, question.watch, party);
    const closure = new Closure(control, question.sides, histories);
    if (!closure.run(work) && control.problem === undefined) return spent;
    this.#finals.set(key, control.problem ?? closure.finals);
    return control.problem ?? closure.finals;
  }

  #historiesOver(locks: number): Histories {
    const known = this.#histories.get(locks) ?? new Histories(locks);
    this.#histories.set(locks, known);
    return known;
  }
}

/** Of a thread that only has to run so that others can: nothing but phases. */
function passiveQuestion(areGoals: boolean): Question {
  const sides = new Sides(areGoals);
  for (const bars of [0, 1, 2, 3]) sides.add(new Array(bars).fill('|'));
  return { key: `passive ${areGoals}`, watch: { codesOf: () => [], areGoals: false }, sides };
}

/** Is there one tuple of each list, any two of them and of those chosen already compatible? */
function haveCompatible(
  histories: Histories,
  [list, ...more]: readonly (readonly number[])[],
  chosen: number[],
): boolean {
  const fits = (tuple: number) => chosen.every((other) => histories.tuplesCompatible(tuple, other));
  return !list || list.some((tuple) => fits(tuple) && haveCompatible(histories, more, [...chosen, tuple]));
}
