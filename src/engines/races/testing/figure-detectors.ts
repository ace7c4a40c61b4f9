// Fig. 4 and Fig. 8 of paper 001, rule by rule, with a set per variable: what the normal form on the lockset table must
// equal. Fig. 8 with the else branch that its rule 7 lacks in print.

import type { TraceVisitor } from '../../../model/traces/trace-steps.js';

type Lockset = 'all' | ReadonlySet<string>;

abstract class FigureDetector implements TraceVisitor {
  /** First race of each variable: its later event. */
  readonly races = new Map<number, number>();
  readonly #held = new Map<number, Set<string>>();

  /** LH(t): the thread itself and the locks it holds. */
  protected lh(thread: number): Set<string> {
    const known = this.#held.get(thread) ?? new Set([`T${thread}`]);
    this.#held.set(thread, known);
    return known;
  }

  abstract read(thread: number, variable: number, event: number): void;
  abstract write(thread: number, variable: number, event: number): void;
  /** Replaces every lockset by `update(lockset)`. */
  protected abstract updateAll(update: (set: Lockset) => Lockset): void;

  acquire(thread: number, lock: number): void {
    this.lh(thread).add(`m${lock}`);
    this.#grow(this.lh(thread), this.lh(thread));
  }

  release(thread: number, lock: number): void {
    this.lh(thread).delete(`m${lock}`);
  }

  fork(thread: number, child: number): void {
    this.#grow(this.lh(thread), new Set([`T${child}`]));
  }

  join(thread: number, child: number): void {
    this.#grow(this.lh(child), this.lh(thread));
  }

  volatileRead(): void {}
  volatileWrite(): void {}
  allocate(): void {}
  other(): void {}

  protected check(sets: Iterable<Lockset>, thread: number, variable: number, event: number): void {
    for (const set of sets)
      if (!meets(set, this.lh(thread)) && !this.races.has(variable)) this.races.set(variable, event);
  }

  /** (when ∩ LS ≠ ∅) ? more ∪ LS : LS. */
  #grow(when: ReadonlySet<string>, more: ReadonlySet<string>): void {
    this.updateAll((set) => (set !== 'all' && meets(set, when) ? new Set([...set, ...more]) : set));
  }
}

function meets(set: Lockset, other: ReadonlySet<string>): boolean {
  return set === 'all' || [...other].some((element) => set.has(element));
}

/** Fig. 4: one lockset per variable, no difference between reads and writes. */
export class Figure4Detector extends FigureDetector {
  readonly locksets = new Map<number, Lockset>();

  read(thread: number, variable: number, event: number): void {
    this.check([this.locksets.get(variable) ?? 'all'], thread, variable, event);
    this.locksets.set(variable, new Set(this.lh(thread)));
  }

  write(thread: number, variable: number, event: number): void {
    this.read(thread, variable, event);
  }

  protected updateAll(update: (set: Lockset) => Lockset): void {
    for (const [variable, set] of this.locksets) this.locksets.set(variable, update(set));
  }
}

/** Fig. 8: LSW per variable, LSR per variable and thread (`written`: what LSR is for threads that have not read since). */
export class Figure8Detector extends FigureDetector {
  readonly #lsw = new Map<number, Lockset>();
  readonly #lsr = new Map<number, Map<number | 'written', Lockset>>();

  read(thread: number, variable: number, event: number): void {
    this.check([this.#lsw.get(variable) ?? 'all'], thread, variable, event);
    this.#readsOf(variable).set(thread, new Set(this.lh(thread)));
  }

  write(thread: number, variable: number, event: number): void {
    this.check([this.#lsw.get(variable) ?? 'all', ...this.#readsOf(variable).values()], thread, variable, event);
    this.#lsw.set(variable, new Set(this.lh(thread)));
    this.#lsr.set(variable, new Map([['written', new Set(this.lh(thread))]]));
  }

  protected updateAll(update: (set: Lockset) => Lockset): void {
    for (const [variable, set] of this.#lsw) this.#lsw.set(variable, update(set));
    for (const reads of this.#lsr.values()) for (const [thread, set] of reads) reads.set(thread, update(set));
  }

  #readsOf(variable: number): Map<number | 'written', Lockset> {
    const known = this.#lsr.get(variable) ?? new Map<number | 'written', Lockset>();
    this.#lsr.set(variable, known);
    return known;
  }
}
