// The choices of a run, in order: which external event comes next, how a condition on the unknown turns out. A run is a
// function of its choices; beyond the given ones it takes the first option each time.

export interface Choice {
  readonly taken: number;
  readonly among: number;
  /** Which external event, where that was the question. */
  readonly label?: string;
}

/** By its place among the options, or the label of an external event. */
export type Token = number | string;

export function tokenOf({ taken, label }: Choice): Token {
  return label ?? taken;
}

/** Whose an external event is, and what it answers, where it answers something. */
export interface Asked {
  /** The call from outside: negative numbers. */
  readonly call: number;
  readonly question?: string | undefined;
}

export class Choices {
  readonly made: Choice[] = [];

  constructor(readonly given: readonly Token[]) {}

  choose(among: number): number {
    const wanted = this.given[this.made.length] ?? 0;
    const taken = typeof wanted === 'number' && wanted < among ? wanted : 0;
    this.made.push({ taken, among });
    return taken;
  }

  /** Which of several external events; `first` unless another one is asked for. */
  chooseEvent(labels: readonly string[], first: number, _asked: readonly Asked[]): number {
    const wanted = this.given[this.made.length] ?? first;
    const at = typeof wanted === 'string' ? labels.indexOf(wanted) : wanted;
    const taken = at >= 0 && at < labels.length ? at : 0;
    this.made.push({ taken, among: labels.length, label: labels[taken]! });
    return taken;
  }
}

/** Of a setup: what the outside does comes in its order, and only conditions are up to the choices. */
export class SetupChoices extends Choices {
  override chooseEvent(_labels: readonly string[], first: number): number {
    return first;
  }
}

export const tooLong = 'a run takes too many steps';

/** The run cannot go on: a bound was reached, or something is not modelled. */
export class Abandoned extends Error {}
