// Random programs in which steps open each other: many threads with few steps, each of which looks at what another one wrote
// before it does something. So races are hidden behind races: of an event that sleeps, of one that only happens when others
// were turned round, of threads that are alike, of several that go on side by side behind the same event.

import type { Rng } from '../../../base/rng.js';
import type { ObservedProgram } from './observed-program.js';

const cells = ['x', 'y', 'z'];
const locks = ['l', 'm'];

/** Two to five threads; the more there are, the less each does. */
export function randomChains(rng: Rng): ObservedProgram {
  const count = rng.pick([2, 3, 3, 4, 4, 5]);
  const most = [0, 0, 4, 3, 2, 1][count]!;
  const common = new Chain(rng, most).body;
  const threads = Array.from({ length: count }, (_, i) => {
    const body = rng.chance(0.3) ? common : new Chain(rng, most).body;
    return body.replaceAll('ME', `${i + 1}`).replaceAll('SEEN', `r${i + 1}`);
  });
  const results = threads.map((_, i) => `r${i + 1}`);
  const isVolatile = cells.map(() => rng.chance(0.5));
  const data = cells.map((name, i) => `${isVolatile[i] ? 'volatile ' : ''}var ${name} : int;`);
  const plain = `var ${results.map((name) => `${name} : int`).join(', ')};`;
  return {
    data: `lock l, m; ${data.join(' ')} ${plain} volatile var v : int; child(n : int) { x = n; }`,
    threads,
    observed: [...cells, 'v', ...results],
  };
}

/** What one thread does; `ME` is its number, `SEEN` the variable for what it has seen. */
class Chain {
  readonly body: string;
  #locals = 0;

  constructor(
    readonly rng: Rng,
    most: number,
  ) {
    this.body = Array.from({ length: rng.between(1, most) }, () => this.#link(2)).join(' ');
  }

  #link(depth: number): string {
    const { rng } = this;
    return depth === 0 || rng.chance(0.45) ? this.#step() : this.#opened(depth - 1);
  }

  #step(): string {
    const { rng } = this;
    const [cell, other] = [rng.pick(cells), rng.pick(cells)];
    const local = `k${this.#locals++}`;
    switch (rng.below(9)) {
      case 0:
      case 1:
        return `${cell} = ${rng.pick(['ME', '1'])};`;
      case 2:
      case 3:
        return `SEEN = ${cell};`;
      case 4:
      case 5:
        return `let ${local} = ${cell}; ${other} = (${local} + 1) % 5;`;
      case 6:
        return `if (compareAndSet(v, ${rng.below(2)}, ME)) { SEEN = ${cell}; }`;
      case 7:
        return rng.pick([`SEEN = 4 / ${cell};`, `assert ${cell} < 2;`, `assume ${cell} == 1;`]);
      default:
        return rng.pick(['spawn child(ME);', `let ${local} = spawn child(1); ${other} = 2; join ${local};`, 'join;']);
    }
  }

  /** One or two links behind something that others decide. */
  #opened(depth: number): string {
    const { rng } = this;
    const [cell, lock] = [rng.pick(cells), rng.pick(locks)];
    const inner = Array.from({ length: rng.between(1, 2) }, () => this.#link(depth)).join(' ');
    switch (rng.below(8)) {
      case 0:
      case 1:
        return `if (${cell} == ${rng.below(2)}) { ${inner} }`;
      case 2:
        return `if (${cell} == 0) { ${inner} } else { ${this.#step()} }`;
      case 3:
        return `if (${cell} != 0) { return; } ${inner}`;
      case 4:
      case 5:
        return `synchronized (${lock}) { ${inner} }`;
      case 6:
        return `synchronized (${lock}) { if (${cell} == 0) { wait(${lock}); } ${inner} }`;
      default:
        return `synchronized (${lock}) { ${inner} ${rng.pick(['notify', 'notifyAll'])}(${lock}); }`;
    }
  }
}
