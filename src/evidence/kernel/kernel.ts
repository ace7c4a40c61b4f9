// Decides whether lock histories exclude that two threads show a pattern (K7, K14-K16): for each constellation of threads, the
// closure of each party over some of the locks; excluded is what no finals, one of each party, show that are compatible in
// every phase. Any locks will do: histories over fewer locks allow more (K3).

import type { LockId, Program } from '../../model/program/program.js';
import type { Work } from '../certifier.js';
import { Closure } from './closure.js';
import { unknownConstruct } from './constructs.js';
import { Control, type Party } from './control.js';
import { Histories } from './histories.js';
import { passiveQuestion, type Query, type Question } from './questions.js';
import { type Constellation, type ThreadClass, Threads } from './threads.js';

/** What is left open, and why less would not do: nothing, if it is all excluded. */
export interface Remaining {
  readonly queries: readonly Query[];
  readonly because: string;
}

/** By position at which a side is complete: tuples of threads that have made it. */
type Finals = ReadonlyMap<number, readonly number[]>;

const mostBits = 30;

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

  /** The queries that some thread of the first and another of the second class may show, whichever lock set is asked. */
  remaining(
    [first, second]: readonly [ThreadClass, ThreadClass],
    question: Question,
    queries: readonly Query[],
    lockSets: readonly (readonly LockId[])[],
    work: Work,
  ): Remaining {
    const open = new Set<Query>();
    let because = 'threads that end with compatible lock histories show it';
    for (const constellation of this.threads.constellations(first, second)) {
      let left = queries;
      for (const locks of lockSets) {
        const shown = left.length > 0 ? this.#shown(constellation, question, left, locks, work) : [];
        if (typeof shown === 'string') because = shown;
        else left = shown;
      }
      for (const query of left) open.add(query);
    }
    return { queries: [...open], because };
  }

  #shown(
    parties: Constellation,
    question: Question,
    queries: readonly Query[],
    locks: readonly LockId[],
    work: Work,
  ): readonly Query[] | string {
    const bits = locks.length + 2 * parties.length;
    if (bits > mostBits) return 'there are too many locks and threads';
    const passive = passiveQuestion(question);
    const finals = parties.map((party, i) => this.#finalsOf(party, i < 2 ? question : passive, locks, bits, work));
    const problem = finals.find((one) => typeof one === 'string');
    if (problem !== undefined) return problem;
    return queries.filter((query) => {
      const waited = passive.sides.add(new Array(query.bars).fill('|'));
      const lists = finals.map((one, i) => tuplesAt(one, [query.first, query.second][i] ?? waited));
      work.left -= lists.reduce((product, { length }) => product * length, 1);
      return haveCompatible(this.#historiesOver(bits), lists, []);
    });
  }

  #finalsOf(party: Party, question: Question, locks: readonly LockId[], bits: number, work: Work): Finals | string {
    const key = JSON.stringify([party, question.key, locks, bits]);
    const known = this.#finals.get(key);
    if (known !== undefined) return known;
    const control = new Control(this.program, locks, question.watch, party);
    const closure = new Closure(control, question.sides, this.#historiesOver(bits), control.root());
    if (!closure.run(work)) return control.problem ?? 'the work allowed for certifying is spent';
    this.#finals.set(key, closure.finals);
    return closure.finals;
  }

  #historiesOver(bits: number): Histories {
    const known = this.#histories.get(bits) ?? new Histories(bits);
    this.#histories.set(bits, known);
    return known;
  }
}

function tuplesAt(finals: Finals | string | undefined, position: number): readonly number[] {
  return typeof finals === 'object' ? (finals.get(position) ?? []) : [];
}

/** Is there one tuple of each list, any two of them and of those chosen already compatible? */
function haveCompatible(
  histories: Histories,
  [list, ...more]: readonly (readonly number[])[],
  chosen: number[],
): boolean {
  if (!list) return true;
  return list.some(
    (tuple) =>
      chosen.every((other) => histories.tuplesCompatible(tuple, other)) &&
      haveCompatible(histories, more, [...chosen, tuple]),
  );
}
