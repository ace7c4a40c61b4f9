// Exceptions of the script, and the errors that the language itself throws.

import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import type { Dependences, Value } from '../value.js';
import { Thing, Unknown } from '../value.js';

/** Thrown by the interpreted program: passes through the interpreter as an exception of its own, without a stack. */
export class ScriptError {
  constructor(
    readonly value: Value,
    /** The reads that decided that it is thrown. */
    readonly guard: Dependences,
  ) {}
}

export function makeError(machine: Machine, name: string, message: string): Value {
  const error = machine.newThing('error', name);
  error.properties.set('message', { raw: message, deps: 0n });
  error.properties.set('name', { raw: name, deps: 0n });
  return { raw: error, deps: 0n };
}

/** What the outside fails with: of what class it is, and what it says of itself, is not known. */
export function outsideError(machine: Machine, what: string): Value {
  const error = makeError(machine, 'Error', `${what} failed`);
  if (error.raw instanceof Thing) error.raw.lazy = new Unknown(`failure of ${what}`);
  return error;
}

export function throwError(machine: Machine, frame: Frame, name: string, message: string): never {
  throw new ScriptError(makeError(machine, name, message), frame.control);
}
