// Whether threads only branch where nobody else can see it: a node with several edges has steps that no other thread can
// stand in the way of. Then a thread has one next operation that others could depend on, or none; the proof for searches
// that leave interleavings out needs that (docs/theory/explore.md, "What is assumed"). EML is lowered like this.

import { type Action, type FunctionGraph, outgoingEdges, type Program } from '../../model/program/program.js';

export function branchesLocally(program: Program): boolean {
  return program.functions.every((graph) => isLocallyBranching(graph));
}

function isLocallyBranching(graph: FunctionGraph): boolean {
  return outgoingEdges(graph).every((edges) => edges.length < 2 || edges.every(({ action }) => isPrivate(action)));
}

/** Steps that nobody else can see or stand in the way of, and all others whose effect on others the searches know. */
const privateActions: readonly Action['kind'][] = [
  'skip',
  'assign',
  'choose',
  'allocate',
  'allocate-array',
  'assume',
  'assert',
  'begin-unit',
  'end-unit',
  'call',
  'return',
  'label',
];
const visibleActions: readonly Action['kind'][] = [
  'read',
  'write',
  'update',
  'acquire',
  'release',
  'unavailable',
  'wait',
  'notify',
  'spawn',
  'join',
  'join-any',
  'fail',
  'deferred',
  'settle',
  'inspect',
  'yield',
];

function isPrivate({ kind }: Action): boolean {
  return privateActions.includes(kind);
}

/** What an action may be marked with. */
const flags = ['all', 'eager', 'external', 'failed', 'shared', 'attempt', 'timed'];

/** An action, or a variant of one, that came to the model after these lists: nothing is known about what it depends on. */
export function unknownAction({ functions }: Program): string | undefined {
  for (const { edges } of functions) for (const { action } of edges) if (!isKnown(action)) return action.kind;
  return undefined;
}

function isKnown(action: Action): boolean {
  if (!isPrivate(action) && !visibleActions.includes(action.kind)) return false;
  return Object.entries(action).every(([name, value]) => value !== true || flags.includes(name));
}
