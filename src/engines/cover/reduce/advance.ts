// A start that nothing leads back to is left once, with the tokens it has now: arcs that these do not enable are dead, and
// a single one that they enable is taken at once. So is any enabled arc into the goal.

import { covers, plus } from '../../../model/petri/marking.js';
import type { Arc } from './arc.js';
import type { Workspace } from './workspace.js';

export function advance(workspace: Workspace): boolean {
  for (const arc of workspace.out[workspace.start]!)
    if (arc.to === workspace.problem.goal && covers(workspace.marking, arc.hurdle)) {
      take(workspace, arc);
      return true;
    }
  let advanced = false;
  while (workspace.start !== workspace.problem.goal && workspace.into[workspace.start]!.size === 0) {
    const arcs = [...workspace.out[workspace.start]!];
    const enabled = arcs.filter((arc) => covers(workspace.marking, arc.hurdle));
    const isEnabled = new Set(enabled);
    for (const arc of arcs) if (!isEnabled.has(arc)) workspace.remove(arc);
    if (enabled.length < arcs.length) advanced = true;
    const [arc, ...others] = enabled;
    if (!arc || others.length > 0) return advanced;
    take(workspace, arc);
    advanced = true;
  }
  return advanced;
}

function take(workspace: Workspace, arc: Arc): void {
  workspace.events.push({ kind: 'advance', arc });
  workspace.marking = plus(workspace.marking, arc.effect);
  workspace.passed[workspace.start] = 1;
  workspace.start = arc.to;
  workspace.remove(arc);
}
