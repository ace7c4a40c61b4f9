// Which programs have finite data, so that they can be unfolded to a diagram: no recursion, no heap, no joins and no
// conditions to wait on. Integers may be unbounded by type; then the unfolding decides whether they are in fact.

import { graphOf, stronglyConnectedComponents } from '../../base/graph.js';
import type { Span } from '../../base/source-text.js';
import { asynchronousConstruct } from '../../model/program/asynchronous.js';
import type { Action, FunctionGraph, Program, Type } from '../../model/program/program.js';
import { sharedLock } from '../../model/program/shared-locks.js';

/** A construct that stands in the way. */
export interface Obstacle {
  readonly because: string;
  readonly origin?: Span;
}

const unsupported: Partial<Record<Action['kind'], string>> = {
  allocate: 'objects',
  'allocate-array': 'arrays',
  join: 'join',
  wait: 'wait',
  notify: 'notify',
};

export function whyNotFinite(program: Program): Obstacle | undefined {
  if (program.scheduling === 'cooperative') return { because: 'its scheduling is cooperative' };
  const construct = asynchronousConstruct(program) ?? sharedLock(program);
  if (construct) return { because: `it uses \`${construct.name}\``, origin: construct.origin };
  for (const { edges } of program.functions)
    for (const { action, origin } of edges) {
      // Threads of a diagram have no names that a handle could stand for.
      const hasHandle = action.kind === 'spawn' && action.handle !== undefined;
      const construct = hasHandle ? 'thread handles' : unsupported[action.kind];
      if (construct) return { because: `it uses ${construct}`, origin };
    }
  const recursive = recursiveFunction(program);
  return recursive && { because: `${recursive.name} is recursive`, origin: recursive.origin };
}

function recursiveFunction(program: Program): FunctionGraph | undefined {
  const calls = program.functions.flatMap(({ edges }, caller) =>
    edges.flatMap(({ action }) => (action.kind === 'call' ? [[caller, action.function] as const] : [])),
  );
  const { of } = stronglyConnectedComponents(graphOf(program.functions.length, calls));
  const sizes = new Map<number, number>();
  for (const component of of) sizes.set(component, (sizes.get(component) ?? 0) + 1);
  return program.functions.find(
    (_, id) => sizes.get(of[id]!)! > 1 || calls.some(([caller, callee]) => caller === id && callee === id),
  );
}

/** Integers without a range may take so many values before they count as unbounded, or twice as many as any range has. */
const fewValues = 128;

/** Watches what integers without a declared range become. */
export class ValueWatch {
  readonly #most: number;
  /** Per shared variable and per local variable of a function: the values seen. */
  readonly #seen = new Map<string, Set<number>>();
  obstacle: Obstacle | undefined;

  constructor(readonly program: Program) {
    const types = [...program.variables, ...program.functions.flatMap(({ locals }) => locals)].map(({ type }) => type);
    this.#most = 2 * Math.max(fewValues / 2, ...types.map(rangeSize));
  }

  shared(values: readonly number[]): void {
    this.program.variables.forEach(({ name, type, origin }, id) => {
      if (isUnbounded(type)) this.#see(`${id}`, name, values[id]!, origin);
    });
  }

  locals(id: number, values: readonly number[]): void {
    const { locals, origin } = this.program.functions[id]!;
    locals.forEach(({ name, type }, local) => {
      if (isUnbounded(type)) this.#see(`${id}.${local}`, name, values[local]!, origin);
    });
  }

  #see(key: string, name: string, value: number, origin: Span): void {
    const values = this.#seen.get(key) ?? new Set();
    this.#seen.set(key, values.add(value));
    if (values.size <= this.#most) return;
    const what = name.startsWith('%') ? 'an expression' : name;
    this.obstacle ??= { because: `${what} takes more than ${this.#most} values, and no range bounds it`, origin };
  }
}

function isUnbounded(type: Type | undefined): boolean {
  return type?.kind === 'int' && (type.low === undefined || type.high === undefined);
}

function rangeSize(type: Type | undefined): number {
  if (type?.kind !== 'int' || type.low === undefined || type.high === undefined) return 0;
  return type.high - type.low + 1;
}
