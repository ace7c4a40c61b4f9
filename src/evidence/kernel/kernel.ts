// Decides whether lock histories exclude that threads show a pattern: for each constellation of threads, the closure of
// each party over some of the locks; excluded is what no finals, one of each party, show that are compatible in every phase
// (K7). Any locks will do: histories over fewer locks allow more (K3).

import type { LockId, Program } from '../../model/program/program.js';
import type { Work } from '../certifier.js';
import { Closure, type Side } from './closure.js';
import { unknownConstruct } from './constructs.js';
import { Control, type Party, type Watch } from './control.js';
import { Histories } from './histories.js';
import { type Constellation, Threads } from './threads.js';

export interface Question {
  readonly key: string;
  readonly watch: Watch;
}

/** What the first threads of a constellation show, with as many phases on each side. */
export type Query = readonly Side[];

interface Means {
  readonly locks: readonly LockId[];
  readonly histories: Histories;
  readonly work: Work;
}

const mostBits = 30;
const spent = 'the work allowed for certifying is spent';

export class Kernel {
  readonly threads: Threads;
  /** Why nothing about this program is certified. */
  readonly problem: string | undefined;
  readonly #histories: Histories[] = [];
  /** By party, question and locks. */
  readonly #controls = new Map<string, Control>();
  /** By the same, size of histories and side: the tuples, or why there are none. */
  readonly #finals = new Map<string, readonly number[] | string>();

  constructor(readonly program: Program) {
    this.problem = unknownConstruct(program);
    this.threads = new Threads(program);
  }

  /** Why some constellation may show one of the queries, whichever lock set is asked; undefined if none can. */
  whyShown(
    constellations: readonly Constellation[],
    question: Question,
    queries: readonly Query[],
    lockSets: readonly (readonly LockId[])[],
    work: Work,
  ): string | undefined {
    let because = 'threads with compatible lock histories show it';
    const isExcluded = (parties: Constellation, query: Query, locks: readonly LockId[]) => {
      const shown = this.#isShown(parties, question, query, locks, work);
      if (typeof shown === 'string') because = shown;
      return shown === false;
    };
    const isOpen = (query: Query) =>
      constellations.some((parties) => !lockSets.some((locks) => isExcluded(parties, query, locks)));
    return queries.some(isOpen) ? because : undefined;
  }

  #isShown(parties: Constellation, question: Question, query: Query, locks: readonly LockId[], work: Work) {
    const bits = locks.length + (parties.some(({ self }) => self) ? 2 * parties.length : 0);
    if (bits > mostBits) return 'there are too many locks and threads';
    const means = { locks, histories: (this.#histories[bits] ??= new Histories(bits)), work };
    const bars = query[0]!.steps.flatMap((step) => (step === '|' || step.endsPhase ? ['|' as const] : []));
    const lists: (readonly number[])[] = [];
    for (const [i, party] of parties.entries()) {
      const side = query[i];
      const found = this.#finalsOf(party, side ? question : passive, side ?? { steps: bars, forbidden: [] }, means);
      if (typeof found === 'string') return found;
      if (found.length === 0) return false;
      lists.push(found);
    }
    work.left -= lists.reduce((product, { length }) => product * length, 1);
    return haveCompatible(means.histories, lists, []);
  }

  #finalsOf(party: Party, { key, watch }: Question, side: Side, { locks, histories, work }: Means) {
    const name = `${JSON.stringify(party)} ${key} ${locks}`;
    const whole = `${name} ${histories.locks} ${JSON.stringify(side)}`;
    const known = this.#finals.get(whole);
    if (known !== undefined) return known;
    const control = this.#controls.get(name) ?? new Control(this.program, locks, watch, party);
    this.#controls.set(name, control);
    const closure = new Closure(control, side, histories);
    const found = closure.run(work) ? closure.finals : (control.problem ?? spent);
    if (found !== spent) this.#finals.set(whole, found);
    return found;
  }
}

/** About a thread that only has to run so that others can. */
const passive: Question = { key: 'passive', watch: { codesOf: () => [], areGoals: false } };

/** Is there one tuple of each list, any two of them and of those chosen already compatible? */
function haveCompatible(histories: Histories, lists: readonly (readonly number[])[], chosen: number[]): boolean {
  const [list, ...more] = lists;
  const fits = (tuple: number) => chosen.every((other) => histories.tuplesCompatible(tuple, other));
  if (!list) return chosen.length < 3 || histories.areOrdered(chosen); // two of them are ordered where they do not cross
  return list.some((tuple) => fits(tuple) && haveCompatible(histories, more, [...chosen, tuple]));
}
