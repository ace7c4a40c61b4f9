// Random EML programs that start and await threads: few and short functions, so that all interleavings can be explored.
// Half of them are prone to deadlock: locks in opposite orders, joins and spawns inside locks, handles that never got a
// thread.

import type { Rng } from '../../../base/rng.js';

export interface ThreadsShape {
  readonly cooperative: boolean;
  /** Places that spawn may be passed repeatedly. */
  readonly loops: boolean;
  /** Spawns may stand inside locks. */
  readonly spawnInLocks: boolean;
}

const locks = ['l', 'm'];
const handles = ['s', 't'];

export function randomThreads(rng: Rng, shape: ThreadsShape): string {
  const variables = rng.chance(0.6) ? ['x'] : ['x', 'y'];
  const writer = new ThreadsWriter(rng, shape, variables);
  const scheduling = shape.cooperative ? 'scheduling cooperative;\n' : '';
  const declared = handles.map((name) => `let ${name}: thread = null;`).join(' ');
  const helper = rng.chance(0.5) ? `  h { ${declared} ${writer.block('start', 1)} }\n` : '';
  writer.hasHelper = helper !== '';
  const main = writer.block('start', 3);
  const second = rng.chance(0.5) ? `process Q { main { ${writer.body('plain')} } }\n` : '';
  return [
    `${scheduling}lock ${locks.join(', ')};\nvar ${variables.join(', ')};`,
    `process P {\n  f { ${writer.body('plain')} }\n  g { ${writer.body(rng.chance(0.3) ? 'nested' : 'plain')} }`,
    `${helper}  main { ${declared} ${main} }\n}`,
    second,
  ].join('\n');
}

/** `plain`: no spawns or joins; `nested`: may spawn f; `start`: may spawn and join everything. */
type Role = 'plain' | 'nested' | 'start';

class ThreadsWriter {
  hasHelper = false;
  #depth = 0;

  constructor(
    readonly rng: Rng,
    readonly shape: ThreadsShape,
    readonly variables: readonly string[],
  ) {}

  body(role: Role): string {
    return this.rng.chance(0.7) ? `unit { ${this.#access()} ${this.block(role, 2)} }` : this.block(role, 2);
  }

  block(role: Role, budget: number): string {
    const length = this.rng.between(1, role === 'start' ? budget + 2 : budget + 1);
    return Array.from({ length }, () => this.#statement(role, budget)).join(' ');
  }

  #statement(role: Role, budget: number): string {
    const { rng } = this;
    if (role === 'start' && rng.chance(0.5)) return this.#threading();
    if (role === 'nested' && rng.chance(0.3)) return rng.pick(['spawn f();', 'join;']);
    if (role === 'start' && rng.chance(0.3))
      return `unit { ${this.#access()} ${this.#access()} ${this.block(role, 1)} }`;
    if (budget <= 1 || rng.chance(0.45)) return this.#access();
    switch (rng.pick(['unit', 'unit', 'sync', 'sync', 'cross', 'if', 'yield'])) {
      case 'unit':
        return `unit { ${this.block(role, budget - 1)} }`;
      case 'sync':
        return this.#locked(() => this.block(role, budget - 1));
      case 'cross':
        return this.#locked(() => `${this.#access()} ${this.#locked(() => this.#access())}`);
      case 'if':
        return `if (*) { ${this.block(role, budget - 1)} }`;
      default:
        return this.shape.cooperative ? 'yield;' : this.#access();
    }
  }

  #locked(inner: () => string): string {
    this.#depth++;
    const text = `synchronized(${this.rng.pick(locks)}) { ${inner()} }`;
    this.#depth--;
    return text;
  }

  #threading(): string {
    const { rng } = this;
    const spawn = () => `${rng.chance(0.6) ? `${rng.pick(handles)} = ` : ''}spawn ${rng.pick(['f', 'g'])}();`;
    const maySpawn = this.#depth === 0 || this.shape.spawnInLocks;
    switch (rng.pick(['spawn', 'spawn', 'spawn', 'join', 'all', 'if', 'sync', 'loop', 'call'])) {
      case 'join':
        // Mostly of a thread that was started just before: other handles are often waited for in vain.
        return rng.chance(0.3) || !maySpawn ? `join ${rng.pick(handles)};` : `t = spawn f(); ${this.#access()} join t;`;
      case 'all':
        return 'join;';
      case 'if':
        return maySpawn ? `if (*) { ${spawn()} } else { ${this.#access()} }` : this.#access();
      case 'sync':
        return this.#locked(() => rng.pick(['join;', `${this.#access()} join;`, this.#access()]));
      case 'loop':
        return this.shape.loops && maySpawn ? `while (*) { ${spawn()} }` : maySpawn ? spawn() : this.#access();
      case 'call':
        return this.hasHelper && maySpawn ? 'h();' : this.#access();
      default:
        return maySpawn ? spawn() : this.#access();
    }
  }

  #access(): string {
    return `${this.rng.chance(0.5) ? 'read' : 'write'} ${this.rng.pick(this.variables)};`;
  }
}
