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

function isPrivate({ kind }: Action): boolean {
  switch (kind) {
    case 'read':
    case 'write':
    case 'update':
    case 'acquire':
    case 'release':
    case 'unavailable':
    case 'wait':
    case 'notify':
    case 'spawn':
    case 'join':
      return false;
    default:
      return true;
  }
}
