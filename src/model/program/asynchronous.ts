// The constructs of asynchronous code: promises with results and failures, eager starts, the event loop. `step` and
// `explore` take them; engines that do not must say so, by the construct's name and where it is.

import type { Span } from '../../base/source-text.js';
import type { Action, Program } from './program.js';

export interface AsynchronousConstruct {
  /** As written in EML. */
  readonly name: string;
  readonly origin: Span;
}

/** The first such construct of a program, if there is one. */
export function asynchronousConstruct(program: Program): AsynchronousConstruct | undefined {
  const { scheduling, schedulingOrigin, processes, functions } = program;
  if (scheduling === 'event-loop') {
    const origin = schedulingOrigin ?? processes[0]?.origin ?? { start: 0, end: 0 };
    return { name: 'scheduling event-loop', origin };
  }
  for (const { edges } of functions)
    for (const { action, origin } of edges) {
      const name = constructName(action);
      if (name !== undefined) return { name, origin };
    }
  return undefined;
}

function constructName(action: Action): string | undefined {
  switch (action.kind) {
    case 'spawn':
      return action.eager ? 'spawn eager' : undefined;
    case 'join':
      return action.into === undefined ? undefined : 'the result of join';
    case 'join-any':
      return 'join any';
    case 'fail':
      return 'fail';
    case 'deferred':
      return 'new deferred';
    case 'settle':
      return action.failed ? 'reject' : 'settle';
    case 'inspect':
      return action.of;
    default:
      return undefined;
  }
}
