// Variables: those that other activations can see are locations, those of the own activation are not.

import type { Span } from '../../../../base/source-text.js';
import type { FunctionNode } from '../../syntax.js';
import { nameThing, variableCell } from '../cells.js';
import { throwError } from '../flow/errors.js';
import type { Frame, Scope } from '../frame.js';
import type { Machine } from '../machine.js';
import { lookUp } from '../modules.js';
import { putIn, replaced } from '../properties.js';
import { isThing, plain, type Value } from '../value.js';

export function readVariable(machine: Machine, frame: Frame, name: string, span: Span): Value {
  const found = lookUp(machine, frame, name, span);
  if (!('binding' in found)) return found.value;
  const { binding, scope } = found;
  if (!binding.initialised) return throwError(machine, frame, 'ReferenceError', `${name} is not initialised`);
  if (binding.constant) return binding.value;
  if (scope.activation === frame.activation) {
    if (scope.captured) machine.turns.touch(variableCell(scope, name).key, false);
    return binding.value;
  }
  return machine.readValue(frame, variableCell(scope, name), binding.value, span);
}

export function writeVariable(machine: Machine, frame: Frame, name: string, value: Value, span: Span): void {
  const found = lookUp(machine, frame, name, span);
  if (!('binding' in found)) return machine.gap(`${name} is declared nowhere: what it holds`, frame, span);
  const { binding, scope } = found;
  const before = binding.value.raw;
  binding.value = value;
  binding.initialised = true;
  if (isThing(value.raw)) nameThing(machine, value.raw, name);
  const cell = variableCell(scope, name);
  if (scope.activation === frame.activation) {
    if (scope.captured) machine.turns.touch(cell.key, true);
    return;
  }
  machine.write(frame, cell, 'set', value, before, span);
  putIn(machine, cell.key, value.raw);
  replaced(machine, frame, before, value, span);
}

/** Others may come to see these variables. */
function capture(scope: Scope): void {
  for (let next: Scope | undefined = scope; next && !next.captured; next = next.parent) next.captured = true;
}

export function makeClosure(machine: Machine, frame: Frame, node: FunctionNode): Value {
  const thing = machine.newThing('function', node.name);
  capture(frame.scope);
  thing.closure = {
    node,
    scope: frame.scope,
    self: frame.self,
    ...(frame.home ? { home: frame.home } : {}),
  };
  return plain(thing);
}
