// Locks held in shared mode, by several threads at once. `step` and the full search take them; engines that do not must say so,
// by the construct's name and where it is.

import type { AsynchronousConstruct } from './asynchronous.js';
import type { Action, Program } from './program.js';

/** The first lock that is held in shared mode, if there is one. */
export function sharedLock({ functions }: Program): AsynchronousConstruct | undefined {
  const isShared = (action: Action) => 'shared' in action && action.shared === true;
  for (const { edges } of functions)
    for (const { action, origin } of edges) if (isShared(action)) return { name: 'shared locks', origin };
  return undefined;
}
