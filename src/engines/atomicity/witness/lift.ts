// From a path in a slice back to the steps of the program: between two kept edges the process moves silently, along a
// shortest way that makes no kept access and touches no kept lock; skipped functions are run through to their return.

import { derived } from '../../../base/derived.js';
import type { Edge } from '../../../model/program/program.js';
import { type FlowEdge, type FlowFunction, type FlowProcess, outgoingFlow, shortestPath } from '../flow/flow.js';
import { ConeFilter } from '../reduce/cone-filter.js';
import type { Slice, SlicedEdge } from '../slice/slice.js';
import { expandSilent } from '../slice/uses.js';

/** A step of a path in a slice. */
export type SlicedStep =
  /** A new phase begins. */
  | { readonly kind: 'phase' }
  /** `matches`: this access is one that the question is about. */
  | { readonly kind: 'edge'; readonly edge: SlicedEdge; readonly matches: boolean }
  | { readonly kind: 'return' };

export interface LiftedStep {
  readonly edge: Edge;
  /** The thread comes back from the `wait` of this edge. */
  readonly resumes: boolean;
  readonly matches: boolean;
  /** Start and end locks that must be free before the step, and that it gives back. */
  readonly takes: readonly number[];
  readonly gives: readonly number[];
}

export interface LiftedPath {
  /** The node of the process's own function at which the steps begin; undefined: at its start. How it gets there is open. */
  readonly from: number | undefined;
  readonly steps: readonly LiftedStep[];
}

interface LiftFrame {
  readonly flow: FlowFunction;
  node: number;
}

/** Silent ways of a slice, by function and by where they begin and end; most paths go along some of them. */
const silentWays = derived((_: Slice) => new Map<FlowFunction, Map<number, SilentWay>>());

interface SilentWay {
  /** Undefined if they depend on what was before: they pass the beginning or the end of the thread. */
  readonly steps: readonly LiftedStep[] | undefined;
  readonly edges: readonly FlowEdge[];
}

/** With `skipsQuiet` the steps begin where the process last is free, outside units and locks, before its first match. */
export function liftPath(slice: Slice, path: readonly SlicedStep[], skipsQuiet: boolean): LiftedPath {
  const lifting = new Lifting(slice.flow, slice, skipsQuiet);
  for (const step of path) lifting.follow(step);
  // A cooperative process lets others run only at its next switch point.
  if (slice.process.cooperative) lifting.moveToSwitchPoint();
  return { from: lifting.from, steps: lifting.steps };
}

class Lifting {
  readonly steps: LiftedStep[] = [];
  from: number | undefined;
  /** The start lock, until there is a step that takes it. */
  #pending: readonly number[] = [];
  readonly #filter: ConeFilter;
  readonly #frames: LiftFrame[];

  constructor(
    readonly process: FlowProcess,
    readonly slice: Slice,
    /** Steps before the next free point are still left out. */
    private isQuiet: boolean,
  ) {
    this.#filter = new ConeFilter(process, slice.cone);
    this.#frames = [frameOf(process, process.entry)];
  }

  follow(step: SlicedStep): void {
    const frame = this.#frames[this.#frames.length - 1]!;
    if (step.kind === 'return') {
      this.#moveToNode(frame, frame.flow.exit);
      this.#frames.pop();
    } else if (step.kind === 'edge') this.#take(frame, step.edge, step.matches);
  }

  moveToSwitchPoint(): void {
    const frame = this.#frames[this.#frames.length - 1]!;
    const outgoing = outgoingFlow(frame.flow);
    const ends = (node: number) =>
      outgoing[node]!.length === 0 && (this.#frames.length === 1 || node !== frame.flow.exit);
    this.#moveTo(frame, (node) => ends(node) || outgoing[node]!.some((edge) => this.#offers(edge)));
  }

  #take(frame: LiftFrame, edge: SlicedEdge, matches: boolean): void {
    const origin = this.slice.origins[edge.id]!;
    if (this.isQuiet && this.#frames.length === 1 && isFree(frame.flow, origin.from)) this.#beginAt(frame, origin.from);
    if (matches) this.isQuiet = false;
    this.#moveToNode(frame, origin.from);
    frame.node = origin.to;
    if (edge.label === 'silent' || edge.label === 'use' || origin.through) this.#pushSilent(origin);
    else this.#push(origin, matches);
    if (edge.label === 'call' && origin.label.kind === 'call')
      this.#frames.push(frameOf(this.process, origin.label.function));
  }

  #beginAt(frame: LiftFrame, node: number): void {
    frame.node = node;
    this.from = node;
    this.steps.length = 0;
  }

  #moveToNode(frame: LiftFrame, to: number): void {
    if (frame.node === to) return;
    const { edges, steps } = this.#silentWay(frame, to);
    if (steps && this.#pending.length === 0) for (const step of steps) this.steps.push(step);
    else for (const edge of edges) this.#pushSilent(edge);
    frame.node = to;
  }

  #silentWay({ flow, node }: LiftFrame, to: number): SilentWay {
    const ways = silentWays(this.slice);
    const known = ways.get(flow) ?? new Map<number, SilentWay>();
    ways.set(flow, known);
    const key = node * flow.nodeCount + to;
    const way = known.get(key) ?? this.#findSilentWay(flow, node, to);
    known.set(key, way);
    return way;
  }

  #findSilentWay(flow: FlowFunction, from: number, to: number): SilentWay {
    const edges = shortestPath(flow, from, (node) => node === to, this.#passable(flow));
    if (!edges) throw new Error(`no silent way on from node ${from} of function ${flow.id}`);
    const isOwn = edges.every(({ through }) => through?.length !== 0);
    const taken = isOwn ? edges.flatMap((edge) => expandSilent(this.process, edge)) : undefined;
    return { edges, steps: taken?.map((edge) => this.#stepAlong(edge, false, [])) };
  }

  #passable(flow: FlowFunction): (edge: FlowEdge) => boolean {
    return (edge) => goesWrong(edge.edge) || this.#filter.kept(flow, edge) === 'silent';
  }

  /** As far as there is a way. */
  #moveTo(frame: LiftFrame, isGoal: (node: number) => boolean): void {
    const way = shortestPath(frame.flow, frame.node, isGoal, this.#passable(frame.flow)) ?? [];
    for (const edge of way) this.#pushSilent(edge);
    frame.node = way.at(-1)?.to ?? frame.node;
  }

  /** An edge that stands for nothing kept, or for more than itself. */
  #pushSilent(edge: FlowEdge): void {
    if (edge.through?.length === 0) this.#passBoundary(edge);
    for (const taken of expandSilent(this.process, edge)) this.#push(taken, false);
  }

  #push(edge: FlowEdge, matches: boolean): void {
    this.steps.push(this.#stepAlong(edge, matches, this.#pending));
    this.#pending = [];
  }

  #stepAlong({ edge, resumes, label, through }: FlowEdge, matches: boolean, pending: readonly number[]): LiftedStep {
    const joined = label.kind === 'use' && !through ? label.locks : [];
    const started = label.kind === 'release' && this.#isOwn(label.lock) ? [label.lock] : [];
    return { edge, resumes, matches, takes: [...pending, ...joined], gives: started };
  }

  /** A thread begins with its first step and ends with its last. */
  #passBoundary({ label }: FlowEdge): void {
    if (label.kind === 'use') this.#pending = label.locks;
    const last = this.steps.pop();
    if (last) this.steps.push(label.kind === 'release' ? { ...last, gives: [...last.gives, label.lock] } : last);
  }

  /** A start or end lock. */
  #isOwn(lock: number): boolean {
    return lock >= this.process.program.locks.length;
  }

  /** Is it a switch point: `yield`, `join`, or an acquisition of a lock not held? */
  #offers({ label, edge }: FlowEdge): boolean {
    if (goesWrong(edge)) return false;
    if (label.kind === 'switch' || label.kind === 'use') return true;
    if (label.kind !== 'acquire') return false;
    return label.always || !this.#frames.some(({ flow, node }) => flow.scopes[node]!.locks.includes(label.lock));
  }
}

/** A step with which a cooperative thread goes wrong (abstract-data.ts), and lets others run. */
export function goesWrong({ action }: Edge): boolean {
  return action.kind === 'assert';
}

function isFree({ scopes }: FlowFunction, node: number): boolean {
  const { locks, unitDepth } = scopes[node]!;
  return locks.length === 0 && unitDepth === 0;
}

function frameOf(process: FlowProcess, id: number): LiftFrame {
  const flow = process.functions.get(id)!;
  return { flow, node: flow.entry };
}
