// Decides whether lock histories exclude that two threads show a pattern (K7, K14-K16): for each constellation of threads, the
// closure of each party over some of the locks; excluded is what no finals, one of each party, show that are compatible in
// every phase. Any locks will do: histories over fewer locks allow more (K3).

import type { LockId, Program } from '../../model/program/program.js';
import type { Work } from '../certifier.js';
import { Closure } from './closure.js';
import { unknownConstruct } from './constructs.js';
import { Control } from './control.js';
import { Histories } from './histories.js';
import { passiveQuestion, type Query, type Question } from './questions.js';
import { type Constellation, type Party, type ThreadClass, Threads } from './threads.js';

/** What is left open, and why less would not do: nothing, if it is all excluded. */
export interface Remaining {
  readonly queries: readonly Query[];
  readonly because: string;
}

/** By position at which a side is complete: tuples of threads that have made it. */
type Finals = ReadonlyMap<number, readonly number[]>;

const mostLocks = 26;

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
    { first, second, parent }: Constellation,
    question: Question,
    queries: readonly Query[],
    locks: readonly LockId[],
    work: Work,
  ): readonly Query[] | string {
    if (locks.length > mostLocks) return `the kernel takes at most ${mostLocks} locks`;
    const passive = passiveQuestion(question);
    const us = this.#finalsOf(first, question, locks, work);
    const vs = this.#finalsOf(second, question, locks, work);
    const parents = parent ? this.#finalsOf(parent, passive, locks, work) : undefined;
    for (const finals of [us, vs, parents]) if (typeof finals === 'string') return finals;
    return queries.filter((query) => {
      const lists = [tuplesAt(us, query.first), tuplesAt(vs, query.second)];
      if (parents) lists.push(tuplesAt(parents, passive.sides.add(new Array(query.bars).fill('|'))));
      work.left -= lists.reduce((product, { length }) => product * length, 1);
      return this.#haveCompatible(this.#historiesOver(locks), lists);
    });
  }

  /** Is there one tuple of each party, any two of them compatible? */
  #haveCompatible(histories: Histories, [us, vs, parents]: readonly (readonly number[])[]): boolean {
    const fit = (a: number, b: number) => histories.tuplesCompatible(a, b);
    return us!.some((u) => vs!.some((v) => fit(u, v) && (!parents || parents.some((p) => fit(u, p) && fit(v, p)))));
  }

  #finalsOf(party: Party, question: Question, locks: readonly LockId[], work: Work): Finals | string {
    const key = JSON.stringify([party, question.key, locks]);
    const known = this.#finals.get(key);
    if (known !== undefined) return known;
    const control = new Control(this.program, locks, question.watch, party.family);
    const closure = new Closure(control, question.sides, this.#historiesOver(locks), control.root(party.function));
    if (!closure.run(work)) return control.problem ?? 'the work allowed for certifying is spent';
    this.#finals.set(key, closure.finals);
    return closure.finals;
  }

  /** Over these locks and the virtual ones of two threads. */
  #historiesOver({ length }: readonly LockId[]): Histories {
    const known = this.#histories.get(length) ?? new Histories(length + 4);
    this.#histories.set(length, known);
    return known;
  }
}

function tuplesAt(finals: Finals | string | undefined, position: number): readonly number[] {
  return typeof finals === 'object' ? (finals.get(position) ?? []) : [];
}
