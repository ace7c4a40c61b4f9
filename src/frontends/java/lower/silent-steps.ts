// A unit's graph without the steps that nobody looks at. Most steps of a large unit are silent: joins, tests of values that
// are not shared, ways out of calls. A place whose only way on is silent is the place it leads to; one that only one
// silent step leads to, from a place with no other way on, is that place. Places behind a test that gave values new names
// stay. The sequences of all other steps are exactly the same. Each round is linear; rounds end when nothing is left out.

import type { UnitEdge, UnitGraph } from './unit-graph.js';

type Steps = Pick<UnitGraph, 'nodeCount' | 'entry' | 'exit' | 'edges' | 'sideNames'>;

export function withoutSilentSteps<G extends Steps>(graph: G): G {
  let edges = graph.edges.map(withoutEmptyTest);
  for (let before = edges.length + 1; edges.length < before; ) {
    before = edges.length;
    edges = leaveOut(edges, ontoItsTarget(graph, edges));
    edges = leaveOut(edges, ontoItsSource(graph, edges));
  }
  return renumbered(graph, edges);
}

function withoutEmptyTest(edge: UnitEdge): UnitEdge {
  const { action } = edge;
  return action.kind === 'branch' && action.tests.size === 0 ? { ...edge, action: { kind: 'skip' } } : edge;
}

/** For each node, its only edge of that direction; none if there are several. */
function onlyEdges(edges: readonly UnitEdge[], count: number, end: 'from' | 'to'): (UnitEdge | undefined)[] {
  const counts = new Uint32Array(count);
  const only: (UnitEdge | undefined)[] = new Array(count);
  for (const edge of edges) only[edge[end]] = counts[edge[end]]!++ === 0 ? edge : undefined;
  return only;
}

/** Which node each node is: one that leads on silently is where it leads to. */
function ontoItsTarget({ nodeCount, entry, exit, sideNames }: Steps, edges: readonly UnitEdge[]): Int32Array {
  const only = onlyEdges(edges, nodeCount, 'from');
  const is = Int32Array.from({ length: nodeCount }, (_, node) => node);
  const isLeftOut = (node: number): boolean =>
    node !== entry && node !== exit && !sideNames.has(node) && only[node]?.action.kind === 'skip';
  for (let node = 0; node < nodeCount; node++) {
    const passed: number[] = [];
    let at = node;
    // A node on the way to itself is a silent cycle: it stays.
    while (is[at] === at && isLeftOut(at) && !passed.includes(at) && passed.length < mostPassed) {
      passed.push(at);
      at = only[at]!.to;
    }
    if (passed.includes(at)) continue;
    for (const one of passed) is[one] = is[at]!;
  }
  for (let node = 0; node < nodeCount; node++) while (is[is[node]!] !== is[node]) is[node] = is[is[node]!]!;
  return is;
}

/** Longer chains are left out in several rounds. */
const mostPassed = 50;

/** A node that only one silent step leads to, the only one from where it comes. */
function ontoItsSource({ nodeCount, entry, exit, sideNames }: Steps, edges: readonly UnitEdge[]): Int32Array {
  const [ways, comes] = [onlyEdges(edges, nodeCount, 'from'), onlyEdges(edges, nodeCount, 'to')];
  const is = Int32Array.from({ length: nodeCount }, (_, node) => node);
  for (let node = 0; node < nodeCount; node++) {
    const edge = comes[node];
    if (edge?.action.kind !== 'skip' || node === entry || node === exit || sideNames.has(node)) continue;
    // One step at a time: what it comes from may itself be left out.
    if (ways[edge.from] === edge && edge.from !== node && is[edge.from] === edge.from && !isTaken(is, ways[node]))
      is[node] = edge.from;
  }
  return is;
}

function isTaken(is: Int32Array, next: UnitEdge | undefined): boolean {
  return next !== undefined && is[next.to] !== next.to;
}

function leaveOut(edges: readonly UnitEdge[], is: Int32Array): UnitEdge[] {
  const silent = new Set<number>();
  const kept: UnitEdge[] = [];
  for (const edge of edges) {
    const [from, to] = [is[edge.from]!, is[edge.to]!];
    if (edge.action.kind === 'skip') {
      const key = from * is.length + to;
      if (from === to || silent.has(key)) continue;
      silent.add(key);
    }
    kept.push(from === edge.from && to === edge.to ? edge : { ...edge, from, to });
  }
  return kept;
}

function renumbered<G extends Steps>(graph: G, edges: readonly UnitEdge[]): G {
  const numbers = new Map([
    [graph.entry, 0],
    [graph.exit, 1],
  ]);
  const numberOf = (node: number): number => {
    const known = numbers.get(node);
    if (known !== undefined) return known;
    numbers.set(node, numbers.size);
    return numbers.size - 1;
  };
  const kept = edges.map((edge) => ({ ...edge, from: numberOf(edge.from), to: numberOf(edge.to) }));
  const sideNames = new Map(
    [...graph.sideNames].flatMap(([node, names]) => (numbers.has(node) ? [[numbers.get(node)!, names] as const] : [])),
  );
  return { ...graph, nodeCount: numbers.size, entry: 0, exit: 1, edges: kept, sideNames };
}
