// The laws of histories that K8 rests on, tried on random stretches: where one tuple covers another, whatever is compatible
// with the other is compatible with it, also after both have gone on alike or were called from the same place.

import { Rng } from '../../../base/rng.js';
import { Histories } from '../histories.js';

const locks = 3;
const stretches = 150;
const times = 12;

/** A tuple with what is owned at its beginning and end. */
interface Stretch {
  readonly tuple: number;
  readonly owned: number;
  readonly after: number;
}

/** How often a law is broken. */
export function brokenLaws(): number {
  const laws = new Laws(new Rng(1));
  return [1, 2].reduce((sum, phases) => sum + laws.broken(phases, true) + laws.broken(phases, false), 0);
}

class Laws {
  readonly #histories = new Histories(locks);

  constructor(readonly rng: Rng) {}

  /** `isWhole`: no caller comes before. */
  broken(phases: number, isWhole: boolean): number {
    const partners = this.#some(() => this.#stretch(phases, this.rng.below(1 << locks)));
    const begun = this.#some(() => this.#stretch(phases, this.rng.below(1 << locks)));
    let broken = 0;
    for (const one of begun)
      for (const other of begun) {
        if (one.owned !== other.owned || one.tuple === other.tuple) continue;
        for (const isFinal of [true, false]) {
          if (!isFinal && one.after !== other.after) continue;
          if (!this.#histories.tupleCovers(one.tuple, other.tuple, isFinal)) continue;
          for (let time = 0; time < times; time++) broken += this.#violations(one, other, partners, isWhole, isFinal);
        }
      }
    return broken;
  }

  #some(make: () => Stretch): Stretch[] {
    return Array.from({ length: stretches }, make);
  }

  #stretch(phases: number, owned: number): Stretch {
    const begun = { tuple: this.#histories.begin(owned), owned, after: owned };
    let stretch = this.#goOn(begun, this.#steps(owned));
    for (let phase = 1; phase < phases; phase++) {
      const next = { ...stretch, tuple: this.#histories.nextPhase(stretch.tuple) };
      stretch = this.#goOn(next, this.#steps(stretch.after));
    }
    return stretch;
  }

  /** Acquires what is not owned, releases what is. */
  #steps(owned: number): number[] {
    let held = owned;
    return Array.from({ length: this.rng.below(7) }, () => {
      const lock = this.rng.below(locks);
      held ^= 1 << lock;
      return (held >> lock) & 1 ? lock : ~lock;
    });
  }

  #goOn({ tuple, owned, after }: Stretch, steps: readonly number[]): Stretch {
    const end = steps.reduce((held, step) => held ^ (1 << (step < 0 ? ~step : step)), after);
    return { tuple: this.#histories.extend(tuple, steps), owned, after: end };
  }

  /** Whom the covering tuple is not compatible with, although the other is. */
  #violations(one: Stretch, other: Stretch, partners: readonly Stretch[], isWhole: boolean, isFinal: boolean): number {
    const caller = this.#callerOf(one.owned);
    const steps = this.#steps(one.after);
    const [a, b] = [one, other].map((stretch) => {
      const { tuple } = isFinal ? stretch : this.#goOn(stretch, steps);
      return isWhole ? tuple : this.#histories.composeTuples(caller, tuple);
    });
    const isCompatible = (tuple: number, partner: Stretch) => this.#histories.tuplesCompatible(tuple, partner.tuple);
    return partners.filter((partner) => isCompatible(b!, partner) && !isCompatible(a!, partner)).length;
  }

  /** One phase that ends owning these locks. */
  #callerOf(owned: number): number {
    const stretch = this.#stretch(1, this.rng.below(1 << locks));
    const wrong = stretch.after ^ owned;
    const steps = Array.from({ length: locks }, (_, lock) => lock).filter((lock) => (wrong >> lock) & 1);
    return this.#goOn(
      stretch,
      steps.map((lock) => ((owned >> lock) & 1 ? lock : ~lock)),
    ).tuple;
  }
}
