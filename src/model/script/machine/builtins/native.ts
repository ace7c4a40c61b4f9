// Functions of the language itself. They keep no state, so all runs share them.

import { type Native, plain, Thing, undefinedValue } from '../value.js';

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

/** A class or namespace: a function with members. */
export function holder(name: string, members: Readonly<Record<string, Native>>, native?: Native): Thing {
  const thing = nativeFunction(name, native ?? (() => undefinedValue));
  for (const [key, member] of Object.entries(members)) thing.properties.set(key, plain(nativeFunction(key, member)));
  return thing;
}
