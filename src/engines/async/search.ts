// All executions of a scenario up to the order of independent turns: each run is given a prefix of choices and takes the
// first option beyond it. Conditions on the unknown are tried both ways; the order of events only where it matters, that
// is where turns that depend on each other could have come the other way round (reversals.ts: source sets; what was tried
// before sleeps: Abdulla, Aronsson, Jonsson, Sagonas 2014). Few departures from the serial run come first. Complete when
// nothing is left to try: docs/theory/async.md says why.

import { type Token, tokenOf, tooLong } from '../../model/script/machine/choices.js';
import type { MachineOptions } from '../../model/script/machine/machine.js';
import { type Run, run, type Scenario } from '../../model/script/machine/run.js';
import { Names, type Touches, type Turn } from '../../model/script/machine/turns.js';
import type { Script } from '../../model/script/script.js';
import { reversals } from './reversals.js';

export interface Searched {
  readonly runs: number;
  readonly complete: boolean;
  readonly abandoned: ReadonlySet<string>;
}

/** Runs that only repeat others are cut, and cheaper. */
const cutPerWhole = 4;

/** Calls `visit` with each run; it may end the search by answering true. */
export function search(
  script: Script,
  scenario: Scenario,
  options: MachineOptions,
  mostRuns: number,
  reached: Set<object>,
  visit: (run: Run) => boolean | undefined,
): Searched {
  const whole = new Search(script, scenario, options, reached, visit);
  whole.advance(mostRuns);
  return whole;
}

/** A search that can be gone on with where it was cut. */
export class Search implements Searched {
  runs = 0;
  complete = false;
  readonly abandoned = new Set<string>();
  readonly #names = new Names();
  readonly #tree = new Tree();
  #whole = 0;
  #next: Planned | undefined = this.#tree.next();

  constructor(
    readonly script: Script,
    readonly scenario: Scenario,
    readonly options: MachineOptions,
    readonly reached: Set<object>,
    readonly visit: (run: Run) => boolean | undefined,
  ) {}

  /** Up to so many runs, counted from the beginning. */
  advance(mostRuns: number): void {
    for (; this.#next; this.#next = this.#tree.next()) {
      if (this.#whole >= mostRuns || this.runs >= mostRuns * cutPerWhole) return;
      const done = this.#run(this.#next);
      if (done.abandoned !== undefined) this.abandoned.add(done.abandoned);
      // Code that computes for long does so in every schedule.
      if (this.visit(done) || done.abandoned === tooLong) return;
      this.#tree.grow(done, this.#next);
    }
    this.complete = this.abandoned.size === 0;
  }

  #run(next: Planned): Run {
    const { script, scenario, options, reached } = this;
    const done = run(script, scenario, options, next.prefix, { names: this.#names, reached, ...next });
    this.runs++;
    if (!done.merged) this.#whole++;
    return done;
  }
}

interface Planned {
  readonly prefix: readonly Token[];
  readonly sleepsAt: number;
  readonly asleep: ReadonlyMap<string, Touches>;
}

/** A choice of events that some run has come to. */
interface Branching {
  readonly asleep: ReadonlyMap<string, Touches>;
  /** What was tried from here; what it touched, once that is known and always the same. */
  readonly tried: Map<string, Touches | undefined>;
}

class Tree {
  readonly #branchings = new Map<string, Branching>();
  #level: Planned[] = [{ prefix: [], sleepsAt: -1, asleep: new Map() }];
  #later: Planned[] = [];
  #at = 0;

  next(): Planned | undefined {
    if (this.#at === this.#level.length) {
      this.#level = this.#later;
      this.#later = [];
      this.#at = 0;
    }
    return this.#level[this.#at++];
  }

  /** Plans what a run leaves to be tried. */
  grow({ choices, turns }: Run, planned: Planned): void {
    const tokens = choices.map(tokenOf);
    for (const turn of turns) this.#note(turn, tokens);
    for (const [index, { label, among }] of choices.entries()) {
      if (label !== undefined || index < planned.prefix.length) continue;
      for (let other = 1; other < among; other++)
        this.#later.push({ ...planned, prefix: [...tokens.slice(0, index), other] });
    }
    for (const turn of turns) {
      this.#plan(turn, tokens, alternatives(turn, turn.label));
      for (const timer of turn.prevents) if (turn.among.includes(timer)) this.#plan(turn, tokens, [timer]);
    }
    for (const { before, initials } of reversals(turns)) this.#reverse(before, tokens, initials);
  }

  #note({ at, label, touches, decides, asleep }: Turn, tokens: readonly Token[]): void {
    if (at === undefined) return;
    const key = tokens.slice(0, at).join('\n');
    const known = this.#branchings.get(key) ?? { asleep, tried: new Map() };
    this.#branchings.set(key, known);
    known.tried.set(label, decides ? undefined : touches);
  }

  /** One of the events that could begin the other order is tried, unless one was. */
  #reverse(turn: Turn, tokens: readonly Token[], initials: readonly string[]): void {
    if (turn.at === undefined) return;
    const { tried } = this.#branchings.get(tokens.slice(0, turn.at).join('\n'))!;
    if (initials.some((label) => tried.has(label))) return;
    const enabled = initials.find((label) => turn.among.includes(label));
    this.#plan(turn, tokens, enabled === undefined ? turn.among : [enabled, ...alternatives(turn, enabled)]);
  }

  #plan({ at }: Turn, tokens: readonly Token[], labels: readonly string[]): void {
    if (at === undefined) return;
    const path = tokens.slice(0, at);
    const { asleep, tried } = this.#branchings.get(path.join('\n'))!;
    for (const label of labels) {
      if (tried.has(label) || asleep.has(label)) continue;
      const sleeping = new Map(asleep);
      for (const [other, touches] of tried) if (touches) sleeping.set(other, touches);
      tried.set(label, undefined);
      this.#later.push({ prefix: [...path, label], sleepsAt: at, asleep: sleeping });
    }
  }
}

/** What else may become of the same operation: it is up to the outside. */
function alternatives({ among }: Turn, label: string): string[] {
  const source = label.replace(/(?:answer|perform|reject)$/, '');
  return among.filter((other) => other !== label && other.replace(/(?:answer|perform|reject)$/, '') === source);
}
