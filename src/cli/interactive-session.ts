// `heddle explore --interactive`: what the user types, and what is printed. Knows no terminal, so that tests can talk to it.

import { printState } from '../engines/explore/interactive/print-state.js';
import { type OfferedStep, Stepping } from '../engines/explore/interactive/stepping.js';
import type { Program } from '../model/program/program.js';
import { describeStep } from '../report/wording.js';
import type { WitnessStep } from '../verdict/witness.js';

const help = `a number        take that step
a thread's name take its step, if it has only one
back [n]        take back the last step, or the last n
state           variables, objects and threads
trace           the steps so far
quit            end (as does the end of the input)`;

export interface Answer {
  readonly text: string;
  readonly isLast: boolean;
}

export class InteractiveSession {
  readonly #stepping: Stepping;

  constructor(readonly program: Program) {
    this.#stepping = new Stepping(program);
  }

  /** What is printed before the first line is read. */
  greeting(): string {
    return `${this.#choices()}\n(type help for what else there is)`;
  }

  answer(line: string): Answer {
    const [word = '', argument] = line.trim().split(/\s+/);
    if (word === 'quit' || word === 'q') return { text: '', isLast: true };
    return { text: this.#reply(word, argument), isLast: false };
  }

  #reply(word: string, argument: string | undefined): string {
    switch (word) {
      case '':
        return this.#choices();
      case 'help':
      case 'h':
      case '?':
        return help;
      case 'state':
      case 's':
        return printState(this.program, this.#stepping.state).join('\n');
      case 'trace':
      case 't':
        return this.#trace();
      case 'back':
      case 'b':
        return this.#back(argument);
      default:
        return this.#take(word);
    }
  }

  #take(word: string): string {
    const chosen = chooseStep(this.#stepping.offered(), word);
    if (typeof chosen === 'string') return chosen;
    this.#stepping.take(chosen);
    return `${this.#stepping.stepCount}: ${describe(chosen.shown)}\n${this.#choices()}`;
  }

  #back(argument: string | undefined): string {
    const count = argument === undefined ? 1 : Number(argument);
    if (!Number.isInteger(count) || count < 1) return 'back takes a number of steps';
    const dropped = this.#stepping.back(count);
    return `${dropped === 0 ? 'this is the beginning' : `took back ${dropped} ${dropped === 1 ? 'step' : 'steps'}`}\n${this.#choices()}`;
  }

  #trace(): string {
    const steps = this.#stepping.trace().map((step, i) => `${i + 1}: ${describe(step)}`);
    return steps.length === 0 ? 'no step has been taken' : steps.join('\n');
  }

  #choices(): string {
    const offered = this.#stepping.offered();
    const lines = offered.map(({ shown }, i) => `  ${i + 1}) ${describe(shown)}`);
    const remarks = this.#stepping.remarks.map((remark) => `! ${remark}`);
    return [...remarks, ...(lines.length === 0 ? ['nobody can move'] : lines)].join('\n');
  }
}

function chooseStep(offered: readonly OfferedStep[], word: string): OfferedStep | string {
  if (/^\d+$/.test(word)) return offered[Number(word) - 1] ?? `there is no step ${word}`;
  const ofThread = offered.filter(({ shown }) => shown.thread === word);
  if (ofThread.length === 1) return ofThread[0]!;
  if (ofThread.length > 1) return `${word} has ${ofThread.length} steps: choose one by its number`;
  return `'${word}' is neither a step nor a thread that can move (type help)`;
}

function describe(step: WitnessStep): string {
  const line = step.place ? `line ${step.place.line}: ` : '';
  return `${step.thread}  ${line}${describeStep(step)}`;
}
