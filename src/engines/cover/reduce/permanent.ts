// Tokens that nothing ever takes: where no arc lowers a place, what it holds at the start is there for ever, and hurdles up to
// that are met. (Nets have such places for parameters, sources and switches.)

import type { Marking } from '../../../model/petri/marking.js';
import type { Workspace } from './workspace.js';

/** Returns whether a hurdle became smaller. */
export function dropPermanent(workspace: Workspace): boolean {
  const held = permanentTokens(workspace);
  let changed = false;
  for (const arc of workspace.allArcs()) {
    const left = beyond(arc.hurdle, held);
    if (left.length === arc.hurdle.length) continue;
    arc.hurdle = left;
    changed = true;
  }
  return changed;
}

/** Per place, what it never holds less than. */
function permanentTokens(workspace: Workspace): Float64Array {
  const held = new Float64Array(workspace.problem.places);
  const { marking } = workspace;
  for (let i = 0; i < marking.length; i += 2) held[marking[i]!] = marking[i + 1]!;
  for (const { effect } of workspace.allArcs())
    for (let i = 0; i < effect.length; i += 2) if (effect[i + 1]! < 0) held[effect[i]!] = 0;
  return held;
}

function beyond(hurdle: Marking, held: Float64Array): Marking {
  let met = false;
  for (let i = 0; i < hurdle.length; i += 2) if (hurdle[i + 1]! <= held[hurdle[i]!]!) met = true;
  return met ? hurdle.filter((_, i) => hurdle[i | 1]! > held[hurdle[i & ~1]!]!) : hurdle;
}
