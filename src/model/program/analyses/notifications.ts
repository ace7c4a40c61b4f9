// Who can be woken at all.

import { declaredLock, type LockId, type Program } from '../program.js';

/** Is there a statement that notifies this lock, or one that is not named? */
export function isNotified({ functions }: Program, lock: LockId): boolean {
  return functions.some(({ edges }) =>
    edges.some(({ action }) => action.kind === 'notify' && (declaredLock(action.lock) ?? lock) === lock),
  );
}
