// Random small programs whose threads mostly run for ever: loops over a few bits, so that executions come back to states they
// have left, with and without locks and volatile variables in between.

import type { Rng } from '../../../base/rng.js';

const bits = ['x', 'y'];

export function randomLoops(rng: Rng): string {
  const volatile = () => (rng.chance(0.4) ? 'volatile ' : '');
  const bit = (name: string) => `${volatile()}var ${name}: int 0..1;`;
  const processes: string[] = [];
  const data = `lock l; ${bit('x')} ${bit('y')} ${bit('z')}\n`;
  const count = rng.pick([2, 3, 3]);
  for (let i = 0; i < count; i++) processes.push(`process P${i} { main { ${body(rng)} } }\n`);
  return data + processes.join('');
}

function body(rng: Rng): string {
  if (rng.chance(0.25)) return operations(rng, 3);
  if (rng.chance(0.6)) return `while (true) { ${operations(rng, 2)} }`;
  if (rng.chance(0.5)) return `while (*) { ${operations(rng, 2)} } ${operations(rng, 2)}`;
  return `while (${test(rng)}) { ${operations(rng, 1)} } ${operations(rng, 2)}`;
}

function operations(rng: Rng, most: number): string {
  return Array.from({ length: rng.between(1, most) }, () => operation(rng)).join(' ');
}

function test(rng: Rng): string {
  return `${rng.pick(bits)} == ${rng.below(2)}`;
}

function operation(rng: Rng): string {
  const set = (name = rng.pick(bits)) => `${name} = ${rng.below(2)};`;
  switch (rng.below(9)) {
    case 0:
    case 1:
      return set();
    case 2:
      return `${rng.pick(bits)} = 1 - ${rng.pick(bits)};`;
    case 3:
      return `if (${test(rng)}) ${set()}`;
    case 4:
      return `if (${test(rng)}) assert ${test(rng)};`;
    case 5:
      return `synchronized (l) { ${set()} }`;
    case 6:
      return `synchronized (l) { if (${test(rng)}) ${set('z')} }`;
    case 7:
      return `assert z + ${rng.pick(bits)} < 2;`;
    default:
      return `read ${rng.pick([...bits, 'z'])};`;
  }
}
