// Random EML programs in which two processes wait for and notify each other.

import type { Rng } from '../../../base/rng.js';

/** `third`: somebody who only notifies. */
export function randomWaits(rng: Rng, cooperative: boolean, third = ''): string {
  const access = () => `${rng.chance(0.5) ? 'read' : 'write'} x;`;
  const lock = () => rng.pick(['l', 'l', 'm']);
  const monitor = () => {
    const name = lock();
    const inner = rng.pick([`wait(${name});`, `notify(${name});`, `notifyAll(${name});`, access()]);
    const guarded = rng.chance(0.3) ? `if (*) { ${inner} }` : inner;
    const nested = rng.chance(0.15) ? `synchronized(${name}) { ${guarded} }` : guarded;
    return `synchronized(${name}) { ${rng.chance(0.5) ? access() : ''} ${nested} ${rng.chance(0.5) ? access() : ''} }`;
  };
  const statement = () => (rng.chance(0.6) ? monitor() : cooperative && rng.chance(0.3) ? 'yield;' : access());
  const block = () => Array.from({ length: rng.between(1, 3) }, statement).join(' ');
  const body = () => (rng.chance(0.7) ? `unit { ${block()} } ${rng.chance(0.3) ? block() : ''}` : block());
  const scheduling = cooperative ? 'scheduling cooperative;\n' : '';
  return `${scheduling}lock l, m; var x;\nprocess P { main { ${body()} } }\nprocess Q { main { ${body()} } }\n${third}`;
}
