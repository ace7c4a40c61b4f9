// Numbers and conversions: computed where everything is known, a term otherwise.

import { type Native, none, Thing, termOf, Unknown, undefinedValue } from '../value.js';

export const mathNames = Object.getOwnPropertyNames(Math).filter(
  (name) => name !== 'random' && typeof Math[name as 'max'] === 'function',
);

export const mathConstants: readonly (readonly [string, number])[] = (['PI', 'E', 'LN2', 'LN10', 'SQRT2'] as const).map(
  (name) => [name, Math[name]],
);

const limits = ['MAX_SAFE_INTEGER', 'MIN_SAFE_INTEGER', 'MAX_VALUE', 'MIN_VALUE', 'EPSILON'] as const;

export const numberConstants: readonly (readonly [string, number])[] = [
  ...limits.map((name) => [name, Number[name]] as const),
  ['NaN', Number.NaN],
  ['POSITIVE_INFINITY', Number.POSITIVE_INFINITY],
  ['NEGATIVE_INFINITY', Number.NEGATIVE_INFINITY],
];

/** Is it a number of this kind? What comes from outside is one, as its type says. */
export const isKnownNumber =
  (name: string, test: (raw: unknown) => boolean, usual = true): Native =>
  (machine, _frame, _self, [value = undefinedValue]) => {
    const { raw, deps } = value;
    if (!(raw instanceof Unknown)) return { raw: !(raw instanceof Thing) && test(raw), deps };
    return { raw: machine.decide(`${name}(${raw.term})`, usual), deps };
  };

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
    convert: (
      raw: string | number | boolean | null | undefined | bigint,
    ) => string | number | boolean | bigint | undefined,
  ): Native =>
  (machine, _frame, _self, [value = undefinedValue]) => {
    const { raw, deps } = value;
    if (name === 'Boolean') return { raw: machine.isTruthy(value), deps };
    if (raw instanceof Thing || raw instanceof Unknown)
      return {
        raw: new Unknown(raw instanceof Unknown && name === 'String' ? raw.term : `${name}(${termOf(raw)})`, {
          type: { kind: name === 'String' ? 'string' : 'number' },
        }),
        deps,
      };
    return { raw: convert(raw), deps };
  };
