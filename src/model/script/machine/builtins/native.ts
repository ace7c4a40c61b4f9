// Functions of the language itself. They keep no state, so all runs share them.

import { type Native, Thing } from '../value.js';

export function nativeFunction(name: string, native: Native): Thing {
  const thing = new Thing(-1, 'function', name);
  thing.native = native;
  return thing;
}

/** A table of natives by name, each made once. */
export function nativeTable(natives: Readonly<Record<string, Native>>): (name: string) => Thing | undefined {
  const made = new Map<string, Thing>();
  return (name) => {
    if (!Object.hasOwn(natives, name)) return undefined;
    const known = made.get(name) ?? nativeFunction(name, natives[name]!);
    made.set(name, known);
    return known;
  };
}
