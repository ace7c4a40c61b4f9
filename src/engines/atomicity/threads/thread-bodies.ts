// The body of a thread: the graph of its function with every function that spawns or joins put in place of its calls.
// Then what a thread has spawned, and which handle it joins, can be followed in one graph (thread-expansion.ts). Such
// functions are rarely called twice; of one that calls itself two activations are put in, and its inner
// calls stay calls.

import { graphOf, stronglyConnectedComponents } from '../../../base/graph.js';
import type { Edge, FunctionId, Program } from '../../../model/program/program.js';

export interface BodyEdge {
  readonly from: number;
  readonly to: number;
  readonly edge: Edge;
  /** The activation whose locals the edge speaks about. */
  readonly frame: number;
  /** A call whose function stands here: the activation it begins. */
  readonly enters?: number;
  /** A `return` to the caller, which stands here too. */
  readonly leaves?: true;
}

export interface BodyFrame {
  readonly function: FunctionId;
  /** -1 for the thread's own function. */
  readonly caller: number;
  /** Number of its node 0 in the body. */
  readonly base: number;
  /** The call that it stands for. */
  readonly call: Edge | undefined;
}

export interface ThreadBody {
  readonly function: FunctionId;
  readonly nodeCount: number;
  readonly entry: number;
  readonly exit: number;
  readonly edges: readonly BodyEdge[];
  readonly frames: readonly BodyFrame[];
  /** Indices of edges that spawn; `repeats`: more than once in one execution. */
  readonly sites: readonly { readonly edge: number; readonly function: FunctionId; readonly repeats: boolean }[];
  /** Functions that spawn or join and are called, not put in place. */
  readonly called: readonly FunctionId[];
}

/** How many activations of one function may stand in each other. */
const mostNested = 2;

/** Functions that spawn or join, or call one that does. */
export function threadingFunctions({ functions }: Program): ReadonlySet<FunctionId> {
  const found = new Set<FunctionId>();
  const threads = (id: FunctionId) =>
    functions[id]!.edges.some(
      ({ action }) =>
        action.kind === 'spawn' || action.kind === 'join' || (action.kind === 'call' && found.has(action.function)),
    );
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const id of functions.keys()) if (!found.has(id) && threads(id)) found.add(id);
  }
  return found;
}

/** Undefined if the body would have more than `limit` nodes. */
export function threadBody(
  program: Program,
  id: FunctionId,
  threading: ReadonlySet<FunctionId>,
  limit: number,
): ThreadBody | undefined {
  const frames: BodyFrame[] = [{ function: id, caller: -1, base: 0, call: undefined }];
  const edges: BodyEdge[] = [];
  const called = new Set<FunctionId>();
  let nodeCount = program.functions[id]!.nodeCount;
  for (const [frame, { function: own, base, caller, call }] of frames.entries()) {
    for (const edge of program.functions[own]!.edges) {
      const { action } = edge;
      const from = base + edge.from;
      const plain = { from, to: base + edge.to, edge, frame };
      if (action.kind === 'call' && threading.has(action.function)) {
        if (depthOf(frames, frame, action.function) >= mostNested) called.add(action.function);
        else {
          const callee = program.functions[action.function]!;
          edges.push({ from, to: nodeCount + callee.entry, edge, frame, enters: frames.length });
          frames.push({ function: action.function, caller: frame, base: nodeCount, call: edge });
          nodeCount += callee.nodeCount;
          if (nodeCount > limit) return undefined;
          continue;
        }
      }
      if (action.kind === 'return' && call) edges.push({ ...plain, to: frames[caller]!.base + call.to, leaves: true });
      else edges.push(plain);
    }
  }
  const { entry, exit } = program.functions[id]!;
  return { function: id, nodeCount, entry, exit, edges, frames, sites: sitesOf(nodeCount, edges), called: [...called] };
}

/** How many activations of a function are open in a frame. */
function depthOf(frames: readonly BodyFrame[], start: number, id: FunctionId): number {
  let depth = 0;
  for (let frame = start; frame !== -1; frame = frames[frame]!.caller) if (frames[frame]!.function === id) depth++;
  return depth;
}

function sitesOf(nodeCount: number, edges: readonly BodyEdge[]): ThreadBody['sites'] {
  const graph = graphOf(
    nodeCount,
    edges.map(({ from, to }) => [from, to] as const),
  );
  const { of } = stronglyConnectedComponents(graph);
  return edges.flatMap(({ from, to, edge: { action } }, edge) =>
    action.kind === 'spawn' ? [{ edge, function: action.function, repeats: of[from] === of[to] }] : [],
  );
}
