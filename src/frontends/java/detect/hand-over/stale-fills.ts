// A cache is filled with what was asked for before another thread declared it invalid: the look for an entry that comes just before
// it is put there finds none, which was so before as well, and the old value comes back. Not if a number that the other one
// changes is compared, or a lock is held since the value was asked for. (Without such a second look: candidates.ts.)

import type { Inquiry } from '../../../../verdict/inquiry.js';
import type { Loaded } from '../../lower/found-objects.js';
import { type Access, type HeldLock, readsBehind, type UnitGraph } from '../../lower/unit-graph.js';
import { act, type Script, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { removes } from '../harmless-steps.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';

export function staleFillInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((filler) =>
      filler.accesses
        .filter((fill) => looksTwice(filler, fill))
        .flatMap((fill) => {
          const [end] = units.flatMap((other) => invalidations(filler, fill, other).map((drop) => ({ other, drop })));
          return end ? [staleFill(root, filler, fill, end.other, end.drop)] : [];
        }),
    ),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

/** Before the value was asked for, and again in the step that puts it there. */
function looksTwice(filler: UnitGraph, fill: Access): boolean {
  const { kind, location, loaded, tests } = fill;
  if (kind !== 'write' || !loaded) return false;
  const looks = filler.accesses.filter((look) => look.kind === 'read' && look.location.id === location.id);
  const decided = readsBehind(filler, fill.control);
  const isAgain = tests || looks.some(({ id }) => id > loaded.id && decided.has(id));
  return isAgain && looks.some(({ id }) => id < loaded.id);
}

/** Takes out or clears whatever is there, and nothing keeps this from happening since the value was asked for. */
function invalidations(filler: UnitGraph, fill: Access, other: UnitGraph): Access[] {
  if (other === filler) return [];
  const decided = readsBehind(filler, fill.control);
  const changed = new Set(other.accesses.filter(({ kind }) => kind === 'write').map(({ location }) => location.id));
  const isCompared = filler.accesses.some(
    ({ id, location }) => decided.has(id) && location.id !== fill.location.id && changed.has(location.id),
  );
  if (isCompared) return [];
  return other.accesses.filter(
    (drop) =>
      drop.kind === 'write' &&
      drop.location.id === fill.location.id &&
      isInvalidation(other, drop) &&
      !isKept(fill.loaded!, fill.held, drop.held),
  );
}

function isInvalidation(unit: UnitGraph, drop: Access): boolean {
  const { constant, validates, tests, location, node } = drop;
  const isOut = removes(drop) || node.field('name')?.text === 'clear' || (!location.isContent && constant === 'null');
  if (!isOut || validates || tests) return false;
  // Because there is too much, or it is old: that makes nothing invalid.
  const decided = readsBehind(unit, drop.control);
  const chosen = readsBehind(unit, drop.data);
  return !unit.accesses.some(
    (read) =>
      read.kind === 'read' &&
      read.node !== node &&
      read.location.object.id.startsWith(location.object.id) &&
      (decided.has(read.id) || chosen.has(read.id)),
  );
}

function isKept({ held }: Loaded, until: readonly HeldLock[], theirs: readonly HeldLock[]): boolean {
  return held.some(
    ({ object, scope }) =>
      object.exact && until.some((lock) => lock.scope === scope) && theirs.some((lock) => lock.object.id === object.id),
  );
}

function staleFill(root: ClassInfo, filler: UnitGraph, fill: Access, other: UnitGraph, drop: Access): ScriptFinding {
  const { name } = fill.location;
  return finding(root, fill.node, {
    rule: 'HD7002',
    kind: 'stale-fill',
    property: 'assertions',
    low: filler.rank === 'low' || other.rank === 'low',
    methods: [filler.name, other.name],
    fields: [name],
    message: `${filler.name} puts into ${name} what it has asked for before: ${other.name} may have declared it invalid since`,
    places: [
      [drop.node, `${drop.method} takes out what is there`],
      [fill.node, `${fill.method} puts there what it asked for before that`],
    ],
    because: [
      `there is nothing in ${name} before line ${drop.node.line} and after it: the second look does not tell, and the old value stays from line ${fill.node.line} on`,
    ],
    help: `load inside of the step that fills ${name} (computeIfAbsent), or compare a number that ${other.name} changes`,
    isSketch: true,
    script: () => staleScript(filler, fill, other, drop),
  });
}

function staleScript(filler: UnitGraph, fill: Access, other: UnitGraph, drop: Access): Script {
  const fails = act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, fill.node);
  return {
    locks: [],
    variable: { name: 'invalid', initial: 0 },
    processes: [
      {
        name: filler.name,
        instances: 1,
        node: fill.node,
        steps: [act({ kind: 'skip' }, fill.node), { kind: 'if', value: 1, node: fill.node, body: [fails] }],
      },
      { name: other.name, instances: 1, node: drop.node, steps: [act(setAction(1), drop.node)] },
    ],
  };
}
