// Random small programs as EML text: two to four threads with locks, shared variables, branches, loops and assertions.
// Loops are cyclic (they wait for a variable, or go round for ever) or bounded; ranges are tiny, so states reconverge.

import type { Rng } from '../../../base/rng.js';

export interface RandomProgramOptions {
  /** Numbers of threads, one of which is picked. */
  readonly threads: readonly number[];
  readonly statements: readonly [number, number];
  /** Objects with fields and monitors, arrays, wait and notify, spawn and join. */
  readonly rich: boolean;
  /** Further constructs, one of which is used now and then. */
  readonly more?: readonly Construct[];
}

export type Construct = 'update' | 'tryAcquire' | 'shared lock' | 'timed wait' | 'atomic block';

export const smallPrograms: RandomProgramOptions = { threads: [2, 2, 2, 2, 3, 3, 4], statements: [1, 3], rich: false };
export const richPrograms: RandomProgramOptions = { threads: [1, 2, 3], statements: [1, 4], rich: true };
/** Few enough interleavings to write all of them down. */
export const tinyPrograms: RandomProgramOptions = { threads: [2], statements: [1, 2], rich: false };

export function randomProgram(rng: Rng, options: RandomProgramOptions): string {
  return new Generator(rng, options).program();
}

class Generator {
  readonly #variables: string[];
  readonly #locks: string[];
  /** How many more statements the thread may have inside others: fewer, the more threads there are. */
  #room = 0;

  constructor(
    readonly rng: Rng,
    readonly options: RandomProgramOptions,
  ) {
    this.#variables = ['x', 'y', 'z'].slice(0, rng.between(1, 3));
    this.#locks = ['l', 'm', 'n'].slice(0, rng.between(1, 3));
  }

  program(): string {
    const { rng, options } = this;
    const volatile = rng.chance(0.3) || options.more?.includes('update') ? 'volatile var v : int 0..2;\n' : '';
    if (volatile) this.#variables.push('v');
    const data = `lock ${this.#locks.join(', ')};\nvar ${this.#plain().join(', ')};\n${volatile}`;
    const threads = rng.pick(options.threads);
    const processes: string[] = [];
    for (let i = 0, made = 0; made < threads; i++) {
      const copies = rng.chance(0.3) ? Math.min(2, threads - made) : 1;
      processes.push(`process P${i} [${copies}] {\n  main {\n${this.#body('    ', threads)}  }\n}\n`);
      made += copies;
    }
    return `${data}${options.rich ? this.#richItems() : ''}${processes.join('')}`;
  }

  #plain(): string[] {
    return this.#variables.filter((name) => name !== 'v').map((name) => `${name} : int 0..2`);
  }

  #richItems(): string {
    return `class Box { value : int 0..2; next : Box; }
var box : Box, cells : int[];
work { ${this.#simple().trim()} ${this.#simple().trim()} }
`;
  }

  #body(indent: string, threads: number): string {
    const { rng, options } = this;
    const [low, high] = options.statements;
    this.#room = 8 - threads - (threads > 2 ? 2 : 0);
    let text = '';
    for (let i = rng.between(low, threads > 2 ? Math.min(high, 2) : high); i > 0; i--)
      text += this.#statement(indent, 2);
    return text;
  }

  #block(indent: string, depth: number): string {
    let text = '';
    for (let i = this.rng.between(1, 2); i > 0; i--) text += this.#statement(indent, depth);
    return text;
  }

  #statement(indent: string, depth: number): string {
    const { rng } = this;
    this.#room--;
    const { more } = this.options;
    if (more && rng.chance(0.45)) return indent + this.#more(rng.pick(more));
    if (this.options.rich && rng.chance(0.35)) return indent + this.#rich(indent);
    if (depth === 0 || this.#room < 0 || rng.chance(0.45)) return indent + this.#simple();
    return indent + this.#compound(indent, depth - 1);
  }

  #simple(): string {
    const { rng } = this;
    const x = rng.pick(this.#variables);
    switch (rng.below(8)) {
      case 0:
      case 1:
        return `${x} = ${rng.below(3)};\n`;
      case 2:
        return `${x} = ${rng.pick(this.#variables)};\n`;
      case 3:
        return `if (${x} < 2) ${x} = ${x} + 1;\n`;
      case 4:
      case 5:
        return `assert ${this.#condition()};\n`;
      case 6:
        return rng.chance(0.3) ? `${rng.pick(['acquire', 'release'])}(${rng.pick(this.#locks)});\n` : `read ${x};\n`;
      default:
        return rng.chance(0.3) ? `assume ${this.#condition()};\n` : 'skip;\n';
    }
  }

  #condition(): string {
    const { rng } = this;
    const right = rng.chance(0.3) ? rng.pick(this.#variables) : String(rng.below(3));
    return `${rng.pick(this.#variables)} ${rng.pick(['==', '!=', '<', '<='])} ${right}`;
  }

  #compound(indent: string, depth: number): string {
    const { rng } = this;
    const body = () => `{\n${this.#block(`${indent}  `, depth)}${indent}}`;
    const lock = rng.pick(this.#locks);
    switch (rng.below(6)) {
      case 0:
        return `if (${this.#condition()}) ${body()} else ${body()}\n`;
      case 1:
        return `if (*) ${body()}\n`;
      case 2:
        return rng.chance(0.5)
          ? `while (${this.#condition()}) { skip; }\n`
          : `while (${this.#condition()}) ${body()}\n`;
      case 3:
        return rng.chance(0.3) ? `while (*) ${body()}\n` : `synchronized (${lock}) ${body()}\n`;
      default:
        return `synchronized (${lock}) ${body()}\n`;
    }
  }

  #more(construct: Construct): string {
    switch (construct) {
      case 'update':
        return this.#update();
      case 'tryAcquire':
        return this.#attempt();
      case 'timed wait':
        return this.#monitor();
      case 'atomic block':
        return `atomic { ${this.#simple().trim()} ${this.#simple().trim()} }\n`;
      case 'shared lock':
        return this.#reading();
    }
  }

  #monitor(): string {
    const { rng } = this;
    const lock = rng.pick(this.#locks);
    const inner = rng.pick([`timedWait(${lock});`, `wait(${lock});`, `notify(${lock});`, `notifyAll(${lock});`]);
    return `synchronized(${lock}) { ${this.#simple().trim()} ${inner} }\n`;
  }

  #attempt(): string {
    const { rng } = this;
    const [lock, other] = [rng.pick(this.#locks), this.#simple().trim()];
    const mode = rng.chance(0.3) ? 'Shared' : '';
    const body = `{ ${this.#simple().trim()} release${mode}(${lock}); }`;
    return rng.chance(0.5)
      ? `if (tryAcquire${mode}(${lock})) ${body}\n`
      : `if (!tryAcquire${mode}(${lock})) { ${other} } else ${body}\n`;
  }

  #reading(): string {
    const { rng } = this;
    const lock = rng.pick(this.#locks);
    const inner = rng.chance(0.3) ? `synchronized(${rng.pick(['', 'shared '])}${rng.pick(this.#locks)}) { skip; }` : '';
    return `synchronized(shared ${lock}) { ${this.#simple().trim()} ${inner} }\n`;
  }

  #update(): string {
    const { rng } = this;
    const x = rng.pick(this.#variables);
    switch (rng.below(6)) {
      case 0:
        return `v = atomic(2 - v);\n`;
      case 1:
        return `v = atomic(v + 1);\n`;
      case 2:
        return `${x} = getAndSet(v, ${rng.below(3)});\n`;
      case 3:
        return `assert addAndGet(v, ${rng.below(2)}) < 2;\n`;
      case 4:
        return `while (!compareAndSet(v, ${rng.below(3)}, ${rng.below(3)})) skip;\n`;
      default:
        return `if (compareAndSet(v, ${rng.below(3)}, ${rng.pick([...this.#variables, '1'])})) { ${this.#simple().trim()} }\n`;
    }
  }

  #rich(indent: string): string {
    const { rng } = this;
    const lock = rng.pick(this.#locks);
    const x = rng.pick(this.#variables);
    switch (rng.below(10)) {
      case 0:
        return `box = new Box;\n`;
      case 1:
        return `box.value = ${rng.below(3)};\n`;
      case 2:
        return `synchronized (${lock}) { if (box != null) ${x} = box.value; }\n`;
      case 3:
        return `synchronized (box) { ${x} = ${rng.below(3)}; }\n`;
      case 4:
        return `cells = new int[2];\n`;
      case 5:
        return `cells[${x}] = ${rng.below(3)};\n`;
      case 6:
        return `{ let b = new Box; b.value = 1; b.next = box; box = b; }\n`;
      case 7:
        return `synchronized (${lock}) { ${rng.chance(0.5) ? `if (${x} == 0) ` : ''}wait(${lock}); }\n`;
      case 8:
        return `synchronized (${lock}) { ${x} = 1; ${rng.pick(['notify', 'notifyAll'])}(${lock}); }\n`;
      default:
        return `spawn work();\n${indent}${rng.chance(0.5) ? 'join;' : 'skip;'}\n`;
    }
  }
}
