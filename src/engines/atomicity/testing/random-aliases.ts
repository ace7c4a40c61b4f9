// Random EML programs with locks behind locals and with steps that go wrong: what procedures that follow locks by name, and
// threads to their next switch point, get wrong first.

import type { Rng } from '../../../base/rng.js';

export interface AliasShape {
  readonly cooperative: boolean;
  /** Waits and notifications, through locals too. */
  readonly waits: boolean;
  /** Any number of instances of some process. */
  readonly anyNumber: boolean;
}

export function randomAliases(rng: Rng, shape: AliasShape): string {
  const header = `${shape.cooperative ? 'scheduling cooperative;\n' : ''}lock l, k; var x, y;`;
  const isPlain = rng.chance(0.4);
  const processes = ['P', 'Q'].map((name) => {
    const star = shape.anyNumber && rng.chance(0.6) ? ' *' : '';
    const writer = new BodyWriter(rng, shape);
    return `process ${name}${star} { ${isPlain ? writer.write() : writer.writeGuarded(name === 'P')} }`;
  });
  return `${header}\n${processes.join('\n')}\n`;
}

class BodyWriter {
  readonly #locks = ['l', 'l', 'k', 'm', 'm'];

  constructor(
    readonly rng: Rng,
    readonly shape: AliasShape,
  ) {}

  write(): string {
    const { rng } = this;
    const helper = `f(m: lock) { ${this.#block(1)} }`;
    const body = rng.chance(0.8) ? `unit { ${this.#block(2)} }` : this.#block(2);
    return `${helper} main { let m: lock = ${rng.pick(['l', 'l', 'k'])}; ${body} ${rng.chance(0.2) ? this.#block(1) : ''} }`;
  }

  /** Right but for one thing, which a procedure may fail to see. */
  writeGuarded(isBroken: boolean): string {
    const { rng } = this;
    const helper = `f(m: lock) { ${rng.pick(['synchronized(m) { wait(m); }', 'release(m); acquire(m);', 'skip;'])} }`;
    const head = `${helper} main { let m: lock = l;`;
    if (this.shape.cooperative && rng.chance(0.6)) {
      const end = isBroken ? `${this.#failing()} while (true) { skip; }` : '';
      return `${head} unit { ${this.#access()} yield; ${this.#access()} ${end} } }`;
    }
    const gaps = ['release(m); acquire(m);', 'synchronized(m) { read y; }', 'f(m);', 'synchronized(m) { wait(m); }'];
    const gap = isBroken ? rng.pick(gaps.slice(0, this.shape.waits ? 4 : 2)) : this.shape.waits ? 'notifyAll(l);' : '';
    return `${head} unit { synchronized(l) { ${this.#access()} ${gap} ${this.#access()} } } }`;
  }

  #block(depth: number): string {
    return Array.from({ length: this.rng.between(1, 3) }, () => this.#statement(depth)).join(' ');
  }

  #statement(depth: number): string {
    const { rng } = this;
    if (depth === 0 || rng.chance(0.35)) return this.#access();
    const lock = rng.pick(this.#locks);
    const inner = () => this.#block(depth - 1);
    switch (rng.pick(['sync', 'sync', 'pair', 'gap', 'wrong', 'yield', 'move', 'call', 'wait', 'wait'] as const)) {
      case 'sync':
        return `synchronized(${lock}) { ${inner()} }`;
      case 'pair':
        return `acquire(${lock}); ${inner()} release(${rng.chance(0.8) ? lock : rng.pick(this.#locks)});`;
      case 'gap':
        return `synchronized(l) { ${inner()} release(${lock}); acquire(${lock}); ${this.#access()} }`;
      case 'wrong':
        return this.#failing();
      case 'yield':
        return this.shape.cooperative ? 'yield;' : this.#access();
      case 'move':
        return `if (*) m = ${rng.pick(['l', 'k'])};`;
      case 'call':
        return `f(${lock});`;
      case 'wait':
        return this.#monitor(lock);
    }
  }

  #monitor(lock: string): string {
    if (!this.shape.waits) return this.#access();
    const inner = this.rng.pick([`wait(${lock});`, `wait(${lock});`, `notify(${lock});`, `notifyAll(${lock});`]);
    return `synchronized(${lock}) { ${inner} ${this.#access()} }`;
  }

  #failing(): string {
    const wrong = this.rng.pick(['assert false;', 'let n: lock = null; acquire(n);', 'notify(k);', 'release(k);']);
    const spin = this.rng.chance(0.3) ? ' while (true) { skip; }' : '';
    return this.rng.chance(0.6) ? `if (*) { ${wrong}${spin} }` : `${wrong}${spin}`;
  }

  #access(): string {
    return `${this.rng.chance(0.5) ? 'read' : 'write'} ${this.rng.pick(['x', 'x', 'y'])};`;
  }
}
