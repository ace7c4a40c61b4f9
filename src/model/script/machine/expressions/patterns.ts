// Patterns: parameters, declarations and assignments that take values apart.

import type { Span } from '../../../../base/source-text.js';
import type { Expression, Pattern } from '../../syntax.js';
import { itemsOf } from '../flow/iteration.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { getProperty, propertyKey, setProperty } from '../properties.js';
import { type Value, withDeps } from '../value.js';
import { evaluatePlace } from './assignments.js';
import { evaluate } from './evaluate.js';
import { copyProperties } from './objects.js';
import type { Suspension } from './suspension.js';
import { writeVariable } from './variables.js';

export function* bindPattern(
  machine: Machine,
  frame: Frame,
  pattern: Pattern,
  value: Value,
  variable: 'var' | 'let' | 'const',
): Generator<Suspension, void, Value> {
  yield* matchPattern(machine, frame, pattern, value, (name, part) =>
    frame.scope.declare(name, part, variable === 'const'),
  );
}

export function* assignPattern(
  machine: Machine,
  frame: Frame,
  pattern: Pattern,
  value: Value,
): Generator<Suspension, void, Value> {
  yield* matchPattern(machine, frame, pattern, value, (name, part, span) =>
    writeVariable(machine, frame, name, part, span),
  );
}

function* matchPattern(
  machine: Machine,
  frame: Frame,
  pattern: Pattern,
  value: Value,
  bind: (name: string, value: Value, span: Span) => void,
): Generator<Suspension, void, Value> {
  const inner = function* (
    element: { pattern: Pattern; fallback?: Expression },
    part: Value,
  ): Generator<Suspension, void, Value> {
    const isMissing = element.fallback && part.raw === undefined;
    const chosen = isMissing ? withDeps(yield* evaluate(machine, frame, element.fallback!), part.deps) : part;
    yield* matchPattern(machine, frame, element.pattern, chosen, bind);
  };
  switch (pattern.kind) {
    case 'variable':
      return bind(pattern.name, value, pattern.span);
    case 'place': {
      if (pattern.expression.kind !== 'member') return;
      const { object, property } = yield* evaluatePlace(machine, frame, pattern.expression);
      return setProperty(machine, frame, object, property, value, pattern.span);
    }
    case 'array-pattern': {
      const items = itemsOf(machine, frame, value, pattern.span).map((item) => withDeps(item, value.deps));
      for (const [index, element] of pattern.elements.entries())
        if (element) yield* inner(element, items[index] ?? { raw: undefined, deps: value.deps });
      if (pattern.rest) {
        const rest = machine.newThing('array', 'Array');
        rest.items = items.slice(pattern.elements.length);
        yield* matchPattern(machine, frame, pattern.rest, { raw: rest, deps: value.deps }, bind);
      }
      return;
    }
    case 'object-pattern': {
      for (const property of pattern.properties) {
        const key =
          typeof property.key === 'string'
            ? property.key
            : propertyKey(yield* evaluate(machine, frame, property.key)).key;
        yield* inner(property, getProperty(machine, frame, value, key, property.pattern.span));
      }
      if (pattern.rest) {
        const rest = machine.newThing('object', 'Object');
        copyProperties(machine, frame, rest, value, pattern.span);
        for (const { key } of pattern.properties) if (typeof key === 'string') rest.properties.delete(key);
        yield* matchPattern(machine, frame, pattern.rest, { raw: rest, deps: value.deps }, bind);
      }
    }
  }
}
