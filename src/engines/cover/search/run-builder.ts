// Builds a run of a problem from its end: it keeps the tokens that the part built so far demands, so that words that fill
// places can be put in front until the demand is met.

import { type Marking, pairsOf } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';
import { lettersOf, type Word } from '../reduce/arc.js';
import type { Layer } from '../reduce/layer.js';

/** Runs longer than this are not written down: filling places through each other can take exponentially many steps. */
const longestRun = 2_000_000;

export interface Run {
  /** Transitions of the problem, in order. */
  readonly letters: readonly number[];
  /** With broadcasts: what the rest of the run demands before each letter. */
  readonly demands?: readonly Marking[];
}

/** Takes a run from its end, and knows how much of a place is demanded just now. */
export interface RunSink {
  prepend(letter: number): void;
  demandAt(place: number): number;
  /** The run is too long to be written down: what is put in front from now on is lost. */
  readonly isFull: boolean;
}

export class RunBuilder implements RunSink {
  readonly #demand = new Map<number, number>();
  readonly #reversed: number[] = [];

  #isFull = false;

  constructor(
    readonly problem: Problem,
    readonly longest = longestRun,
  ) {}

  get isFull(): boolean {
    return this.#isFull;
  }

  demandAt(place: number): number {
    return this.#demand.get(place) ?? 0;
  }

  /** Puts one transition in front: demand := max(hurdle, demand - effect). */
  prepend(letter: number): void {
    this.#isFull ||= this.#reversed.length >= this.longest;
    if (this.#isFull) return;
    const { hurdle, effect } = this.problem.transitions[letter]!;
    for (const [place, change] of pairsOf(effect)) this.#demand.set(place, Math.max(0, this.demandAt(place) - change));
    for (const [place, count] of pairsOf(hurdle)) this.#demand.set(place, Math.max(count, this.demandAt(place)));
    this.#reversed.push(letter);
  }

  /** Undefined if the run is too long. */
  finish(): Run | undefined {
    return this.#isFull ? undefined : { letters: this.#reversed.reverse() };
  }
}

/** A sink for runs of the simpler problem of a layer, that passes them on to one for the problem before. */
export function throughLayer({ words, placesBefore }: Layer, sink: RunSink): RunSink {
  return {
    prepend: (letter) => prependWord(words[letter]!, sink),
    demandAt: (place) => sink.demandAt(placesBefore[place]!),
    get isFull() {
      return sink.isFull;
    },
  };
}

/** Undoes what a layer did to the start: what it advanced over, and round trips while they are asked for. */
export function prependEvents({ events }: Layer, sink: RunSink): void {
  for (let i = events.length - 1; i >= 0 && !sink.isFull; i--) {
    const event = events[i]!;
    if (event.kind === 'advance') prependWord(event.arc.word, sink);
    else if (sink.demandAt(event.place) > event.count) {
      const trip = event.trip();
      while (!sink.isFull && sink.demandAt(event.place) > event.count)
        for (const arc of trip) prependWord(arc.word, sink);
    }
  }
}

function prependWord(word: Word, sink: RunSink): void {
  const letters = lettersOf(word);
  for (let i = letters.length - 1; i >= 0; i--) sink.prepend(letters[i]!);
}
