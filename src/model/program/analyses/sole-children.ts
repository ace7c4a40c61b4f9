// Where `join t` is as good as `join`: t is a child of this thread, and every other one that it has started so far has been joined.
// Followed in functions that threads start in, from spawn to join through copies in locals; a call of a function that starts
// threads leaves children that nobody here knows of, and so does a spawn that is passed again before its child is joined.

import { derived } from '../../../base/derived.js';
import { type Action, type Edge, type FunctionGraph, type LocalId, outgoingEdges, type Program } from '../program.js';
import { assignedLocal } from './live-locals.js';

/** Children that may not have been joined, by the edge that started them, and which of them a local is. */
interface Children {
  readonly open: ReadonlySet<Edge> | 'unknown';
  readonly handles: ReadonlyMap<LocalId, Edge>;
}

export const soleChildJoins = derived((program: Program): ReadonlySet<Edge> => {
  const starting = startingFunctions(program);
  const called = new Set(actionsOf(program).flatMap((action) => (action.kind === 'call' ? [action.function] : [])));
  const joins = program.functions.flatMap((graph, id) => {
    const open: Children['open'] = called.has(id) ? 'unknown' : new Set();
    return joinsIn(graph, { open, handles: new Map() }, starting);
  });
  return new Set(joins);
});

function actionsOf({ functions }: Program): Action[] {
  return functions.flatMap(({ edges }) => edges.map(({ action }) => action));
}

/** Functions that start threads, themselves or in what they call. */
function startingFunctions({ functions }: Program): ReadonlySet<number> {
  const starting = new Set<number>();
  for (let grown = true; grown; ) {
    const before = starting.size;
    functions.forEach(({ edges }, id) => {
      const starts = edges.some(
        ({ action }) => action.kind === 'spawn' || (action.kind === 'call' && starting.has(action.function)),
      );
      if (starts) starting.add(id);
    });
    grown = starting.size > before;
  }
  return starting;
}

function joinsIn(graph: FunctionGraph, entry: Children, starting: ReadonlySet<number>): Edge[] {
  const outgoing = outgoingEdges(graph);
  const at: (Children | undefined)[] = new Array(graph.nodeCount).fill(undefined);
  at[graph.entry] = entry;
  const pending = [graph.entry];
  for (let node = pending.pop(); node !== undefined; node = pending.pop())
    for (const edge of outgoing[node]!) {
      const before = at[edge.to];
      const after = afterEdge(at[node]!, edge, starting);
      const merged = before ? merge(before, after) : after;
      if (before && isSame(before, merged)) continue;
      at[edge.to] = merged;
      pending.push(edge.to);
    }
  return graph.edges.filter((edge) => {
    const children = at[edge.from];
    return children !== undefined && isSole(children, edge.action);
  });
}

function isSole({ open, handles }: Children, action: Action): boolean {
  const child =
    action.kind === 'join' && action.thread?.kind === 'local' ? handles.get(action.thread.local) : undefined;
  return child !== undefined && open !== 'unknown' && (open.size === 0 || (open.size === 1 && open.has(child)));
}

function afterEdge(children: Children, edge: Edge, starting: ReadonlySet<number>): Children {
  const { open, handles } = children;
  const { action } = edge;
  const written = assignedLocal(action);
  const kept = written === undefined ? handles : new Map([...handles].filter(([local]) => local !== written));
  switch (action.kind) {
    case 'spawn': {
      // The child before it is no longer what any local is.
      const others = [...kept].filter(([, child]) => child !== edge);
      const own: [LocalId, Edge][] = action.handle === undefined ? [] : [[action.handle, edge]];
      return {
        open: open === 'unknown' || open.has(edge) ? 'unknown' : new Set([...open, edge]),
        handles: new Map([...others, ...own]),
      };
    }
    case 'call':
      return { open: starting.has(action.function) ? 'unknown' : open, handles: kept };
    case 'join': {
      const child = action.thread?.kind === 'local' ? handles.get(action.thread.local) : undefined;
      if (!action.thread) return { open: new Set(), handles: kept };
      if (child === undefined || open === 'unknown') return { open, handles: kept };
      return { open: new Set([...open].filter((one) => one !== child)), handles: kept };
    }
    case 'assign': {
      const copied = action.value.kind === 'local' ? handles.get(action.value.local) : undefined;
      return { open, handles: copied ? new Map([...kept, [action.local, copied]]) : kept };
    }
    default:
      return { open, handles: kept };
  }
}

function merge(a: Children, b: Children): Children {
  const open = a.open === 'unknown' || b.open === 'unknown' ? 'unknown' : new Set([...a.open, ...b.open]);
  return { open, handles: new Map([...a.handles].filter(([local, child]) => b.handles.get(local) === child)) };
}

function isSame(a: Children, b: Children): boolean {
  const sameOpen = a.open === 'unknown' || b.open === 'unknown' ? a.open === b.open : a.open.size === b.open.size;
  return sameOpen && a.handles.size === b.handles.size;
}
