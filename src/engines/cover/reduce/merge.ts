// A control with a single arc in, or a single arc out, is only passed through: its arcs merge, h = max(h1, h2 - d1) and
// d = d1 + d2. The number of arcs never grows. Wide controls are left alone: bypassing one after the other would copy
// their arcs again and again.

import { IndexWorklist } from '../../../base/worklist.js';
import { inSequence } from '../../../translate/nets/counter-system.js';
import type { Workspace } from './workspace.js';

const widest = 256;

export function merge(workspace: Workspace): boolean {
  const { problem, out, into } = workspace;
  const worklist = new IndexWorklist(problem.controls);
  for (let control = 0; control < problem.controls; control++) worklist.add(control);
  let merged = false;
  for (let control = worklist.take(); control !== undefined; control = worklist.take()) {
    if (!isPassage(workspace, control)) continue;
    const neighbours = [...into[control]!].map((arc) => arc.from).concat([...out[control]!].map((arc) => arc.to));
    bypass(workspace, control);
    for (const neighbour of neighbours) worklist.add(neighbour);
    merged = true;
  }
  return merged;
}

function isPassage({ problem, start, out, into }: Workspace, control: number): boolean {
  if (control === start || control === problem.goal) return false;
  const [ins, outs] = [into[control]!, out[control]!];
  if (ins.size === 0 || outs.size === 0 || (ins.size > 1 && outs.size > 1)) return false;
  if (ins.size > widest || outs.size > widest) return false;
  for (const arc of ins) if (arc.from === control) return false;
  return true;
}

function bypass(workspace: Workspace, control: number): void {
  const ins = [...workspace.into[control]!];
  const outs = [...workspace.out[control]!];
  workspace.passed[control] = 1;
  for (const arc of [...ins, ...outs]) workspace.remove(arc);
  for (const first of ins)
    for (const second of outs)
      workspace.add({ ...inSequence(first, second), word: { first: first.word, second: second.word } });
}
