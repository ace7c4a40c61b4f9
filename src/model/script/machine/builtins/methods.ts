// Methods of promises, functions and texts.

import { callThing, callValue, childUnit } from '../calls.js';
import type { Frame, Unit } from '../frame.js';
import type { Machine } from '../machine.js';
import { awaitAnswer } from '../outside/operations.js';
import { chain, toPromise } from '../promises.js';
import {
  type CallSite,
  isCallable,
  type Native,
  plain,
  Thing,
  termOf,
  Unknown,
  undefinedValue,
  type Value,
  withDeps,
} from '../value.js';
import { newArray } from './arrays.js';
import { nativeFunction, nativeTable } from './native.js';
import { matched, regexpOf } from './regexp.js';

/** The callback goes on with the unit that asked for it, unless nobody waits for the result. */
function continuation(
  machine: Machine,
  frame: Frame,
  callback: Value | undefined,
  site: CallSite,
): Continuation | undefined {
  const thing = callback?.raw;
  if (callback === undefined || !isCallable(thing)) return undefined;
  const detached = site.use === 'awaited' ? false : site.use === 'returned' ? frame.detached : true;
  const isNative = thing.native !== undefined;
  const unit = detached && !isNative ? childUnit(machine, frame.unit, thing.name) : frame.unit;
  const control = frame.control;
  const run = (value: Value) => {
    const inner: Frame = { ...frame, unit, control, guard: 0n, detached: false };
    const given = callThing(machine, inner, thing, undefinedValue, [value], {
      span: site.span,
      use: 'returned',
      text: `${site.text} callback`,
    });
    return isAsked(given) ? awaitAnswer(machine, inner, given, site.span) : given;
  };
  return unit === frame.unit ? { run } : { run, unit };
}

/** `.then((table) => table.count())`: what comes next waits for the answer, too. */
function isAsked({ raw }: Value): boolean {
  if (!(raw instanceof Unknown)) return false;
  return raw.traits.query !== undefined || (raw.traits.later === true && /\.\w+\(/.test(raw.term));
}

interface Continuation {
  readonly run: (value: Value) => Value;
  /** Its own, if nobody waits for it. */
  readonly unit?: Unit;
}

function chained(machine: Machine, self: Value, onValue?: Continuation, onError?: Continuation): Value {
  const result = chain(machine, toPromise(machine, self), onValue?.run, onError?.run);
  const unit = onValue?.unit ?? onError?.unit;
  if (unit) result.promise!.unit = unit;
  return plain(result);
}

const promiseNatives: Readonly<Record<string, Native>> = {
  // biome-ignore lint/suspicious/noThenProperty: a table of methods, never awaited
  then: (machine, frame, self, [onValue, onError], site) =>
    chained(machine, self, continuation(machine, frame, onValue, site), continuation(machine, frame, onError, site)),
  catch: (machine, frame, self, [onError], site) =>
    chained(machine, self, undefined, continuation(machine, frame, onError, site)),
  finally: (machine, frame, self, [callback], site) => {
    const run = continuation(machine, frame, callback, site)?.run;
    const promise = toPromise(machine, self);
    if (!run) return plain(promise);
    const after = (isRejected: boolean) => (value: Value) => {
      const done = toPromise(machine, run(undefinedValue));
      return plain(chain(machine, done, () => (isRejected ? rejected(machine, value) : value), undefined));
    };
    return plain(chain(machine, promise, after(false), after(true)));
  },
};

function rejected(machine: Machine, value: Value): Value {
  const promise = machine.newThing('promise', 'Promise');
  promise.promise = { status: 'rejected', value, guard: 0n, reactions: [], handled: false, waitsFor: [] };
  return plain(promise);
}

export const promiseMethod = nativeTable(promiseNatives);

const functionNatives: Readonly<Record<string, Native>> = {
  call: (machine, frame, self, [receiver, ...values], site) =>
    callValue(machine, frame, self, receiver ?? undefinedValue, values, site),
  apply: (machine, frame, self, [receiver, values], site) =>
    callValue(
      machine,
      frame,
      self,
      receiver ?? undefinedValue,
      values?.raw instanceof Thing ? values.raw.items : [],
      site,
    ),
  bind: (machine, _frame, self, [receiver, ...first]) => {
    const bound = machine.newThing('function', self.raw instanceof Thing ? self.raw.name : '');
    bound.native = (inner, frame, _self, values, site) =>
      callValue(inner, frame, self, receiver ?? undefinedValue, [...first, ...values], site);
    if (self.raw instanceof Thing && self.raw.closure) bound.slot = self.raw;
    return plain(bound);
  },
};

export const functionMethod = nativeTable(functionNatives);

const listMethods = new Set(['split', 'match', 'matchAll']);
const testMethods = new Set(['startsWith', 'endsWith', 'includes', 'test', 'hasOwnProperty']);
const numberMethods = new Set(['indexOf', 'lastIndexOf', 'charCodeAt', 'localeCompare', 'getTime', 'length', 'search']);
const texts = new Map<string, Thing>();

/** Methods of strings, numbers and dates: the result is a term, and computed where everything is known. */
export function textMethod(name: string): Thing {
  const known = texts.get(name);
  if (known) return known;
  const made = nativeFunction(name, (machine, _frame, self, values) => {
    const deps = values.reduce((all, value) => all | value.deps, self.deps);
    const raws = [self.raw, ...values.map(({ raw }) => raw)];
    const expression = regexpOf(values[0]?.raw);
    if (expression && typeof self.raw === 'string') {
      const found = byExpression(machine, name, self.raw, expression, values[1]?.raw);
      if (found) return withDeps(found, deps);
    }
    if (raws.every((raw) => typeof raw === 'string' || typeof raw === 'number' || raw === undefined)) {
      const result = computed(name, raws as (string | number | undefined)[]);
      if (Array.isArray(result)) {
        const array = machine.newThing('array', 'Array');
        array.items = result.map((item) => plain(item));
        return { raw: array, deps };
      }
      if (result !== undefined) return { raw: result, deps };
    }
    const at = /^Date\((-?\d+)\)$/.exec(self.raw instanceof Unknown ? self.raw.term : '');
    if (at && /^(?:getTime|valueOf)$/.test(name)) return { raw: Number(at[1]), deps };
    const term = `${termOf(self.raw)}.${name}(${values.map(({ raw }) => termOf(raw)).join()})`;
    return withDeps(plain(new Unknown(term, { type: hintOf(name) })), deps);
  });
  texts.set(name, made);
  return made;
}

/** `text.replace(/…/g, '-')` and the like, where everything is known. */
function byExpression(
  machine: Machine,
  name: string,
  text: string,
  expression: RegExp,
  second: Value['raw'],
): Value | undefined {
  if (name === 'match') {
    const found = text.match(expression);
    return expression.global && found
      ? newArray(
          machine,
          [...found].map((one) => plain(one)),
        )
      : matched(machine, found);
  }
  if (name === 'matchAll' && expression.global)
    return newArray(
      machine,
      [...text.matchAll(expression)].map((one) => matched(machine, one)),
    );
  if (name === 'search') return plain(text.search(expression));
  if (name === 'split')
    return newArray(
      machine,
      text.split(expression).map((part) => plain(part)),
    );
  if ((name === 'replace' || name === 'replaceAll') && typeof second === 'string')
    return plain(text.replace(expression, second));
  return undefined;
}

function hintOf(name: string) {
  if (/^(?:get|set)[A-Z]|^valueOf$/.test(name)) return { kind: 'number' } as const;
  if (listMethods.has(name)) return { kind: 'array', element: { kind: 'string' } } as const;
  if (testMethods.has(name)) return { kind: 'boolean' } as const;
  if (numberMethods.has(name)) return { kind: 'number' } as const;
  return { kind: 'string' } as const;
}

/** Methods that are the same for all texts and need no more than texts and numbers. */
const exact = new Set(
  `toUpperCase toLowerCase trim trimStart trimEnd split startsWith endsWith includes indexOf lastIndexOf slice substring
  substr charAt charCodeAt codePointAt at concat padStart padEnd repeat replace replaceAll localeCompare normalize
  toFixed toPrecision toString`.split(/\s+/),
);

function computed(
  name: string,
  [self, ...values]: readonly (string | number | undefined)[],
): string | number | boolean | string[] | undefined {
  if (!exact.has(name)) return undefined;
  if (values.some((value) => typeof value === 'number' && value > 1000)) return undefined;
  const given = values.at(-1) === undefined ? values.slice(0, -1) : values;
  const method: unknown = Reflect.get(Object(self), name);
  if (typeof method !== 'function') return undefined;
  try {
    return method.apply(self, given);
  } catch {
    return undefined; // a range that is none
  }
}
