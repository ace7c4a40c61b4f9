// Random recursion schemes in continuation-passing style: procedures that take what comes next, higher-order wrappers
// (a lock around an action, an action twice), recursion whose terms may grow for ever.

import type { Rng } from '../../../base/rng.js';

const wrappers = ['With1', 'With2', 'Twice'];

export function randomScheme(rng: Rng): string {
  const procedures = Array.from({ length: rng.between(1, 3) }, (_, i) => `P${i}`);
  const writer = new SchemeWriter(rng, procedures);
  const rules = [
    `S -> sp (${writer.term(3, 'term')}) (${writer.term(3, 'term')}).`,
    ...procedures.map((name) => `${name} k -> ${writer.term(2, 'k')}.`),
    'With1 c k -> acq_1 (c (rel_1 k)).',
    'With2 c k -> acq_2 (c (rel_2 k)).',
    'Twice c k -> c (c k).',
  ];
  return `%BEGING\n${rules.join('\n')}\n%ENDG\n`;
}

class SchemeWriter {
  constructor(
    readonly rng: Rng,
    readonly procedures: readonly string[],
  ) {}

  /** A term that goes on with `k`; depth is small. */
  term(depth: number, k: string): string {
    const { rng } = this;
    if (depth === 0) return k;
    const rest = () => this.#argument(depth - 1, k);
    const options = [
      () => `l_${rng.between(1, 2)} ${rest()}`,
      () => `sp ${rest()} ${this.#argument(depth - 1, rng.chance(0.8) ? 'term' : k)}`,
      () => `jo ${rest()}`,
      () => `br ${rest()} ${this.#argument(depth - 1, k)}`,
      () => `${rng.pick(this.procedures)} ${rest()}`,
      () => `${rng.pick(wrappers)} ${this.#action(2)} ${rest()}`,
      () => `${rng.pick(wrappers)} ${this.#action(2)} ${rest()}`,
    ];
    return rng.pick(options)();
  }

  #argument(depth: number, k: string): string {
    const text = this.term(depth, k);
    return text.includes(' ') ? `(${text})` : text;
  }

  /** Something of the sort of a procedure. */
  #action(depth: number): string {
    const { rng } = this;
    if (depth > 0 && rng.chance(0.4)) return `(${rng.pick(wrappers)} ${this.#action(depth - 1)})`;
    return rng.chance(0.5) ? `l_${rng.between(1, 2)}` : rng.pick(this.procedures);
  }
}
