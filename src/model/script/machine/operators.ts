// Operators on values that may be unknown: constants are folded, everything else becomes a term.

import { resolveHint, withoutNull } from './hints.js';
import type { Machine } from './machine.js';
import { isPromise, type Primitive, type Raw, Thing, termOf, Unknown, type Value } from './value.js';

export function binary(machine: Machine, operator: string, left: Value, right: Value): Value {
  const deps = left.deps | right.deps;
  switch (operator) {
    case '===':
    case '==':
      return { raw: operator === '==' ? looseEquals(machine, left, right) : strictEquals(machine, left, right), deps };
    case '!==':
    case '!=':
      return { raw: differs(machine, operator, left, right), deps };
    case '<':
      return { raw: isLess(machine, left.raw, right.raw), deps };
    case '>':
      return { raw: isLess(machine, right.raw, left.raw), deps };
    case '>=':
      return { raw: notLess(machine, left.raw, right.raw), deps };
    case '<=':
      return { raw: notLess(machine, right.raw, left.raw), deps };
    case 'in':
    case 'instanceof':
      return { raw: relates(machine, operator, left, right), deps };
    default:
      return { raw: arithmetic(operator, left.raw, right.raw), deps };
  }
}

function differs(machine: Machine, operator: string, left: Value, right: Value): boolean {
  machine.want = !machine.want;
  const equal = operator === '!=' ? looseEquals(machine, left, right) : strictEquals(machine, left, right);
  machine.want = !machine.want;
  return !equal;
}

export function strictEquals(machine: Machine, { raw: left }: Value, { raw: right }: Value): boolean {
  if (left === right) return true;
  if (left instanceof Unknown || right instanceof Unknown) return unknownEquals(machine, left, right);
  return false;
}

function looseEquals(machine: Machine, left: Value, right: Value): boolean {
  if (isNullish(right.raw)) return machine.isNullish(left);
  if (isNullish(left.raw)) return machine.isNullish(right);
  const [a, b] = [left.raw, right.raw];
  if (!(a instanceof Thing) && !(b instanceof Thing) && !(a instanceof Unknown) && !(b instanceof Unknown))
    // biome-ignore lint/suspicious/noDoubleEquals: this is what the script says
    return (a as Primitive) == (b as Primitive);
  return strictEquals(machine, left, right);
}

function isNullish(raw: Raw): boolean {
  return raw === null || raw === undefined;
}

function unknownEquals(machine: Machine, left: Raw, right: Raw): boolean {
  const [unknown, other] = left instanceof Unknown ? [left, right] : [right as Unknown, left];
  if (other instanceof Unknown && other.term === unknown.term) return true;
  if (isNullish(other)) return machine.isNullish({ raw: unknown, deps: 0n });
  if (typeof other === 'boolean') return machine.isTruthy({ raw: unknown, deps: 0n }) === other;
  // `{ ...current }` has what it has, but is another thing.
  if (other instanceof Thing) return machine.lazyThings.get(unknown.identity) === other;
  if (other instanceof Unknown && (isWhole(other) || isWhole(unknown))) return false;
  const allowed = withoutNull(resolveHint(machine.script, unknown.traits.type));
  if (allowed?.kind === 'literal') return allowed.value === other;
  const [a, b] = [unknown.term, termOf(other)].sort();
  return machine.decide(`${a} === ${b}`);
}

/** A dependency, not a part of one: `socket.readyState` may be anything. */
function isWhole({ traits, term }: Unknown): boolean {
  return traits.external === true && !/\.\w+$/.test(term);
}

function isLess(machine: Machine, left: Raw, right: Raw): boolean {
  if (isConcrete(left) && isConcrete(right)) return (left as number) < (right as number);
  if (termOf(left) === termOf(right)) return false;
  if (typeof left === 'number' && right instanceof Unknown) return machine.isAbove(right.term, left);
  if (typeof right === 'number' && left instanceof Unknown) return machine.isBelow(left.term, right);
  return machine.decide(`${termOf(left)} < ${termOf(right)}`);
}

function notLess(machine: Machine, left: Raw, right: Raw): boolean {
  machine.want = !machine.want;
  const less = isLess(machine, left, right);
  machine.want = !machine.want;
  return !less;
}

function isConcrete(raw: Raw): raw is Primitive {
  return !(raw instanceof Unknown) && !(raw instanceof Thing);
}

function relates(machine: Machine, operator: string, { raw: left }: Value, { raw: right }: Value): boolean {
  if (operator === 'in') {
    if (right instanceof Thing && !right.lazy) {
      const name = String(isConcrete(left) ? left : termOf(left));
      machine.turns.touch(`${right.id}.${name}`, false);
      return hasName(right, name);
    }
    return machine.decide(`${termOf(left)} in ${termOf(right)}`);
  }
  if (left instanceof Thing && right instanceof Thing) {
    if (right.name === left.name || (right.name === 'Promise' && isPromise(left))) return true;
    if (right.name === 'Error') return left.kind === 'error';
    if (left.lazy && left.kind === 'error') return machine.decide(`${left.lazy.term} instanceof ${right.name}`);
    for (let type = left.prototype; type; type = type.prototype) if (type === right.classOf?.home) return true;
    return false;
  }
  if (isConcrete(left)) return false;
  return machine.decide(`${termOf(left)} instanceof ${termOf(right)}`);
}

function hasName(thing: Thing, name: string): boolean {
  if (thing.kind === 'array' && /^\d+$/.test(name)) return Number(name) < thing.items.length;
  for (let next: Thing | undefined = thing; next; next = next.prototype)
    if (next.properties.has(name) || next.accessors?.has(name)) return true;
  return false;
}

function arithmetic(operator: string, left: Raw, right: Raw): Raw {
  if (isConcrete(left) && isConcrete(right)) return fold(operator, left, right);
  const isText = typeof left === 'string' || typeof right === 'string';
  const type = isText ? ({ kind: 'string' } as const) : ({ kind: 'number' } as const);
  return new Unknown(`(${termOf(left)} ${operator} ${termOf(right)})`, { type });
}

function fold(operator: string, left: Primitive, right: Primitive): Primitive {
  const [a, b] = [left as number, right as number];
  try {
    switch (operator) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '/':
        return a / b;
      case '%':
        return a % b;
      case '**':
        return a ** b;
      case '&':
        return a & b;
      case '|':
        return a | b;
      case '^':
        return a ^ b;
      case '<<':
        return a << b;
      case '>>':
        return a >> b;
      case '>>>':
        return a >>> b;
      default:
        return undefined;
    }
  } catch {
    return undefined; // numbers mixed with big integers
  }
}

export function unary(machine: Machine, operator: string, { raw, deps }: Value): Value {
  if (operator === 'void') return { raw: undefined, deps };
  if (operator === 'typeof') return { raw: typeName(machine, raw), deps };
  if (raw instanceof Unknown || raw instanceof Thing)
    return { raw: new Unknown(`${operator}${termOf(raw)}`, { type: { kind: 'number' } }), deps };
  if (operator === '-') return { raw: typeof raw === 'bigint' ? -raw : -Number(raw), deps };
  if (operator === '~') return { raw: ~Number(raw), deps };
  return { raw: Number(raw), deps };
}

function typeName(machine: Machine, raw: Raw): Raw {
  if (raw instanceof Thing) return raw.kind === 'function' ? 'function' : 'object';
  if (!(raw instanceof Unknown)) return raw === null ? 'object' : typeof raw;
  const kind = resolveHint(machine.script, raw.traits.type)?.kind;
  if (kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'function') return kind;
  if (kind === 'object' || kind === 'array') return 'object';
  return new Unknown(`typeof ${raw.term}`, { type: { kind: 'string' } });
}
