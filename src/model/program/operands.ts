// The expressions in an action, in the order in which a step evaluates them.

import type { Action, Expression, Location } from './program.js';

/** What the action works on besides its location and the arguments of a call. */
export function operandsOf(action: Action): readonly Expression[] {
  switch (action.kind) {
    case 'assign':
      return [action.value];
    case 'write':
    case 'return':
      return action.value ? [action.value] : [];
    case 'update':
      // A condition is evaluated before the value.
      return [action.value, action.condition].filter((operand) => operand !== undefined);
    case 'choose':
      return [action.low, action.high];
    case 'allocate-array':
      return [action.length];
    case 'assume':
    case 'assert':
      return [action.condition];
    case 'acquire':
    case 'release':
    case 'unavailable':
    case 'wait':
    case 'notify':
      return [action.lock];
    case 'join':
      return action.thread ? [action.thread] : [];
    case 'join-any':
      return action.threads;
    case 'inspect':
      return [action.thread];
    case 'fail':
      return action.reason ? [action.reason] : [];
    case 'settle':
      return action.value ? [action.promise, action.value] : [action.promise];
    default:
      return [];
  }
}

export function argumentsOf(action: Action): readonly Expression[] {
  return action.kind === 'call' || action.kind === 'spawn' ? action.arguments : [];
}

export function allExpressionsOf(action: Action): Expression[] {
  const location = 'location' in action ? locationOperands(action.location) : [];
  return [...location, ...operandsOf(action), ...argumentsOf(action)];
}

function locationOperands(location: Location): Expression[] {
  switch (location.kind) {
    case 'variable':
      return [];
    case 'field':
      return [location.object];
    case 'element':
      return [location.array, location.index];
  }
}
