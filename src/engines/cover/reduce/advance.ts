// A start that nothing leads back to is left once, with the tokens it has now: arcs that these do not enable are dead, and
// a single one that they enable is taken at once.

import { covers, plus } from '../../../model/petri/marking.js';
import type { Workspace } from './workspace.js';

export function advance(workspace: Workspace): boolean {
  let advanced = false;
  while (workspace.start !== workspace.problem.goal && workspace.into[workspace.start]!.size === 0) {
    const arcs = [...workspace.out[workspace.start]!];
    const enabled = arcs.filter((arc) => covers(workspace.marking, arc.hurdle));
    for (const arc of arcs) if (!enabled.includes(arc)) workspace.remove(arc);
    if (enabled.length < arcs.length) advanced = true;
    const [arc, ...others] = enabled;
    if (!arc || others.length > 0) return advanced;
    workspace.events.push({ kind: 'advance', arc });
    workspace.marking = plus(workspace.marking, arc.effect);
    workspace.passed[workspace.start] = 1;
    workspace.start = arc.to;
    workspace.remove(arc);
    advanced = true;
  }
  return advanced;
}
