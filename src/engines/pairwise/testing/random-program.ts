// Random small programs as EML text: locks (nested and reentrant), spawn, join, calls, labels, accesses, branches, and
// recursion or loops without spawns, so that explicit exploration stays small.

import type { Rng } from '../../../base/rng.js';

/** `size`: about how many statements before only simple ones follow. */
export function randomProgram(rng: Rng, size = 14): string {
  const functions = Array.from({ length: rng.between(1, 3) }, (_, i) => `f${i}`);
  const writer = new ProgramWriter(rng, functions, size);
  const bodies = functions.map((name, i) => `${name} { ${writer.block(2, i)} }`);
  const processes = Array.from(
    { length: rng.between(1, 2) },
    (_, i) => `process P${i} { main { ${writer.block(3, functions.length)} } }`,
  );
  return ['lock a, b;', 'var x, y;', ...bodies, ...processes].join('\n');
}

class ProgramWriter {
  #statements = 0;

  constructor(
    readonly rng: Rng,
    readonly functions: readonly string[],
    readonly size: number,
  ) {}

  /** `callable`: how many of the functions may be spawned or called freely; later ones only behind a choice. */
  block(depth: number, callable: number): string {
    const count = this.rng.between(1, 3);
    return Array.from({ length: count }, () => this.#statement(depth, callable)).join(' ');
  }

  #statement(depth: number, callable: number): string {
    const { rng } = this;
    const nested = () => this.block(depth - 1, callable);
    const options = [
      () => `label ${rng.pick(['A', 'B'])};`,
      () => `${rng.pick(['read', 'write'])} ${rng.pick(['x', 'y'])};`,
      () => 'join;',
    ];
    if (++this.#statements > this.size) return rng.pick(options)();
    if (callable > 0) {
      const target = () => this.functions[rng.below(callable)]!;
      options.push(
        () => `spawn ${target()}();`,
        () => `spawn ${target()}();`,
        () => `${target()}();`,
      );
    }
    if (depth > 0) {
      options.push(
        () => `synchronized(${rng.pick(['a', 'b'])}) { ${nested()} }`,
        () => `synchronized(${rng.pick(['a', 'b'])}) { ${nested()} }`,
        () => `if (*) { ${nested()} } else { ${nested()} }`,
        () => 'while (*) { label A; }',
      );
    }
    if (callable < this.functions.length && rng.chance(0.2)) return `if (*) { ${this.functions[callable]!}(); }`;
    return rng.pick(options)();
  }
}
