// Something is put into a collection that was found in a field or map, while another thread takes it out there and works it off:
// what comes after its last look is in no collection that anybody will look at. Not if one lock is held from where it
// was found to where it is filled, and by the one who swaps. (Objects of given classes: late-entries.ts; filled by a
// compare-and-set that the other one makes fail: refused-fills.ts.)

import type { Inquiry } from '../../../../verdict/inquiry.js';
import type { FoundUse, Swap } from '../../lower/found-objects.js';
import type { HeldLock, UnitGraph } from '../../lower/unit-graph.js';
import { act, type Script, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';
import { isRefused } from './refused-fills.js';

export function lateAdditionInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((user) =>
      user.foundUses
        .filter(({ kind }) => kind === 'fill')
        .flatMap((fill) => {
          const [taken] = units.flatMap((taker) => lateSwaps(user, fill, taker).map((swap) => ({ taker, swap })));
          return taken ? [lateAddition(root, user, fill, taken.taker, taken.swap)] : [];
        }),
    ),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

function lateSwaps(user: UnitGraph, fill: FoundUse, taker: UnitGraph): readonly Swap[] {
  return taker === user && taker.once
    ? []
    : taker.swaps.filter((swap) => isLate(fill, swap) && !isRefused(user, fill, swap));
}

/** Then the two are not serializable, though what the taker does to the old one is not among its accesses. */
export function addsLate(user: UnitGraph, taker: UnitGraph): boolean {
  return user.foundUses.some((use) => use.kind === 'fill' && lateSwaps(user, use, taker).length > 0);
}

function isLate({ found, held }: FoundUse, swap: Swap): boolean {
  return (
    found.place.id === swap.place.id && !found.held.some((lock) => isKept(lock, held) && excludes(lock, swap.held))
  );
}

function isKept({ scope, object }: HeldLock, until: readonly HeldLock[]): boolean {
  return object.exact && until.some((lock) => lock.scope === scope);
}

function excludes({ object, mode }: HeldLock, others: readonly HeldLock[]): boolean {
  return others.some((lock) => lock.object.id === object.id && (mode === 'exclusive' || lock.mode === 'exclusive'));
}

function lateAddition(root: ClassInfo, user: UnitGraph, fill: FoundUse, taker: UnitGraph, swap: Swap): ScriptFinding {
  const { name } = fill.found.place;
  const other = user === taker ? 'another call of itself' : taker.name;
  return finding(root, fill.node, {
    rule: 'HD7002',
    kind: 'late-addition',
    property: 'assertions',
    low: user.rank === 'low' || taker.rank === 'low',
    methods: [...new Set([user.name, taker.name])],
    fields: [name],
    message: `${user.name} adds to what it found in ${name}, though ${other} may have ${swap.how === 'removed' ? 'taken that out' : 'put a new one there'} and gone on without it`,
    places: [
      [fill.node, `${fill.method} adds to what it has found in ${name}`],
      [
        swap.node,
        `${swap.method} ${swap.how === 'removed' ? 'takes it out' : 'puts a new one there'}, and goes on with the old one`,
      ],
    ],
    because: [
      `nothing keeps ${name} as it is from where ${fill.method} looks at it to line ${fill.node.line}: what is added after ${swap.method} has done its work is lost`,
    ],
    help: `look at ${name} and add to it under the lock under which it is ${swap.how}`,
    isSketch: true,
    script: () => lateScript(user, fill, taker, swap),
  });
}

/** What is added once the other one has swapped is added in vain. */
function lateScript(user: UnitGraph, fill: FoundUse, taker: UnitGraph, swap: Swap): Script {
  const fails = act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, fill.node);
  return {
    locks: [],
    variable: { name: 'swapped', initial: 0 },
    processes: [
      {
        name: user.name,
        instances: 1,
        node: fill.node,
        steps: [act({ kind: 'skip' }, fill.node), { kind: 'if', value: 1, node: fill.node, body: [fails] }],
      },
      {
        name: user === taker ? `${taker.name} again` : taker.name,
        instances: 1,
        node: swap.node,
        steps: [act(setAction(1), swap.node)],
      },
    ],
  };
}
