// Random asynchronous programs: entries that overlap, functions that start each other, promises in shared variables,
// deferred promises, failures, locks. The same program in EML and in JavaScript.

import type { Rng } from '../../../base/rng.js';
import * as text from './async-text.js';
import { type AsyncText, both, type Handler, sequence } from './async-text.js';

export interface AsyncProgram {
  readonly eml: string;
  readonly javascript: string;
}

/** `bodies` of the entries and of the functions that they may start. */
export function asyncProgram(entries: readonly AsyncText[], functions: readonly AsyncText[]): AsyncProgram {
  const mains = entries.map((body, i) => ({ name: `main${i}`, ...text.asyncFunction(`main${i}`, body) }));
  const processes = mains.map(({ eml }, i) => `process M${i} { ${eml.replace(`main${i}`, 'main')} }\n`);
  const names = mains.map(({ name }) => name).join();
  return {
    eml: [text.emlPrelude, ...functions.map(({ eml }) => eml), ...processes].join(''),
    javascript: [
      text.jsPrelude,
      ...[...functions, ...mains].map(({ js }) => js),
      `return { entries: [${names}], values: () => [x, log] };`,
    ].join(''),
  };
}

export function randomAsync(rng: Rng): AsyncProgram {
  return new Generator(rng).program();
}

const promises = ['p0', 'p1', 'd0', 'd1'] as const;
const threads = ['p0', 'p1'] as const;
const deferreds = ['d0', 'd1'] as const;

class Generator {
  /** External events multiply the number of orders. */
  #externals = 3;
  #fresh = 0;

  constructor(readonly rng: Rng) {}

  program(): AsyncProgram {
    const { rng } = this;
    const count = rng.between(1, 3);
    const functions = Array.from({ length: count }, (_, i) =>
      text.asyncFunction(`f${i}`, this.#block(2, callees(i + 1, count), true)),
    );
    const safe = text.asyncFunction('g', this.#block(1, [], false));
    const starts = Array.from({ length: rng.between(1, 2) }, () => this.#entry(callees(0, count)));
    return asyncProgram(starts, [safe, ...functions.reverse()]);
  }

  /** Entries often start with promises to meet at. */
  #entry(callees: readonly string[]): AsyncText {
    const { rng } = this;
    const meeting = [
      text.newDeferred('d0'),
      text.newDeferred('d1'),
      text.startEager('p0', rng.pick(callees)),
      text.startEager('p1', rng.pick(callees)),
    ];
    return sequence(...meeting.filter(() => rng.chance(0.8)), this.#block(2, callees, true, 4));
  }

  #block(depth: number, callees: readonly string[], mayFail: boolean, most = 3): AsyncText {
    const parts = Array.from({ length: this.rng.between(1, most) }, () =>
      sequence(this.#statement(depth, callees, mayFail), text.mark(String(this.#fresh++ % 30))),
    );
    return sequence(...parts);
  }

  #statement(depth: number, callees: readonly string[], mayFail: boolean): AsyncText {
    const { rng } = this;
    if (depth > 0 && rng.chance(0.25)) return this.#compound(depth - 1, callees, mayFail);
    if (callees.length > 0 && rng.chance(0.25)) return this.#start(callees);
    if (mayFail && rng.chance(0.35)) return this.#await();
    return this.#simple(mayFail);
  }

  #compound(depth: number, callees: readonly string[], mayFail: boolean): AsyncText {
    const { rng } = this;
    const block = (inner = callees) => this.#block(depth, inner, mayFail, 2);
    switch (rng.below(4)) {
      case 0:
        return text.twice(this.#fresh++, block());
      case 1:
        return mayFail ? text.locked(this.#block(0, [], false, 2)) : block();
      default:
        return text.choice(`x > ${rng.below(3)}`, block(), block());
    }
  }

  #start(callees: readonly string[]): AsyncText {
    const { rng } = this;
    const callee = rng.pick(callees);
    if (rng.chance(0.2) && this.#externals-- > 0) return text.startLater(rng.pick(threads), callee);
    return text.startEager(rng.pick(threads), callee);
  }

  #await(): AsyncText {
    const { rng } = this;
    const id = this.#fresh++;
    switch (rng.below(9)) {
      case 0:
        return text.awaitRace(id, [rng.pick(promises), rng.pick(promises)], this.#handler());
      case 1:
        return text.awaitAll(id, [rng.pick(promises), rng.pick(promises)], this.#handler());
      case 2:
        return text.chain(
          id,
          rng.pick(['fulfilled', 'caught', 'finally']),
          rng.pick(threads),
          rng.pick(promises),
          id % 10,
        );
      case 3:
        return text.returnPromise(id, rng.pick(deferreds)); // to return one's own promise is a type error in JavaScript
      case 4:
        return text.awaitCall('g');
      default:
        return text.awaitPromise(id, rng.pick(promises), this.#handler());
    }
  }

  #handler(): Handler {
    return this.rng.chance(0.5) ? (reason) => text.mark(reason) : (reason) => text.fail(reason);
  }

  #simple(mayFail: boolean): AsyncText {
    const { rng } = this;
    const id = this.#fresh++;
    switch (rng.below(10)) {
      case 0:
      case 1:
        return text.mark(rng.chance(0.5) ? 'r' : String(rng.below(10)));
      case 2:
        return both(`x = (x * 2 + ${rng.below(4)}) % 7;`);
      case 3:
        return both(`r = (r + x + ${rng.below(3)}) % 7;`);
      case 4:
        return text.tick;
      case 5:
        return this.#externals-- > 0 ? text.external : text.tick;
      case 6:
        return text.newDeferred(rng.pick(deferreds));
      case 7:
        return text.settle(id, rng.pick(deferreds), 'r');
      case 8:
        return text.reject(id, rng.pick(deferreds), String(rng.below(5)));
      default:
        return mayFail && rng.chance(0.4) ? text.fail(String(rng.below(5))) : text.mark('x');
    }
  }
}

function callees(from: number, count: number): string[] {
  return Array.from({ length: count - from }, (_, i) => `f${from + i}`);
}
