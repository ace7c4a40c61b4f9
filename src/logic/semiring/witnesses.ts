// Witness tracing as a domain of its own: a weight together with how it came about. Saturation does not know; the
// structure it builds is a finite acyclic graph, because every weight is made from older ones. A sum keeps both
// summands only if neither already equals it, so a totally ordered domain keeps one best path.

import type { MergingFunction, Semiring } from './semiring.js';

export type Trace =
  | { readonly kind: 'none' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'rule'; readonly rule: number }
  | { readonly kind: 'sequence'; readonly first: Trace; readonly second: Trace }
  | { readonly kind: 'choice'; readonly left: Trace; readonly right: Trace };

export interface Witnessed<W> {
  readonly weight: W;
  readonly trace: Trace;
}

export interface WitnessSemiring<W> extends Semiring<Witnessed<W>> {
  readonly base: Semiring<W>;
  /** The weight of a rule, with the rule as its reason. */
  readonly ofRule: (rule: number, weight: W) => Witnessed<W>;
  /** A weight that needs no reason, such as that of a query's transition. */
  readonly given: (weight: W) => Witnessed<W>;
  readonly merging: (merge: MergingFunction<W>) => MergingFunction<Witnessed<W>>;
}

const none: Trace = { kind: 'none' };
const empty: Trace = { kind: 'empty' };

export function withWitnesses<W>(base: Semiring<W>): WitnessSemiring<W> {
  const combine = (a: Witnessed<W>, b: Witnessed<W>): Witnessed<W> => {
    const weight = base.combine(a.weight, b.weight);
    if (base.equal(weight, a.weight)) return a;
    if (base.equal(weight, b.weight)) return b;
    return { weight, trace: { kind: 'choice', left: a.trace, right: b.trace } };
  };
  const product = (operation: MergingFunction<W>) => (a: Witnessed<W>, b: Witnessed<W>) => {
    const weight = operation(a.weight, b.weight);
    return { weight, trace: base.equal(weight, base.zero) ? none : sequence(a.trace, b.trace) };
  };
  return {
    name: `witnesses(${base.name})`,
    base,
    zero: { weight: base.zero, trace: none },
    one: { weight: base.one, trace: empty },
    combine,
    extend: product(base.extend),
    equal: (a, b) => base.equal(a.weight, b.weight),
    print: ({ weight }) => base.print(weight),
    ofRule: (rule, weight) => ({ weight, trace: { kind: 'rule', rule } }),
    given: (weight) => ({ weight, trace: empty }),
    merging: product,
  };
}

function sequence(first: Trace, second: Trace): Trace {
  if (first.kind === 'empty') return second;
  if (second.kind === 'empty') return first;
  return { kind: 'sequence', first, second };
}

/** One rule sequence of a trace, taking the left branch of every choice; undefined if there is no path. */
export function firstPath(trace: Trace): number[] | undefined {
  for (const path of pathsOf(trace)) return path;
  return undefined;
}

/** How long the sequence of `firstPath` is; it may be exponentially longer than its trace. */
export function firstPathLength(trace: Trace): number {
  const lengths = new Map<Trace, number>();
  const open = [trace];
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const parts = partsOf(current).filter((part) => !lengths.has(part));
    if (parts.length > 0) open.push(...parts);
    else {
      const own = current.kind === 'rule' ? 1 : 0;
      lengths.set(
        current,
        partsOf(current).reduce((sum, part) => sum + lengths.get(part)!, own),
      );
      open.pop();
    }
  }
  return lengths.get(trace)!;
}

/** What the first path goes through. */
function partsOf(trace: Trace): readonly Trace[] {
  if (trace.kind === 'sequence') return [trace.first, trace.second];
  return trace.kind === 'choice' ? [trace.left] : [];
}

/**
 * All rule sequences of a trace; their values combine to its weight. There may be exponentially many: take only as
 * many as needed. Each open alternative is what remains to be expanded, as a stack of traces.
 */
export function* pathsOf(trace: Trace): Generator<number[]> {
  const alternatives: Alternative[] = [{ done: undefined, todo: { trace, rest: undefined } }];
  for (let open = alternatives.pop(); open !== undefined; open = alternatives.pop()) {
    const path = expand(open, alternatives);
    if (path) yield path;
  }
}

/** Linked lists share their tails between alternatives. */
interface Todo {
  readonly trace: Trace;
  readonly rest: Todo | undefined;
}
interface Done {
  readonly rule: number;
  readonly before: Done | undefined;
}
interface Alternative {
  readonly done: Done | undefined;
  readonly todo: Todo | undefined;
}

/** Follows one alternative to its end, pushing the right branches it passes; undefined at a dead end. */
function expand(start: Alternative, alternatives: Alternative[]): number[] | undefined {
  let { done, todo } = start;
  while (todo) {
    const { trace, rest }: Todo = todo;
    todo = rest;
    switch (trace.kind) {
      case 'none':
        return undefined;
      case 'empty':
        break;
      case 'rule':
        done = { rule: trace.rule, before: done };
        break;
      case 'sequence':
        todo = { trace: trace.first, rest: { trace: trace.second, rest } };
        break;
      case 'choice':
        alternatives.push({ done, todo: { trace: trace.right, rest } });
        todo = { trace: trace.left, rest };
        break;
    }
  }
  const path: number[] = [];
  for (let step = done; step; step = step.before) path.push(step.rule);
  return path.reverse();
}
