// The steps of the program on the search's current path.

import type { Move } from '../../../model/program/moves.js';
import type { CompiledStep } from '../machine/compiled-program.js';
import { noValue } from '../machine/step-machine.js';

export class SearchPath {
  readonly #threads: number[] = [];
  readonly #steps: CompiledStep[] = [];
  readonly #values: number[] = [];
  readonly #resumes: boolean[] = [];
  /** What lies beyond is of an earlier path. */
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(thread: number, step: CompiledStep, value: number, resumes: boolean): void {
    const at = this.#length++;
    this.#threads[at] = thread;
    this.#steps[at] = step;
    this.#values[at] = value;
    this.#resumes[at] = resumes;
  }

  truncateTo(length: number): void {
    this.#length = length;
  }

  moves(): Move[] {
    return Array.from({ length: this.#length }, (_, at) => this.#move(at));
  }

  #move(at: number): Move {
    const thread = this.#threads[at]!;
    const { edge } = this.#steps[at]!;
    const value = this.#values[at]!;
    if (this.#resumes[at]) return { kind: 'resume', thread, edge };
    return value === noValue ? { kind: 'edge', thread, edge } : { kind: 'edge', thread, edge, value };
  }
}
