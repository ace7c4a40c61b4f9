// How much of a run is done, as a share of one: the characters of each input, once for each engine that is asked about it and
// divided among the parts of its question. Where the time goes is not known before; sizes say more than a count of files,
// since one input may be a folder of two hundred.

import type { Question } from '../../pipeline/job.js';

interface Sized {
  readonly size: number;
  readonly questions: readonly Pick<Question, 'part'>[];
}

export class DoneShare {
  readonly #all: number;
  readonly #ended = new Set<string>();
  #done = 0;

  constructor(readonly jobs: readonly Sized[]) {
    let all = 0;
    for (const { size, questions } of jobs) for (const question of questions) all += weight(size, question);
    this.#all = all;
  }

  /** The conclusion of parts may stand where no question was planned. */
  ended(job: number, question: number): void {
    const { size, questions } = this.jobs[job]!;
    const asked = questions[question];
    const name = `${job} ${question}`;
    if (!asked || this.#ended.has(name)) return;
    this.#ended.add(name);
    this.#done += weight(size, asked);
  }

  get share(): number {
    return this.#all === 0 ? 0 : this.#done / this.#all;
  }
}

/** Even an empty file costs something. */
function weight(size: number, { part }: Pick<Question, 'part'>): number {
  return (size + 100) / (part?.of ?? 1);
}
