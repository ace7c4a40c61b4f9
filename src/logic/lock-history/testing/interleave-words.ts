// The oracle for compatibility: search all interleavings of words over non-reentrant locks.

import type { HeldWord } from './random-word.js';

export function interleavable(words: readonly HeldWord[]): boolean {
  const owners = new Map<number, number>();
  words.forEach(({ held }, process) => {
    for (const lock of held) owners.set(lock, process);
  });
  const start = words.map(() => 0);
  const seen = new Set<string>();
  const open = [{ positions: start, owners }];
  for (let state = open.pop(); state; state = open.pop()) {
    const { positions } = state;
    if (positions.every((position, process) => position === words[process]!.word.length)) return true;
    if (seen.has(positions.join())) continue;
    seen.add(positions.join());
    positions.forEach((position, process) => {
      const action = words[process]!.word[position];
      if (!action || (action.kind === 'acquire' && state.owners.has(action.lock))) return;
      const after = new Map(state.owners);
      if (action.kind === 'acquire') after.set(action.lock, process);
      else after.delete(action.lock);
      open.push({ positions: positions.map((p, i) => (i === process ? p + 1 : p)), owners: after });
    });
  }
  return false;
}
