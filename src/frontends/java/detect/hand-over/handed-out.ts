// A plain collection that a lock guards at every access, handed to the caller as itself, or as a view of it: the caller looks at it
// without the lock. A copy would be the caller's own.

import type { Inquiry } from '../../../../verdict/inquiry.js';
import type { SharedObject } from '../../lower/shared-object.js';
import type { Access, HandedOut, UnitGraph } from '../../lower/unit-graph.js';
import { act, lockAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';

export function handedOutInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) => {
    const accesses = units.flatMap((unit) => unit.accesses);
    return units.flatMap((unit) =>
      unit.handsOut.flatMap((handed) => {
        const guarded = guardedWrite(accesses, handed.object);
        return guarded ? [handedOut(root, unit, handed, guarded)] : [];
      }),
    );
  });
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

interface Guarded {
  readonly write: Access;
  readonly lock: SharedObject;
}

/** A change of the content, if every access to it is made under one and the same lock. */
function guardedWrite(accesses: readonly Access[], { id }: SharedObject): Guarded | undefined {
  const touching = accesses.filter(({ location }) => location.isContent && location.object.id === id);
  const write = touching.find(({ kind }) => kind === 'write');
  const lock = write?.held.find(
    ({ object, isPermit }) =>
      object.exact && !isPermit && touching.every(({ held }) => held.some((other) => other.object.id === object.id)),
  );
  return write && lock ? { write, lock: lock.object } : undefined;
}

function handedOut(
  root: ClassInfo,
  unit: UnitGraph,
  { object, node }: HandedOut,
  { write, lock }: Guarded,
): ScriptFinding {
  const { name } = object;
  return finding(root, node, {
    rule: 'HD7007',
    kind: 'race',
    property: 'races',
    low: unit.rank === 'low' || unit.origin.parent?.child('modifiers')?.text.includes('public') !== true,
    methods: [unit.name, write.method],
    fields: [name],
    message: `${unit.name} hands out ${name}, which ${write.method} changes under ${lock.name}: its caller looks at it without that lock`,
    places: [
      [node, `${unit.name} hands out ${name} itself, or a view of it`],
      [write.node, `${write.method} changes ${name} under ${lock.name}`],
    ],
    because: [
      `every access to ${name} in ${root.name} is made under ${lock.name}, but the caller of ${unit.name} does not hold it`,
    ],
    help: `hand out a copy that is made under ${lock.name}`,
    script: () => ({
      locks: [lock.name],
      variable: { name, initial: 0 },
      processes: [
        {
          name: write.method,
          instances: 1,
          node: write.node,
          steps: [
            act(lockAction('acquire', 0), write.node),
            act({ kind: 'write', location: { kind: 'variable', variable: 0 } }, write.node),
            act(lockAction('release', 0), write.node),
          ],
        },
        {
          name: `whoever calls ${unit.name}`,
          instances: 1,
          node,
          steps: [act({ kind: 'read', location: { kind: 'variable', variable: 0 } }, node)],
        },
      ],
      plain: true,
    }),
  });
}
