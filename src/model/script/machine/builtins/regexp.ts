// Regular expressions: what they say about texts that are known is computed, everything else is unknown. Those that remember
// where they were (`g`, `y`) are asked for one text at a time as if they had not been asked before.

import type { Machine } from '../machine.js';
import { type Native, plain, Thing, termOf, Unknown, undefinedValue, type Value } from '../value.js';
import { newArray } from './arrays.js';
import { nativeFunction } from './native.js';

export const regexpClass: Native = (machine, _frame, _self, [source, flags]) => {
  const thing = machine.newThing('object', 'RegExp');
  const made = compiled(source?.raw, flags?.raw);
  if (made) thing.slot = made;
  thing.properties.set('lastIndex', plain(0));
  thing.prototype = prototype;
  return plain(thing);
};

function compiled(source: Value['raw'], flags: Value['raw']): RegExp | undefined {
  if (source instanceof Thing) return source.slot instanceof RegExp ? source.slot : undefined;
  if (typeof source !== 'string' || (flags !== undefined && typeof flags !== 'string')) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** The expression behind a value, if all of it is known. */
export function regexpOf(raw: Value['raw']): RegExp | undefined {
  return raw instanceof Thing && raw.slot instanceof RegExp ? new RegExp(raw.slot) : undefined;
}

const longest = 200;

function answered(name: 'test' | 'exec'): Native {
  return (machine, _frame, self, [text = undefinedValue]) => {
    const deps = self.deps | text.deps;
    const expression = regexpOf(self.raw);
    const { raw } = text;
    if (expression && typeof raw === 'string' && raw.length < longest) {
      const found = expression.exec(raw);
      return { ...(name === 'test' ? plain(found !== null) : matched(machine, found)), deps };
    }
    const term = `${expression ? String(expression) : termOf(self.raw)}.${name}(${termOf(raw)})`;
    const type =
      name === 'test'
        ? ({ kind: 'boolean' } as const)
        : ({ kind: 'union', members: [{ kind: 'array', element: { kind: 'string' } }, { kind: 'null' }] } as const);
    return { raw: new Unknown(term, { type }), deps };
  };
}

/** What `exec` and `match` give. */
export function matched(machine: Machine, found: RegExpExecArray | RegExpMatchArray | null): Value {
  if (!found) return plain(null);
  const array = newArray(
    machine,
    [...found].map((text) => plain(text)),
  );
  const { properties } = array.raw as Thing;
  properties.set('index', plain(found.index));
  if (found.groups) {
    const groups = machine.newThing('object', 'groups');
    for (const [name, text] of Object.entries(found.groups)) groups.properties.set(name, plain(text));
    properties.set('groups', plain(groups));
  }
  return array;
}

const prototype = new Thing(-2, 'object', 'RegExp');
for (const name of ['test', 'exec'] as const)
  prototype.properties.set(name, plain(nativeFunction(name, answered(name))));
