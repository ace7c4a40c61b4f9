// Users of an object are counted, so that it is not closed while it is in use; but whoever finds it counts itself in only after
// it has let go of the lock under which it was found. In between, another thread sees the old count, takes the object out and
// closes it. Not if the count is tested when it is raised, which tells the user that it came too late.

import type { Inquiry } from '../../../../verdict/inquiry.js';
import { type Access, readsBehind, type UnitGraph } from '../../lower/unit-graph.js';
import { act, type Script, setAction } from '../../questions/script-program.js';
import { GraphPaths } from '../../relevance/graph-paths.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { descendants } from '../../syntax/syntax-node.js';
import { wayOf } from '../excuses.js';
import { removes } from '../harmless-steps.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';

/** An object is taken out of where it was found. */
type Out = Pick<Access, 'node' | 'method'>;

interface Pin {
  /** Where the object is found. */
  readonly found: Access;
  /** The count of its users is raised. */
  readonly raise: Access;
}

export function latePinInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((user) =>
      pinsOf(user).flatMap((pin) => {
        const [end] = units.flatMap((closer) =>
          [...endsUnder(closer, pin), ...takenOut(closer, pin)].map((out) => ({ closer, out })),
        );
        return end ? [latePin(root, user, pin, end.closer, end.out)] : [];
      }),
    ),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

/** A count inside of what was found, raised blindly and without a lock that was held since. */
function pinsOf(user: UnitGraph): Pin[] {
  const raises = user.accesses.filter((access) => access.kind === 'write' && isCount(access) && wayOf(access) === 'up');
  if (raises.length === 0) return [];
  const paths = new GraphPaths(user);
  return raises.flatMap((raise) => {
    const looks = user.accesses.filter(
      (look) => look.kind === 'read' && isInside(look, raise) && !look.iterates && paths.after(look).has(raise.id),
    );
    // Put there or looked at again under one lock with the raising: then it counts from there.
    const found = looks.length > 0 && looks.every((look) => !areTogether(look, raise)) ? looks.at(-1) : undefined;
    return found ? [{ found, raise }] : [];
  });
}

function isCount({ commutes, steps }: Access): boolean {
  return commutes || steps;
}

function isInside({ location: outer }: Access, { location: inner }: Access): boolean {
  return outer.isContent && inner.object.id.startsWith(`${outer.object.id}.*`);
}

function areTogether({ held }: Access, other: Access): boolean {
  return held.some(({ object, scope }) => object.exact && other.held.some((lock) => lock.scope === scope));
}

/** Takes objects out because nobody is counted, or takes itself off the count after that, and tests whether it was the last. */
function endsUnder(closer: UnitGraph, { found, raise }: Pin): Out[] {
  const counts = closer.accesses.filter(({ location }) => location.id === raise.location.id);
  const outs = closer.accesses.filter(
    (access) => access.kind === 'write' && access.location.id === found.location.id && removes(access),
  );
  return outs.filter((out) => {
    const decided = readsBehind(closer, out.control);
    const isLowered = ({ node, id }: Access) =>
      id > out.id && counts.some((count) => count.kind === 'write' && count.node === node && wayOf(count) === 'down');
    const isLast = (read: Access) =>
      read.kind === 'read' &&
      (decided.has(read.id) || (closer.uses.get(read.id)?.has('branch') === true && isLowered(read)));
    return (
      counts.some(isLast) && out.held.some(({ object }) => found.held.some((lock) => lock.object.id === object.id))
    );
  });
}

/** Takes the object out for good, of a class that ends its objects when the count comes down to zero. */
function takenOut({ swaps }: UnitGraph, { found, raise }: Pin): Out[] {
  return endsAtZero(raise) ? swaps.filter(({ how, place }) => how === 'removed' && place.id === found.location.id) : [];
}

function endsAtZero({ location: { field } }: Access): boolean {
  if (!field) return false;
  return [...descendants(field.owner.node)].some(
    ({ type, text }) =>
      type === 'binary_expression' &&
      /^(this\.)?(\w+)\.decrementAndGet\(\) (==|<=|<) \d$/.exec(text)?.[2] === field.name,
  );
}

function latePin(root: ClassInfo, user: UnitGraph, { found, raise }: Pin, closer: UnitGraph, out: Out): ScriptFinding {
  const [count, place] = [raise.location.name, found.location.name];
  const other = user === closer ? 'another call of itself' : closer.name;
  return finding(root, raise.node, {
    rule: 'HD7023',
    kind: 'late-pin',
    property: 'assertions',
    low: user.rank === 'low' || closer.rank === 'low',
    methods: [...new Set([user.name, closer.name])],
    fields: [place, count],
    message: `${user.name} counts itself in (${count}) after it has let go of ${place}: ${other} may have taken the object out by then`,
    places: [
      [found.node, `${found.method} finds the object in ${place} here`],
      [raise.node, `and says only here that it uses it`],
      [out.node, `${out.method} takes it out, as if nobody used it`],
    ],
    because: [
      `no lock is held from line ${found.node.line} to line ${raise.node.line}: whoever looks at ${count} in between does not see this user`,
    ],
    help: `raise ${count} under the lock under which the object is found`,
    isSketch: true,
    script: () => lateScript(user, raise, closer, out),
  });
}

function lateScript(user: UnitGraph, raise: Access, closer: UnitGraph, out: Out): Script {
  const fails = act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, raise.node);
  return {
    locks: [],
    variable: { name: 'taken out', initial: 0 },
    processes: [
      {
        name: user.name,
        instances: 1,
        node: raise.node,
        steps: [act({ kind: 'skip' }, raise.node), { kind: 'if', value: 1, node: raise.node, body: [fails] }],
      },
      {
        name: user === closer ? `${closer.name} again` : closer.name,
        instances: 1,
        node: out.node,
        steps: [act(setAction(1), out.node)],
      },
    ],
  };
}
