// Places that can be filled at the start as much as one likes. An arc is free if it has no hurdle (outside of omega). If a
// free arc lies on a round trip of free arcs from the start, the places it adds to become omega; then more arcs are free.

import type { Arc } from './arc.js';
import type { FreeTrees, Workspace } from './workspace.js';

/** Returns whether something became omega. */
export function pump(workspace: Workspace): boolean {
  let pumped = false;
  while (pumpOnce(workspace)) pumped = true;
  return pumped;
}

function pumpOnce(workspace: Workspace): boolean {
  const trees = freeTrees(workspace);
  const found = new Uint8Array(workspace.problem.places);
  let any = false;
  for (const control of trees.to.keys()) collect(control);
  collect(workspace.start);
  if (any) workspace.forget(found);
  return any;

  function collect(control: number): void {
    for (const arc of workspace.out[control]!) {
      if (!isFree(arc) || !(arc.to === workspace.start || trees.back.has(arc.to))) continue;
      for (let i = 0; i < arc.effect.length; i += 2) {
        const place = arc.effect[i]!;
        if (arc.effect[i + 1]! <= 0 || found[place]) continue;
        found[place] = workspace.omega[place] = 1;
        any = true;
        // `arc.effect` shrinks with omega; the event needs only its word.
        workspace.events.push({ kind: 'pump', place, arc, count: tokensNow(workspace, place), trees });
      }
    }
  }
}

function tokensNow({ marking }: Workspace, place: number): number {
  const i = marking.findIndex((value, at) => at % 2 === 0 && value === place);
  return i < 0 ? 0 : marking[i + 1]!;
}

function isFree(arc: Arc): boolean {
  return arc.hurdle.length === 0;
}

function freeTrees({ start, out, into }: Workspace): FreeTrees {
  const to = searchTree(
    start,
    (control) => out[control]!,
    (arc) => arc.to,
  );
  const back = searchTree(
    start,
    (control) => into[control]!,
    (arc) => arc.from,
  );
  return { to, back };
}

function searchTree(
  root: number,
  arcsAt: (control: number) => Iterable<Arc>,
  next: (arc: Arc) => number,
): Map<number, Arc> {
  const tree = new Map<number, Arc>();
  const queue = [root];
  for (const control of queue) {
    for (const arc of arcsAt(control)) {
      if (!isFree(arc) || next(arc) === root || tree.has(next(arc))) continue;
      tree.set(next(arc), arc);
      queue.push(next(arc));
    }
  }
  return tree;
}
