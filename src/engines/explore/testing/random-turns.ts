// Random threads that meet often: a few operations each on two variables, a lock and each other, with points where others
// may go on. For cooperative threads and for the event loop; outcomes are asked for by assertions (observed-program.ts).

import type { Rng } from '../../../base/rng.js';
import type { ObservedProgram } from './observed-program.js';

export type TurnScheduling = 'cooperative' | 'event-loop';

export function randomTurns(rng: Rng, scheduling: TurnScheduling): ObservedProgram {
  const count = rng.pick([2, 2, 3]);
  const threads = Array.from({ length: count }, (_, thread) => body(rng, scheduling, thread));
  const results = threads.map((_, thread) => `r${thread}`);
  const variables = ['x', 'y', ...results, 'done'].map((name) => `${name} : int`).join(', ');
  const children = `child { x = 9; ${pause(rng, scheduling)} y = x; } early : int { ${pause(rng, scheduling)} return 7; }`;
  const data = `scheduling ${scheduling}; lock l; var ${variables}; ${children}`;
  return { data, threads, observed: ['x', 'y', ...results] };
}

function body(rng: Rng, scheduling: TurnScheduling, thread: number): string {
  const length = rng.between(2, 5);
  return Array.from({ length }, (_, at) => operation(rng, scheduling, thread, at)).join(' ');
}

function pause(rng: Rng, scheduling: TurnScheduling): string {
  return scheduling === 'event-loop' && rng.chance(0.6) ? 'yield external;' : 'yield;';
}

function operation(rng: Rng, scheduling: TurnScheduling, thread: number, at: number): string {
  const variable = () => rng.pick(['x', 'y']);
  const simple = () => rng.pick([`${variable()} = ${thread + 1};`, `r${thread} = r${thread} * 3 + ${variable()};`]);
  switch (rng.below(scheduling === 'event-loop' ? 12 : 10)) {
    case 0:
    case 1:
      return simple();
    case 2:
    case 3:
      return pause(rng, scheduling);
    case 4:
      return `if (${variable()} == ${rng.below(3)}) { ${simple()} } else { ${simple()} }`;
    case 5:
      return `synchronized (l) { ${simple()} ${rng.chance(0.6) ? pause(rng, scheduling) : ''} ${simple()} }`;
    case 6:
      return rng.pick(['spawn child();', 'join;', `if (*) { ${simple()} }`, 'release(l);', 'acquire(l);']);
    case 7:
      return `let c${at} = choose(0..1); if (c${at} == 1) { ${simple()} }`;
    case 8:
      return `if (${variable()} == ${rng.below(3)}) { ${pause(rng, scheduling)} }`;
    case 9:
      return scheduling === 'event-loop' ? `assert ${variable()} < ${rng.between(1, 9)};` : waiting(rng);
    case 10:
      return `let p${at} : thread int = spawn eager early(); let v${at} = join p${at}; ${simple()}`;
    default:
      return `let p${at} : thread int = spawn early(); ${simple()} let v${at} = join p${at}; ${simple()}`;
  }
}

function waiting(rng: Rng): string {
  return rng.pick([
    'synchronized (l) { if (done == 0) { wait(l); } }',
    'synchronized (l) { done = 1; notify(l); }',
    'synchronized (l) { notifyAll(l); }',
    'synchronized (l) { done = 0; wait(l); }',
  ]);
}
