// Checks the simplest proof of serializability: for each claimed pair of processes there is a lock such that, on every
// path, each unit of either process makes all its accesses to the claimed variables during one hold of that lock; or no
// unit makes more than one access. Then each unit is one step for the other. Walks every path with the depth of the hold
// and whether it has been used up.

import {
  type Action,
  declaredLock,
  type FunctionGraph,
  outgoingEdges,
  type Program,
} from '../../model/program/program.js';
import type { LockScopesClaim } from '../../verdict/property.js';
import { accepted, certifierOf, rejected } from '../certifier.js';

export const lockScopesCertifier = certifierOf('lock-scopes', (model, property) => {
  if (model.kind !== 'program') return rejected('the model is not a program');
  const claims = property.kind === 'lock-scopes' ? property.claims : [];
  if (claims.length === 0) return rejected('the property claims nothing');
  for (const claim of claims) {
    const because = refuteClaim(model, claim);
    if (because !== undefined) return rejected(because);
  }
  return accepted;
});

function refuteClaim(program: Program, { units, variables: names }: LockScopesClaim): string | undefined {
  const variables = new Set(names.map((name) => program.variables.findIndex((variable) => variable.name === name)));
  const graphs = units
    .map((name) => program.processes.find((process) => process.name === name))
    .map((process) => process && program.functions[process.entry]);
  if (graphs.length !== 2 || graphs.some((graph) => !graph) || variables.has(-1) || variables.size === 0)
    return 'the claim names what the program does not have';
  if (graphs.every((graph) => isOneAccess(graph!, variables))) return undefined;
  const lock = program.locks.findIndex((_, id) => graphs.every((graph) => isOneHold(graph!, id, variables)));
  return lock < 0 ? `no lock covers all accesses of ${units.join(' and ')}` : undefined;
}

/** The hold of a lock that nobody has: what is left is whether a second access comes after a first. */
function isOneAccess(graph: FunctionGraph, variables: ReadonlySet<number>): boolean {
  return walk(graph, (action, hold) => {
    const isAccess = action.kind === 'read' || action.kind === 'write' || action.kind === 'update';
    if (!isAccess) return afterAction(action, hold, noLock, variables);
    if (action.location.kind !== 'variable') return undefined;
    if (!variables.has(action.location.variable)) return hold;
    return hold.used ? undefined : { ...hold, used: true };
  });
}

interface Hold {
  readonly depth: number;
  readonly used: boolean;
  /** A hold with accesses in it has ended. */
  readonly over: boolean;
  readonly inUnit: boolean;
}

const deepest = 64;
const noLock = -1;

function isOneHold(graph: FunctionGraph, lock: number, variables: ReadonlySet<number>): boolean {
  return walk(graph, (action, hold) => afterAction(action, hold, lock, variables));
}

/** Every path, with what is true on it; false where an action leads to nothing that may be. */
function walk(graph: FunctionGraph, step: (action: Action, hold: Hold) => Hold | undefined): boolean {
  const outgoing = outgoingEdges(graph);
  const start: Hold = { depth: 0, used: false, over: false, inUnit: false };
  const seen = new Set<string>();
  const pending: (readonly [number, Hold])[] = [[graph.entry, start]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, hold] = next;
    const key = `${node} ${hold.depth} ${hold.used} ${hold.over} ${hold.inUnit}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { to, action } of outgoing[node]!) {
      const after = step(action, hold);
      if (!after || after.depth > deepest) return false;
      pending.push([to, after]);
    }
  }
  return true;
}

/** Undefined where the claim is wrong, or the action is not one that this proof speaks about. */
function afterAction(action: Action, hold: Hold, lock: number, variables: ReadonlySet<number>): Hold | undefined {
  switch (action.kind) {
    case 'acquire': {
      if (action.shared) return undefined;
      const named = declaredLock(action.lock);
      return named === undefined ? undefined : named === lock ? { ...hold, depth: hold.depth + 1 } : hold;
    }
    case 'release': {
      // Through a local it may be any lock.
      const named = declaredLock(action.lock);
      if (named !== lock) return named === undefined ? undefined : hold;
      const depth = hold.depth - 1;
      return depth < 0 ? undefined : { ...hold, depth, over: hold.over || (depth === 0 && hold.used) };
    }
    case 'read':
    case 'write':
    case 'update': {
      if (action.location.kind !== 'variable') return undefined;
      if (!variables.has(action.location.variable)) return hold;
      return hold.depth > 0 && !hold.over ? { ...hold, used: true } : undefined;
    }
    // A unit inside another belongs to it.
    case 'begin-unit':
      return hold.inUnit ? undefined : { depth: hold.depth, used: false, over: false, inUnit: true };
    case 'end-unit':
      return hold.inUnit ? { depth: hold.depth, used: false, over: false, inUnit: false } : undefined;
    case 'skip':
    case 'return':
      return hold;
    default:
      return undefined;
  }
}
