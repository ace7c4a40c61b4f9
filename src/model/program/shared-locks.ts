// Locks held in shared mode, by several threads at once, and waits that end by themselves. `step` and the full search take
// them; engines that do not must say so, by the construct's name and where it is.

import type { AsynchronousConstruct } from './asynchronous.js';
import type { Action, Program } from './program.js';

/** The first lock that is held in shared mode, if there is one. */
export function sharedLock({ functions }: Program): AsynchronousConstruct | undefined {
  return find(functions, 'shared locks', (action) => 'shared' in action && action.shared === true);
}

export function timedWait({ functions }: Program): AsynchronousConstruct | undefined {
  return find(functions, 'timed waits', (action) => action.kind === 'wait' && action.timed === true);
}

function find(
  functions: Program['functions'],
  name: string,
  isOne: (action: Action) => boolean,
): AsynchronousConstruct | undefined {
  const edge = functions.flatMap(({ edges }) => edges).find(({ action }) => isOne(action));
  return edge && { name, origin: edge.origin };
}
