// Activations of functions and the scopes of their variables.

import type { FunctionNode } from '../syntax.js';
import type { Dependences, Thing, Value } from './value.js';

export interface Unit {
  readonly id: number;
  /** As reports show it: `take() #1`. */
  readonly name: string;
  readonly entry: string;
  readonly parent?: Unit;
  /** What it has read counts for itself, not for what called it, and the other way round. */
  readonly apart?: true;
  /** How many timers led to it. */
  readonly rounds?: number;
}

const setupEntry = 'setup';

/** Runs before everything else, and interferes with nothing. */
export const setupUnit: Unit = { id: 0, name: 'setup', entry: setupEntry };

/** Of what is made before the calls, with all that it begins. */
export function isOfSetup({ entry }: Unit): boolean {
  return entry === setupEntry;
}

/** Neither is the other's ancestor: their writes are foreign to each other. */
export function areForeign(one: Unit, other: Unit): boolean {
  return !isAncestor(one, other) && !isAncestor(other, one);
}

export function isAncestor(ancestor: Unit, unit: Unit): boolean {
  for (let next: Unit | undefined = unit; next; next = next.parent) if (next === ancestor) return true;
  return false;
}

/** The unit whose reads count for this one: itself, or what it is part of. */
export function wholeOf(unit: Unit): Unit {
  let whole = unit;
  while (whole.parent && !whole.apart) whole = whole.parent;
  return whole;
}

export interface Binding {
  value: Value;
  readonly constant: boolean;
  initialised: boolean;
}

export class Scope {
  readonly bindings = new Map<string, Binding>();
  /** A function was made in it. */
  captured = false;

  constructor(
    readonly id: number,
    /** The activation it belongs to: variables of others are shared with them. */
    readonly activation: number,
    readonly module: number,
    readonly parent?: Scope,
  ) {}

  declare(name: string, value: Value, constant: boolean, initialised = true): void {
    this.bindings.set(name, { value, constant, initialised });
  }

  find(name: string): { readonly scope: Scope; readonly binding: Binding } | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const binding = scope.bindings.get(name);
      if (binding) return { scope, binding };
    }
    return undefined;
  }
}

export interface Frame {
  readonly node: FunctionNode | undefined;
  readonly module: number;
  readonly activation: number;
  readonly unit: Unit;
  readonly self: Value;
  readonly home: Thing | undefined;
  /** Its result is not awaited by the caller: async calls in return position begin a unit of their own. */
  readonly detached: boolean;
  readonly depth: number;
  scope: Scope;
  /** The reads that decided that control is here. */
  control: Dependences;
  /** Those among them that would have thrown otherwise: callers depend on them too. */
  guard: Dependences;
}
