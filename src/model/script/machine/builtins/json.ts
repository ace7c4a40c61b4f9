// JSON: text that remembers what it was made from.

import { deepCopy, deepDependences, type Machine, touchAll } from '../machine.js';
import { type Native, none, plain, termOf, Unknown, undefinedValue, type Value, withDeps } from '../value.js';
import { newArray } from './arrays.js';

export const parse: Native = (machine, _frame, _self, [text]) => {
  const raw = text?.raw;
  const deps = text?.deps ?? none;
  if (raw instanceof Unknown && raw.traits.json) return withDeps(deepCopy(machine, raw.traits.json), deps);
  if (typeof raw === 'string') {
    try {
      return withDeps(fromJson(machine, JSON.parse(raw)), deps);
    } catch {
      return { raw: undefined, deps };
    }
  }
  return { raw: new Unknown(`parse(${termOf(raw)})`, { identity: `parse#${machine.nextId()}` }), deps };
};

function fromJson(machine: Machine, json: unknown): Value {
  if (Array.isArray(json))
    return newArray(
      machine,
      json.map((item) => fromJson(machine, item)),
    );
  if (json === null || typeof json !== 'object') return plain(json as string | number | boolean | null);
  const thing = machine.newThing('object', 'Object');
  for (const [name, value] of Object.entries(json)) thing.properties.set(name, fromJson(machine, value));
  return plain(thing);
}

export const stringify: Native = (machine, _frame, _self, [value = undefinedValue]) => {
  touchAll(machine.turns, value);
  return {
    raw: new Unknown(`json(${termOf(value.raw)})`, { type: { kind: 'string' }, json: deepCopy(machine, value) }),
    deps: deepDependences(value),
  };
};
