// Object literals, and what `...` copies.

import type { Span } from '../../../../base/source-text.js';
import type { Expression } from '../../syntax.js';
import { type Frame, isOfSetup } from '../frame.js';
import type { Machine } from '../machine.js';
import { getProperty, propertyKey } from '../properties.js';
import { none, Thing, Unknown, type Value, withDeps } from '../value.js';
import { evaluate } from './evaluate.js';
import type { Evaluation } from './suspension.js';
import { makeClosure } from './variables.js';

export function* evaluateObject(
  machine: Machine,
  frame: Frame,
  node: Extract<Expression, { kind: 'object' }>,
): Evaluation {
  const thing = machine.newThing('object', 'Object');
  let deps = none;
  for (const member of node.members) {
    if (member.kind === 'spread') {
      const value = yield* evaluate(machine, frame, member.value);
      deps |= value.deps;
      copyProperties(machine, frame, thing, value, node.span);
      continue;
    }
    const key =
      typeof member.key === 'string' ? member.key : propertyKey(yield* evaluate(machine, frame, member.key)).key;
    if (member.kind === 'property') {
      const value = yield* evaluate(machine, frame, member.value);
      deps |= value.deps;
      thing.properties.set(key, value);
    } else {
      thing.accessors ??= new Map();
      const accessor = makeClosure(machine, frame, member.function).raw as Thing;
      thing.accessors.set(key, {
        ...thing.accessors.get(key),
        ...(member.kind === 'getter' ? { get: accessor } : { set: accessor }),
      });
    }
  }
  return { raw: thing, deps };
}

export function copyProperties(machine: Machine, frame: Frame, target: Thing, { raw, deps }: Value, span: Span): void {
  if (raw instanceof Unknown) {
    const known = machine.lazyThings.get(raw.identity);
    // `{ ...defaults, ...options }`: who makes something may give all that it has defaults for, or nothing.
    const isGiven =
      isOfSetup(frame.unit) && target.properties.size > 0 && !machine.decide(`${raw.term} names less`, true);
    if (isGiven) target.properties.clear();
    target.lazy = raw;
    for (const [name, property] of known?.properties ?? []) target.properties.set(name, withDeps(property, deps));
    return;
  }
  if (!(raw instanceof Thing)) return;
  machine.turns.touch(`${raw.id}.*`, false);
  if (raw.lazy && raw.kind === 'object') target.lazy = raw.lazy;
  raw.items.forEach((item, index) => {
    target.properties.set(String(index), item);
  });
  for (const name of [...raw.properties.keys()])
    target.properties.set(name, getProperty(machine, frame, { raw, deps }, name, span));
}
