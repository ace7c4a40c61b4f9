// Locks taken by `lock()` that some way out does not give back, exceptions included: whoever comes next waits for ever.

import type { Inquiry } from '../../../verdict/inquiry.js';
import type { LockLeak, UnitGraph } from '../lower/unit-graph.js';
import { act, lockAction } from '../questions/script-program.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { scriptInquiry } from './script-inquiry.js';

export function leakInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const seen = new Set<unknown>();
  return classes.flatMap(({ root, units }) =>
    units.flatMap((unit) =>
      unit.leaks.flatMap((leak) => {
        if (seen.has(leak.held.node) || !isLeak(unit, leak, units)) return [];
        seen.add(leak.held.node);
        return [leakInquiry(root, unit, leak)];
      }),
    ),
  );
}

/**
 * Given back on another way; or another method gives back what this one hands out, and an exception comes before it is
 * handed out. A normal way out of such a method is how it is meant.
 */
function isLeak(unit: UnitGraph, { held, how }: LockLeak, units: readonly UnitGraph[]): boolean {
  const { id } = held.object;
  const isHandedOut = units.some(({ gives }) => gives.has(id));
  return how === 'exception' ? isHandedOut || unit.released.has(id) : !isHandedOut && unit.released.has(id);
}

function leakInquiry(root: ClassInfo, unit: UnitGraph, { held, exit, how }: LockLeak): Inquiry {
  const lock = held.object.name;
  const way = how === 'exception' ? `if line ${exit.line} throws` : `on the way out at line ${exit.line}`;
  return scriptInquiry({
    id: `${root.qualified}: leak of ${lock} at ${held.node.line}`,
    rule: 'HD7011',
    kind: 'leak',
    property: 'deadlocks',
    cls: root.qualified,
    methods: [unit.name],
    fields: [lock],
    message: `${root.name}: ${unit.name} does not give ${lock} back ${way}`,
    places: [
      [held.node, `takes ${lock}`],
      [
        exit,
        how === 'exception' ? 'an exception here leaves the method with the lock held' : 'leaves with the lock held',
      ],
    ],
    because: [`${lock} stays locked, so every later call that takes it waits for ever`],
    help: `put the code after line ${held.node.line} into try { … } finally { ${lock}.unlock(); }`,
    script: () => ({
      locks: [lock],
      processes: [
        {
          name: unit.name,
          instances: 1,
          node: held.node,
          steps: [act(lockAction('acquire', 0), held.node), act({ kind: 'skip' }, exit)],
        },
        {
          name: 'the next call',
          instances: 1,
          node: held.node,
          steps: [act(lockAction('acquire', 0), held.node), act(lockAction('release', 0), held.node)],
        },
      ],
    }),
  });
}
