// An oracle too simple to be wrong: forward search over a fixed number of threads.

import type { Configuration, ThreadDiagram } from '../diagram.js';
import { type GlobalState, passiveChoices, takeStep } from '../step.js';

/** Forward search with exactly the threads of `start`; undefined when a spawn edge leads beyond `mostThreads`. */
export function coverableWith(
  diagram: ThreadDiagram,
  start: GlobalState,
  target: Configuration,
  mostThreads: number,
): boolean | undefined {
  const keyOf = (state: GlobalState) => `${state.shared}|${[...state.locals].sort((a, b) => a - b)}`;
  const seen = new Map([[keyOf(start), start]]);
  let cut = false;
  for (const state of seen.values()) {
    if (covers(state, target)) return true;
    for (const next of successors(diagram, state)) {
      if (next.locals.length > mostThreads) cut = true;
      else if (!seen.has(keyOf(next))) seen.set(keyOf(next), next);
    }
  }
  return cut ? undefined : false;
}

function covers(state: GlobalState, { shared, bounded }: Configuration): boolean {
  const count = (list: readonly number[], local: number) => list.filter((each) => each === local).length;
  return state.shared === shared && bounded.every((local) => count(state.locals, local) >= count(bounded, local));
}

function successors(diagram: ThreadDiagram, state: GlobalState): GlobalState[] {
  const results: GlobalState[] = [];
  diagram.edges.forEach((edge, index) => {
    const threads = edge.kind === 'transfer' ? [-1] : state.locals.map((_, thread) => thread);
    for (const thread of threads)
      for (const chosen of choices(edge, state)) {
        const next = { shared: state.shared, locals: [...state.locals] };
        if (takeStep(diagram, next, { edge: index, thread, chosen }).ok) results.push(next);
      }
  });
  return results;
}

function choices(edge: ThreadDiagram['edges'][number], state: GlobalState): Map<number, number>[] {
  let maps = [new Map<number, number>()];
  state.locals.forEach((local, thread) => {
    const options = passiveChoices(edge, local);
    if (options.length > 1) maps = maps.flatMap((map) => options.map((to) => new Map(map).set(thread, to)));
  });
  return maps;
}
