// Concrete semantics of action trees, on any tree that can be looked at node by node: a finite `ActionTree`, or the
// infinite tree of a recursion scheme. A thread is at a node and steps over it when the node's action is enabled; a
// thread at `$` has ended, a thread at a node without children stays there for ever and keeps its locks.

import type { Action, ActionTree } from './action-tree.js';

export interface NodeView<N> {
  readonly action: Action;
  readonly children: readonly N[];
}

export interface ActionSource<N> {
  readonly root: N;
  view(node: N): NodeView<N>;
}

export interface RunningThread<N> {
  readonly node: N;
  /** Threads it has spawned, by index. */
  readonly spawned: readonly number[];
}

export interface Configuration<N> {
  readonly threads: readonly RunningThread<N>[];
  /** Which thread holds a lock. */
  readonly owners: ReadonlyMap<number, number>;
}

export function sourceOfTree(tree: ActionTree): ActionSource<number> {
  return { root: 0, view: (node) => tree.nodes[node]! };
}

export function initialConfiguration<N>(source: ActionSource<N>): Configuration<N> {
  return { threads: [{ node: source.root, spawned: [] }], owners: new Map() };
}

function hasEnded<N>(source: ActionSource<N>, thread: RunningThread<N>): boolean {
  return source.view(thread.node).action.kind === 'end';
}

/** How many ways the thread can go on: 0 when it is blocked, has ended or has stopped. */
export function countSteps<N>(source: ActionSource<N>, configuration: Configuration<N>, thread: number): number {
  const { node, spawned } = configuration.threads[thread]!;
  const { action, children } = source.view(node);
  if (children.length === 0) return 0;
  if (action.kind === 'branch') return children.length;
  if (action.kind === 'acquire') return configuration.owners.has(action.lock) ? 0 : 1;
  if (action.kind === 'release') return configuration.owners.get(action.lock) === thread ? 1 : 0;
  if (action.kind !== 'join') return 1;
  return spawned.every((child) => hasEnded(source, configuration.threads[child]!)) ? 1 : 0;
}

/** The configuration after one step of the thread; `choice` counts from 0 and must be below `countSteps`. */
export function step<N>(
  source: ActionSource<N>,
  { threads, owners }: Configuration<N>,
  index: number,
  choice: number,
): Configuration<N> {
  const thread = threads[index]!;
  const { action, children } = source.view(thread.node);
  const moved = [...threads];
  const isSpawn = action.kind === 'spawn';
  const node = children[action.kind === 'branch' ? choice : 0]!;
  moved[index] = { node, spawned: isSpawn ? [...thread.spawned, threads.length] : thread.spawned };
  if (isSpawn) moved.push({ node: children[1]!, spawned: [] });
  return { threads: moved, owners: ownersAfter(action, owners, index) };
}

function ownersAfter(action: Action, owners: ReadonlyMap<number, number>, thread: number): ReadonlyMap<number, number> {
  if (action.kind !== 'acquire' && action.kind !== 'release') return owners;
  const after = new Map(owners);
  if (action.kind === 'acquire') after.set(action.lock, thread);
  else after.delete(action.lock);
  return after;
}

/** Are two different threads at nodes labelled `first` and `second`? */
export function showsPair<N>(
  source: ActionSource<N>,
  { threads }: Configuration<N>,
  first: string,
  second: string,
): boolean {
  const labels = threads.map(({ node }) => {
    const { action } = source.view(node);
    return action.kind === 'label' ? action.label : undefined;
  });
  return labels.some((label, i) => label === first && labels.some((other, j) => i !== j && other === second));
}
