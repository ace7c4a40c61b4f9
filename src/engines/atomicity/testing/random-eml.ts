// Random EML programs for comparing methods. Half of them are prone to deadlock (theory note 4): opposite lock orders,
// locks used after the final acquisition, locks released between accesses; plain random programs hardly ever exercise
// the cycles in lock histories.

import type { Rng } from '../../../base/rng.js';

export interface EmlShape {
  readonly processes: number;
  readonly locks: number;
  readonly variables: number;
  readonly cooperative?: boolean;
  /** Accesses that read and write in one step. */
  readonly updates?: boolean;
  /** Processes that end with locks. */
  readonly keeps?: boolean;
  /** Functions that call others, with and without locks that those touch too. */
  readonly calls?: boolean;
}

export function randomEml(rng: Rng, shape: EmlShape): string {
  const locks = names('l', shape.locks);
  const variables = names('x', shape.variables);
  const deadlocking = rng.chance(0.5);
  const bodies = names('P', shape.processes).map((name) =>
    new ProcessWriter(rng, locks, variables, shape).write(name, deadlocking),
  );
  const scheduling = shape.cooperative ? 'scheduling cooperative;\n' : '';
  const lockLine = locks.length > 0 ? `lock ${locks.join(', ')};\n` : '';
  return `${scheduling}${lockLine}var ${variables.join(', ')};\n${bodies.join('\n')}\n`;
}

function names(stem: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${stem}${i}`);
}

class ProcessWriter {
  /** Functions that may stand where an access may. */
  readonly #callable: string[] = [];

  constructor(
    readonly rng: Rng,
    readonly locks: readonly string[],
    readonly variables: readonly string[],
    readonly shape: EmlShape,
  ) {}

  write(name: string, deadlocking: boolean): string {
    const { rng } = this;
    const sync = this.locks.length > 0 && rng.chance(0.3) ? `synchronized(${rng.pick(this.locks)}) ` : '';
    const helper = `${this.#functions()}  ${sync}f { ${this.#block(2, false)} }`;
    const body = deadlocking && this.locks.length > 0 ? this.#crossing() : this.#block(4, true);
    const mayLock = this.locks.length > 0 && !this.shape.keeps;
    const main = mayLock && rng.chance(0.15) ? `synchronized(${rng.pick(this.locks)}) main` : 'main';
    return `process ${name} {\n${helper}\n  ${main} { ${body}${this.#last()} }\n}`;
  }

  /** Each may call those before it. */
  #functions(): string {
    const { rng, shape, locks } = this;
    const written = names('g', shape.calls ? 2 : 0).map((name) => {
      const order = rng.shuffle(locks).slice(0, rng.between(0, 2));
      const text = `  ${name} { ${this.#access()} ${this.#nest(order, 0)} }\n`;
      this.#callable.push(name);
      return text;
    });
    return written.join('');
  }

  /** Locks that are not given back; not where threads keep the processor. */
  #last(): string {
    const { rng, shape, locks } = this;
    if (!shape.keeps || shape.cooperative || locks.length === 0) return '';
    const kept = rng.shuffle(locks).slice(0, rng.between(1, 2));
    return ` unit { ${kept.map((lock) => `acquire(${lock}); ${this.#access()}`).join(' ')} ${this.#access()} }`;
  }

  #block(budget: number, mayCall: boolean): string {
    const length = this.rng.between(1, Math.max(1, budget));
    return Array.from({ length }, () => this.#statement(budget - 1, mayCall)).join(' ');
  }

  #statement(budget: number, mayCall: boolean): string {
    const { rng } = this;
    if (budget <= 0 || rng.chance(0.4)) return this.#access();
    const inner = () => this.#block(budget - 1, mayCall);
    const kinds = ['unit', 'unit', 'sync', 'sync', 'if', 'while', 'call', 'return', 'yield'] as const;
    switch (rng.pick(kinds)) {
      case 'unit':
        return `unit { ${inner()} }`;
      case 'sync':
        return this.locks.length > 0 ? `synchronized(${rng.pick(this.locks)}) { ${inner()} }` : this.#access();
      case 'if':
        return rng.chance(0.5) ? `if (*) { ${inner()} } else { ${inner()} }` : `if (*) { ${inner()} }`;
      case 'while':
        return `while (*) { ${inner()} }`;
      case 'call':
        return mayCall ? 'f();' : this.#access();
      case 'return':
        return rng.chance(0.3) ? 'if (*) { return; }' : this.#access();
      case 'yield':
        return this.shape.cooperative ? 'yield;' : this.#access();
    }
  }

  #access(): string {
    if (this.#callable.length > 0 && this.rng.chance(0.3)) return `${this.rng.pick(this.#callable)}();`;
    if (this.shape.updates && this.rng.chance(0.4)) return `update ${this.rng.pick(this.variables)};`;
    return `${this.rng.chance(0.5) ? 'read' : 'write'} ${this.rng.pick(this.variables)};`;
  }

  /** Locks in random order, nested, with accesses and uses of other locks scattered between, in one or two units. */
  #crossing(): string {
    const { rng } = this;
    const order = rng.shuffle(this.locks);
    const body = this.#nest(order, 0);
    const more = rng.chance(0.4) ? ` ${this.#nest(rng.shuffle(this.locks), 0)}` : '';
    return rng.chance(0.8) ? `unit { ${body}${more} }` : `unit { ${body} }${more}`;
  }

  #nest(order: readonly string[], depth: number): string {
    if (depth === order.length) return this.#sprinkle(order, depth);
    const inner = `synchronized(${order[depth]}) { ${this.#nest(order, depth + 1)} }`;
    return [this.#sprinkle(order, depth), inner, this.#sprinkle(order, depth)].join(' ');
  }

  /** A few accesses and uses of locks that are not held. */
  #sprinkle(order: readonly string[], depth: number): string {
    const { rng } = this;
    return Array.from({ length: rng.below(3) }, () => {
      const free = order.slice(depth);
      return free.length > 0 && rng.chance(0.4) ? `synchronized(${rng.pick(free)}) { }` : this.#access();
    }).join(' ');
  }
}
