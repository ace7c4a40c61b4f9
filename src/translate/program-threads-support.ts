// Which programs have finite data, so that they can be unfolded to a diagram: no recursion, no heap, no joins and no
// conditions to wait on. Integers may be unbounded by type; then the unfolding decides whether they are in fact.

import { graphOf, stronglyConnectedComponents } from '../base/graph.js';
import type { Action, Program } from '../model/program/program.js';

const unsupported: Partial<Record<Action['kind'], string>> = {
  allocate: 'objects',
  'allocate-array': 'arrays',
  join: 'join',
  wait: 'wait',
  notify: 'notify',
};

/** The construct that stands in the way, with its line; undefined when there is none. */
export function whyNotFinite(program: Program): string | undefined {
  if (program.scheduling === 'cooperative') return 'cooperative scheduling';
  for (const { edges } of program.functions)
    for (const { action, origin } of edges) {
      const construct = unsupported[action.kind];
      if (construct) return `${construct} (line ${program.source.position(origin.start).line})`;
    }
  const recursive = recursiveFunction(program);
  return recursive === undefined ? undefined : `recursion of ${recursive}`;
}

function recursiveFunction(program: Program): string | undefined {
  const calls = program.functions.flatMap(({ edges }, caller) =>
    edges.flatMap(({ action }) => (action.kind === 'call' ? [[caller, action.function] as const] : [])),
  );
  const { of } = stronglyConnectedComponents(graphOf(program.functions.length, calls));
  const sizes = new Map<number, number>();
  for (const component of of) sizes.set(component, (sizes.get(component) ?? 0) + 1);
  const found = program.functions.findIndex(
    (_, id) => sizes.get(of[id]!)! > 1 || calls.some(([caller, callee]) => caller === id && callee === id),
  );
  return program.functions[found]?.name;
}
