// Numbers and conversions: computed where everything is known, a term otherwise.

import { type Native, none, Thing, termOf, Unknown, undefinedValue } from '../value.js';

export const mathMember =
  (name: string): Native =>
  (_machine, _frame, _self, values) => {
    const deps = values.reduce((all, value) => all | value.deps, none);
    const numbers = values.map(({ raw }) => raw);
    const known = numbers.every((raw) => typeof raw === 'number');
    const compute = Math[name as 'max'];
    if (known && typeof compute === 'function') return { raw: compute(...(numbers as number[])), deps };
    return {
      raw: new Unknown(`Math.${name}(${numbers.map((raw) => termOf(raw)).join()})`, { type: { kind: 'number' } }),
      deps,
    };
  };

export const conversion =
  (
    name: string,
    convert: (raw: string | number | boolean | null | undefined | bigint) => string | number | boolean,
  ): Native =>
  (machine, _frame, _self, [value = undefinedValue]) => {
    const { raw, deps } = value;
    if (name === 'Boolean') return { raw: machine.isTruthy(value), deps };
    if (raw instanceof Thing || raw instanceof Unknown)
      return {
        raw: new Unknown(raw instanceof Unknown && name === 'String' ? raw.term : `${name}(${termOf(raw)})`, {
          type: { kind: name === 'Number' ? 'number' : 'string' },
        }),
        deps,
      };
    return { raw: convert(raw), deps };
  };
