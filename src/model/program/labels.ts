// Labels: where a thread may be seen. A thread is at a label when passing it is one of its next actions.

import { nextEdges } from './moves.js';
import type { Program } from './program.js';
import type { Thread } from './state.js';

export function isAtLabel(program: Program, thread: Thread, label: string): boolean {
  if (thread.status.kind !== 'ready') return false;
  return nextEdges(program, thread).some(({ action }) => action.kind === 'label' && action.name === label);
}

/** `assert` alone, or one or two labels. */
export function labelsOfTarget(target: string): readonly string[] {
  return target === 'assert' ? [] : target.split(',').map((label) => label.trim());
}
