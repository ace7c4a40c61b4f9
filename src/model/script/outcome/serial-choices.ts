// How a serial execution goes on where that is a choice: as the execution that it is compared with has gone on. What failed
// there fails here, each time that it is asked as it did then; what one call waits for comes in the order in which it came.

import { type Asked, type Choice, Choices } from '../machine/choices.js';

export type Fate = 'answer' | 'reject';
export type Fates = ReadonlyMap<string, readonly Fate[]>;

export interface Plan {
  /** Questions that fail: of one call, or whoever asks them. */
  readonly refused: ReadonlySet<string>;
  /** The order of events. */
  readonly rank: ReadonlyMap<string, number>;
  /** What became of each question of a call, each time that it was asked. */
  readonly fates: Fates;
  /** So many failures in all; what was not asked in the execution may fail as well. */
  readonly free?: number;
  /** The next call begins before the timers that the one before has left. */
  readonly early?: boolean;
}

/** The same in executions that come to it in other turns. */
export function nameOf(label: string, { call, question }: Asked): string {
  return question === undefined ? `${call} ${label}` : `${call} ${kindOf(label)} ${question}`;
}

export function kindOf(label: string): string {
  return /(?:answer|perform|reject)$/.exec(label)?.[0] ?? '';
}

export function ownName({ call, question }: Asked): string {
  return `${call} ${question}`;
}

export function isFate(kind: string): kind is Fate {
  return kind === 'answer' || kind === 'reject';
}

/** Events in the order of the plan, then answers before timers before further calls; conditions are counted apart. */
export class SerialChoices extends Choices {
  readonly decided: Choice[] = [];
  /** How often each call was answered each of its questions, and what has failed. */
  readonly #asked = new Map<string, number>();
  #failed = 0;

  constructor(
    readonly prefix: readonly number[],
    readonly plan: Plan,
  ) {
    super([]);
  }

  /** The other ways in which conditions beyond the prefix could have turned out. */
  others(): number[][] {
    return this.decided.flatMap(({ taken, among }, index) => {
      if (index < this.prefix.length) return [];
      const path = this.decided.slice(0, index).map((choice) => choice.taken);
      return Array.from({ length: among - taken - 1 }, (_, step) => [...path, taken + 1 + step]);
    });
  }

  override choose(among: number): number {
    const wanted = this.prefix[this.decided.length] ?? 0;
    const taken = wanted < among ? wanted : 0;
    this.decided.push({ taken, among });
    return taken;
  }

  override chooseEvent(labels: readonly string[], _first: number, events: readonly Asked[]): number {
    const { rank, early } = this.plan;
    const isRefused = labels.map((label, index) => label.endsWith('reject') && this.#refuses(events[index]!));
    const lost = new Set(labels.filter((_, index) => isRefused[index]).map(operationOf));
    const classOf = (label: string, index: number): number => {
      if (isRefused[index]) return 0;
      // Before timers, after answers.
      if (isCall(label)) return early ? 1.5 : 4;
      if (label.endsWith('reject') || lost.has(operationOf(label))) return 5;
      return kindOf(label) === '' ? 2 : 1;
    };
    const rankOf = (index: number) => rank.get(nameOf(labels[index]!, events[index]!)) ?? Number.POSITIVE_INFINITY;
    let best = 0;
    for (let index = 1; index < labels.length; index++) {
      const [one, other] = [classOf(labels[best]!, best), classOf(labels[index]!, index)];
      const areOwn = [one, other].every((kind) => kind === 0 || kind === 1 || kind === 2);
      const isRanked = areOwn && rankOf(index) !== rankOf(best);
      if (isRanked ? rankOf(index) < rankOf(best) : other < one) best = index;
    }
    const taken = this.#orFails(labels, best, events[best]!);
    this.#note(labels[taken]!, events[best]!);
    return taken;
  }

  /** Asked as often as there, it fails where it failed there. */
  #refuses(asked: Asked): boolean {
    const { refused, fates } = this.plan;
    const own = ownName(asked);
    const known = fates.get(own) ?? [];
    if (known.includes('answer') && known.includes('reject')) return known[this.#asked.get(own) ?? 0] === 'reject';
    return refused.has(asked.question ?? '') || refused.has(own);
  }

  /** What was not asked there is tried both ways, while failures are left. */
  #orFails(labels: readonly string[], best: number, asked: Asked): number {
    const { free, fates } = this.plan;
    const rejected = labels.indexOf(`${operationOf(labels[best]!)}reject`);
    if (free === undefined || this.#failed >= free || rejected === -1 || rejected === best) return best;
    if (asked.question === undefined || fates.has(ownName(asked))) return best;
    return this.choose(2) === 1 ? rejected : best;
  }

  #note(label: string, asked: Asked): void {
    const fate = kindOf(label);
    if (!isFate(fate)) return;
    if (fate === 'reject') this.#failed++;
    const own = ownName(asked);
    this.#asked.set(own, (this.#asked.get(own) ?? 0) + 1);
  }
}

function isCall(label: string): boolean {
  return /^call -\d+$/.test(label);
}

function operationOf(label: string): string {
  return label.replace(/(?:answer|perform|reject)$/, '');
}
