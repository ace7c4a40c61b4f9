// Drops what cannot matter: arcs that are dead (X1), arcs from which the goal is out of reach, and places that no hurdle
// asks for.

import type { Refuter } from '../search/refuter.js';
import type { Arc } from './arc.js';
import { type MarkablePlaces, markablePlaces } from './markable.js';
import type { Workspace } from './workspace.js';

/** Returns, when the goal is out of reach, the reason. */
export function prune(workspace: Workspace, forget: boolean): Refuter | undefined {
  const { problem, start, marking, out } = workspace;
  const marked = marking.filter((_, i) => i % 2 === 0);
  const markable = markablePlaces(problem.controls, problem.places, { control: start, marked }, (c) => out[c]!);
  if (!markable.isReached(problem.goal)) return refuterOf(workspace, markable);
  const useful = controlsReaching(workspace, problem.goal);
  for (const arc of workspace.allArcs())
    if (!markable.isLive(arc) || !useful[arc.to] || arc.from === problem.goal) workspace.remove(arc);
  if (forget) forgetUnasked(workspace);
  return undefined;
}

/** X1 speaks of the controls and places that are still there. */
function refuterOf({ passed, forgotten }: Workspace, markable: MarkablePlaces): Refuter {
  return (control, marking) => {
    if (passed[control]) return undefined;
    if (!markable.isReached(control)) return [];
    for (let i = 0; i < marking.length; i += 2)
      if (!forgotten[marking[i]!] && !markable.has(control, marking[i]!)) return [marking[i]!, 1];
    return undefined;
  };
}

function controlsReaching({ into, problem }: Workspace, goal: number): Uint8Array {
  const seen = new Uint8Array(problem.controls);
  seen[goal] = 1;
  const queue = [goal];
  for (const control of queue)
    for (const arc of into[control]!) {
      if (seen[arc.from]) continue;
      seen[arc.from] = 1;
      queue.push(arc.from);
    }
  return seen;
}

function forgetUnasked(workspace: Workspace): void {
  const unasked = new Uint8Array(workspace.problem.places).fill(1);
  for (const { hurdle } of workspace.allArcs()) for (let i = 0; i < hurdle.length; i += 2) unasked[hurdle[i]!] = 0;
  const mentions = ({ effect }: Arc) => effect.some((value, i) => i % 2 === 0 && unasked[value]);
  for (const arc of workspace.allArcs())
    if (mentions(arc)) {
      workspace.forget(unasked);
      return;
    }
}
