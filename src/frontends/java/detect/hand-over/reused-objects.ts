// An object that was handed to another thread and is changed after that by the one who handed it over: put into a queue
// and filled again, or taken from a ThreadLocal, which gives it to the next call of the same thread.

import type { Inquiry } from '../../../../verdict/inquiry.js';
import type { HandOver } from '../../lower/hand-overs.js';
import type { UnitGraph } from '../../lower/unit-graph.js';
import { act } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';

export function reusedObjectInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((unit) => {
      const reuses = [...unit.handOvers.reuses, ...comesBack(unit, units)];
      const [open] = reuses.filter(({ handOver }) => !units.some((taker) => takes(taker, handOver)));
      return open ? [reused(root, unit, open.handOver, open.change)] : [];
    }),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

/** The object of a ThreadLocal, or of a field that never changes: the next call changes the same one. */
function comesBack(unit: UnitGraph, units: readonly UnitGraph[]): { handOver: HandOver; change: SyntaxNode }[] {
  return unit.handOvers.all
    .filter(
      ({ object, container, isAsync }) =>
        !/^(made|local)/.test(object) && (isAsync === true || container !== undefined || !unit.waitsForAll),
    )
    .flatMap((handOver) => {
      const changes = units.flatMap(({ handOvers }) => handOvers.changes);
      const change = changes.find(({ object }) => object === handOver.object);
      return change ? [{ handOver, change: change.node }] : [];
    });
}

/** Whoever takes it out is given, too: then the two are looked at as a pair. */
function takes({ accesses }: UnitGraph, { container, object }: HandOver): boolean {
  return (
    container !== undefined &&
    !/^thread/.test(object) &&
    accesses.some(({ location }) => location.object.id.startsWith(`${container}.*`))
  );
}

function reused(root: ClassInfo, unit: UnitGraph, { name, node, object }: HandOver, change: SyntaxNode): ScriptFinding {
  const isConfined = /^thread/.test(object);
  const how = isConfined ? 'the next call in the same thread changes' : 'changes';
  const location = { kind: 'variable', variable: 0 } as const;
  return finding(root, node, {
    rule: 'HD7022',
    kind: 'reuse',
    property: 'races',
    methods: [unit.name],
    fields: [name],
    message: `${unit.name} hands ${name} to another thread, and ${how} the same object after that`,
    places: [
      [node, `${name} is handed to another thread here`],
      [change, `and the same object is changed here`],
    ],
    because: [
      `whoever gets it looks at it without a lock, at any time after line ${node.line}: it may find what line ${change.line} has put there since, or half of it`,
    ],
    help: isConfined
      ? 'hand over a copy: what a ThreadLocal holds must not leave its thread'
      : 'hand over a copy, or make a new object for each hand-over',
    isSketch: true,
    script: () => ({
      locks: [],
      variable: { name, initial: 0 },
      processes: [
        { name: unit.name, instances: 1, node: change, steps: [act({ kind: 'write', location }, change)] },
        { name: 'whoever gets it', instances: 1, node, steps: [act({ kind: 'read', location }, node)] },
      ],
      plain: true,
    }),
  });
}
