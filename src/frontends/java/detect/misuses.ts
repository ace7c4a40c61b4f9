// Library objects used against their contract: a map that is changed by the function of its own update, effects inside of a
// retry that are repeated with it, a lock or permit given back on a path that never took it.

import { derived } from '../../../base/derived.js';
import { edgesBySource } from '../../../base/graph.js';
import type { Inquiry } from '../../../verdict/inquiry.js';
import { type Access, type NestedUpdate, readsBehind, type Surplus, type UnitGraph } from '../lower/unit-graph.js';
import { act, lockAction, type Script, setAction } from '../questions/script-program.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { simpleName } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { finding, type ScriptFinding, scriptInquiry } from './script-inquiry.js';

export function misuseInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((unit) => [
      ...unit.nested.slice(0, 1).map((nested) => nestedUpdate(root, unit, nested)),
      ...[...unit.repeated, ...retriedWrites(unit)].slice(0, 1).map((write) => repeatedEffect(root, unit, write)),
      ...reusedNodes(unit, units).map((swap) => reusedNode(root, unit, swap)),
      ...unit.surplus.filter(isOdd(unit)).map((surplus) => surplusRelease(root, unit, surplus)),
    ]),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

function nestedUpdate(root: ClassInfo, unit: UnitGraph, { object, outer, node }: NestedUpdate): ScriptFinding {
  const name = outer.field('name')?.text ?? 'computeIfAbsent';
  return finding(root, node, {
    rule: 'HD7017',
    kind: 'nested-update',
    property: 'deadlocks',
    methods: [unit.name],
    fields: [object.name],
    message: `${unit.name} changes ${object.name} inside of the function that it hands to ${object.name}.${name}`,
    places: [
      [outer, `${name} keeps an entry of ${object.name} locked while its function runs`],
      [node, `and the function changes ${object.name}`],
    ],
    because: [
      'the map may find its own lock taken: it throws IllegalStateException (recursive update) or does not come back',
    ],
    help: `compute the value first, and put it into ${object.name} with putIfAbsent`,
    isSketch: true,
    script: () => twice(`an entry of ${object.name}`, unit, outer, node),
  });
}

/** One thread, and a lock that is not reentrant: what is taken twice is not the same hold. */
function twice(name: string, unit: UnitGraph, outer: SyntaxNode, inner: SyntaxNode): Script {
  return {
    locks: [name, `${name}, waited for by its own holder`],
    variable: { name: 'free', initial: 0 },
    processes: [
      {
        name: unit.name,
        instances: 1,
        node: outer,
        steps: [
          act(lockAction('acquire', 0), outer),
          act(lockAction('acquire', 1), inner),
          // Only whoever finishes the outer update would free it, and that is this thread.
          { kind: 'while', value: 0, node: inner, body: [act(lockAction('wait', 1), inner)] },
          act(lockAction('release', 1), inner),
          act(setAction(1), outer),
          act(lockAction('release', 0), outer),
        ],
      },
    ],
  };
}

const stepsOf = derived((unit: UnitGraph) => edgesBySource(unit));

/** Can the second access follow the first, in whatever round? */
function isFollowedBy(unit: UnitGraph, first: Access, second: Access): boolean {
  const outgoing = stepsOf(unit);
  const pending = unit.edges.flatMap(({ action, to }) =>
    action.kind === 'access' && action.access === first ? [to] : [],
  );
  const seen = new Set(pending);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const { action, to } of outgoing[node]!) {
      if (action.kind === 'access' && action.access === second) return true;
      if (seen.has(to)) continue;
      seen.add(to);
      pending.push(to);
    }
  }
  return false;
}

/** Writes in a loop that is left by a compare-and-set, before it: each failure makes them once more. */
function retriedWrites(unit: UnitGraph): Access[] {
  const swaps = unit.accesses.filter(({ validates, loops }) => validates && loops.length > 0);
  if (swaps.length === 0) return [];
  return unit.accesses.filter((write) => {
    const loop = write.loops.at(-1);
    return (
      isEffect(write) &&
      swaps.some(
        (swap) =>
          swap.loops.at(-1) === loop &&
          swap.location.id !== write.location.id &&
          isFollowedBy(unit, write, swap) &&
          isFollowedBy(unit, write, write) &&
          !isFollowedBy(unit, swap, write),
      )
    );
  });
}

/** Not a write that has the same effect when it is made again. */
function isEffect({ kind, counts, steps, validates, location, node }: Access): boolean {
  if (kind !== 'write' || validates) return false;
  return counts || steps || (location.isContent && /^(add|offer|push)/.test(node.field('name')?.text ?? ''));
}

function repeatedEffect(root: ClassInfo, unit: UnitGraph, { node, location }: Access): ScriptFinding {
  return finding(root, node, {
    rule: 'HD7018',
    kind: 'repeated-effect',
    property: 'assertions',
    methods: [unit.name],
    fields: [location.name],
    message: `${unit.name} changes ${location.name} again whenever its compare-and-set has to be retried`,
    places: [[node, `is repeated with every attempt`]],
    because: [
      `when another thread is faster the attempt fails and line ${node.line} runs once more: ${location.name} changes more often than the operation succeeds`,
    ],
    help: `change ${location.name} after the compare-and-set has succeeded`,
    isSketch: true,
    script: () => retryScript(unit, node),
  });
}

/** The other thread comes between effect and compare-and-set: the effect is made a second time. */
function retryScript(unit: UnitGraph, node: SyntaxNode): Script {
  const twiceDone = act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, node);
  return {
    locks: [],
    variable: { name: 'changed by another thread', initial: 0 },
    processes: [
      {
        name: unit.name,
        instances: 1,
        node,
        steps: [act({ kind: 'skip' }, node), { kind: 'if', value: 1, node, body: [twiceDone] }],
      },
      { name: `${unit.name} again`, instances: 1, node, steps: [act(setAction(1), node)] },
    ],
  };
}

/** The unit takes it on some path, and gives it back on one that had not. */
function isOdd({ edges, released }: UnitGraph): (surplus: Surplus) => boolean {
  const taken = new Set(edges.flatMap(({ action }) => (action.kind === 'acquire' ? [action.object.id] : [])));
  return ({ object }) => /^(X|static|local)/.test(object.id) && (taken.has(object.id) || released.has(object.id));
}

function surplusRelease(root: ClassInfo, unit: UnitGraph, { object, node }: Surplus): ScriptFinding {
  const isSemaphore = simpleName(object.type.name) === 'Semaphore';
  const because = isSemaphore
    ? `on the path where it was not taken, line ${node.line} adds a permit: from then on more threads get in than there should be`
    : `on the path where it was not taken, line ${node.line} throws IllegalMonitorStateException`;
  return finding(root, node, {
    rule: 'HD7019',
    kind: 'surplus-release',
    property: 'assertions',
    methods: [unit.name],
    fields: [object.name],
    message: `${unit.name} gives ${object.name} back on a path that has not taken it`,
    places: [[node, `gives ${object.name} back, taken or not`]],
    because: [because],
    help: `take ${object.name} before the try block, so that finally runs only when it was taken`,
    isSketch: true,
    script: () => ({
      locks: [],
      variable: { name: 'taken', initial: 0 },
      processes: [
        {
          name: unit.name,
          instances: 1,
          node,
          steps: [
            {
              kind: 'if',
              value: 0,
              node,
              body: [act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, node)],
            },
          ],
        },
      ],
    }),
  });
}

/** A compare-and-set to what a node said when it was read, where nodes can be taken out and put back. */
function reusedNodes(unit: UnitGraph, units: readonly UnitGraph[]): Access[] {
  return unit.accesses
    .filter(({ validates, location, stored, kind }) => {
      if (!validates || kind !== 'write' || simpleName(location.type.name) !== 'AtomicReference') return false;
      const behind = readsBehind(unit, stored);
      const looksInside = unit.accesses.some(
        (read) => read.kind === 'read' && behind.has(read.id) && read.location.object.id === `${location.object.id}.*`,
      );
      return looksInside && units.some(({ accesses }) => accesses.some((other) => putsBack(other, location.id)));
    })
    .slice(0, 1);
}

/** What it stores was handed in, not made for this. */
function putsBack({ kind, location, fresh, constant, stored, validates }: Access, id: string): boolean {
  return kind === 'write' && location.id === id && validates && !fresh && constant === undefined && stored.size === 0;
}

function reusedNode(root: ClassInfo, unit: UnitGraph, { node, location }: Access): ScriptFinding {
  return finding(root, node, {
    rule: 'HD7002',
    kind: 'stale-check',
    property: 'assertions',
    methods: [unit.name],
    fields: [location.name],
    message: `${unit.name} takes ${location.name} for unchanged when the same object was taken out and put back (ABA)`,
    places: [[node, 'succeeds because the object is the same, though its fields are not']],
    because: [
      `objects that were taken out of ${location.name} can be put back: the comparison at line ${node.line} cannot tell, and stores what such an object said before`,
    ],
    help: 'make a new node for each insertion, or use AtomicStampedReference',
    isSketch: true,
    script: () => ({
      locks: [],
      variable: { name: `what ${location.name} has been through`, initial: 0 },
      processes: [
        {
          name: unit.name,
          instances: 1,
          node,
          steps: [
            {
              kind: 'if',
              value: 2,
              node,
              body: [act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, node)],
            },
          ],
        },
        { name: 'others', instances: 1, node, steps: [act(setAction(1), node), act(setAction(2), node)] },
      ],
    }),
  });
}
