// Waits that keep something which the one who would end them needs: a lock, or a thread of the pool that is to run the task
// which is waited for. A waiter without a partner in the given code is no finding.

import type { SharedObject } from '../../lower/shared-object.js';
import type { BlockingCall, HeldLock, JoinCall, UnitGraph, WaitCall } from '../../lower/unit-graph.js';
import { act, lockAction, notifyAction, type Script, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { type Called, finding, type ScriptFinding } from '../script-inquiry.js';

interface Waker {
  readonly unit: UnitGraph;
  readonly node: SyntaxNode;
  /** What it holds there, or has to take on its way. */
  readonly needs: readonly { readonly object: SharedObject }[];
}

interface Wait {
  readonly unit: UnitGraph;
  readonly node: SyntaxNode;
  readonly held: readonly HeldLock[];
  readonly wakers: readonly Waker[];
  /** One of these is enough to end it; otherwise all are waited for. */
  readonly anyEnds: boolean;
}

export function lockouts(
  root: ClassInfo,
  units: readonly UnitGraph[],
  calls: readonly Called<WaitCall>[],
): ScriptFinding[] {
  const joins = units.flatMap((unit) => unit.joins.map((call): Called<JoinCall> => ({ unit, call })));
  const blocking = units.flatMap((unit) => unit.blocking.map((call): Called<BlockingCall> => ({ unit, call })));
  const waits = [
    ...calls.flatMap((wait) => monitorWait(wait, calls)),
    ...blocking.map(({ unit, call }): Wait => {
      const held = call.held.filter(({ object }) => object.id !== call.object.id);
      return { unit, node: call.node, held, wakers: fillersOf(call, units), anyEnds: true };
    }),
    ...joins.flatMap((join) => joinWaits(join, units)),
  ];
  return distinct([...waits.flatMap((wait) => lockedOut(root, wait)), ...starvations(root, units, joins)]);
}

function distinct(found: readonly ScriptFinding[]): ScriptFinding[] {
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

function monitorWait({ unit, call }: Called<WaitCall>, calls: readonly Called<WaitCall>[]): Wait[] {
  if (call.kind !== 'wait' || call.timed || !call.isHeld) return [];
  const wakers = calls
    .filter((other) => other.call.kind !== 'wait' && other.call.object.id === call.object.id)
    .map((other) => ({ unit: other.unit, node: other.call.node, needs: other.call.held }));
  const held = call.held.filter(({ object }) => object.id !== call.object.id);
  return [{ unit, node: call.node, held, wakers, anyEnds: true }];
}

/** The end of tasks, and signals. */
function joinWaits({ unit, call }: Called<JoinCall>, units: readonly UnitGraph[]): Wait[] {
  const { node, held, signal } = call;
  const tasks = tasksOf(call, units).map((task): Waker => ({ unit: task, node: task.origin, needs: takenBy(task) }));
  const signalled = units.flatMap((other) =>
    other.signals
      .filter(({ object }) => object.id === signal?.id)
      .map((given) => ({ unit: other, node: given.node, needs: [...given.held, ...takenBefore(other, given.node)] })),
  );
  return [
    { unit, node, held, wakers: tasks, anyEnds: false },
    { unit, node, held, wakers: signalled, anyEnds: true },
  ];
}

function tasksOf({ tasks, runsThis }: JoinCall, units: readonly UnitGraph[]): UnitGraph[] {
  return units.filter(
    ({ handed, isTask, name }) =>
      (handed !== undefined && tasks.includes(handed.node)) || (runsThis && isTask && name === 'run()'),
  );
}

function takenBy({ edges }: UnitGraph): { readonly object: SharedObject }[] {
  return edges.flatMap(({ action }) => (action.kind === 'acquire' && !action.inner ? [{ object: action.object }] : []));
}

/** In the text before a call, in a unit that has nothing but this way to it. */
function takenBefore({ edges }: UnitGraph, { start, source }: SyntaxNode): { readonly object: SharedObject }[] {
  return edges.flatMap(({ action, node }) =>
    action.kind === 'acquire' && !action.inner && node.source === source && node.start < start
      ? [{ object: action.object }]
      : [],
  );
}

function lockedOut(root: ClassInfo, { unit, node, held, wakers, anyEnds }: Wait): ScriptFinding[] {
  const needs = ({ needs: needed }: Waker, id: string) => needed.some(({ object }) => object.id === id);
  const lock = held.find(
    ({ object, isPermit }) =>
      object.exact &&
      !isPermit &&
      wakers.length > 0 &&
      (anyEnds ? wakers.every((waker) => needs(waker, object.id)) : wakers.some((waker) => needs(waker, object.id))),
  );
  const waker = lock && wakers.find((one) => needs(one, lock.object.id));
  if (!lock || !waker) return [];
  const name = threadOrLock(lock.object);
  const [verb, end] = anyEnds ? ['to wake it', 'would end the wait'] : ['to come to its end', 'is waited for'];
  return [
    finding(root, node, {
      rule: 'HD7016',
      kind: 'deadlock',
      property: 'deadlocks',
      methods: [...new Set([unit.name, waker.unit.name])],
      fields: [name],
      message: `${unit.name} waits while it holds ${name}, which ${waker.unit.name} needs ${verb}`,
      places: [
        [node, `waits here and keeps ${name}`],
        [waker.node, `${waker.unit.method} ${end}, but needs ${name} to get here`],
      ],
      because: [
        `the wait at line ${node.line} does not give ${name} back, so nobody can get to line ${waker.node.line}`,
      ],
      help: `do not hold ${name} while waiting`,
      script: () => lockoutScript(name, unit, node, waker.unit, waker.node),
    }),
  ];
}

/** Tasks of one thread exclude each other as if by a lock. */
function threadOrLock({ name, type }: SharedObject): string {
  if (type.name === 'SingleThreadExecutor' || type.name === 'Timer') return `the only thread of ${name}`;
  return name === 'this' ? 'the monitor of this' : name;
}

/** Who fills what a `take` waits for, empties what a `put` waits for, or gives back a permit. */
function fillersOf(call: BlockingCall, units: readonly UnitGraph[]): Waker[] {
  if (call.what === 'acquire')
    return units.flatMap((unit) =>
      unit.permits
        .filter(({ object }) => object.id === call.object.id)
        .map(({ node, held }) => ({ unit, node, needs: held })),
    );
  const isTake = /^take/.test(call.what);
  const wanted = isTake ? /^(put|add|offer)/ : /^(take|poll|remove|drain|clear)/;
  return units.flatMap((unit) =>
    unit.accesses
      .filter(
        ({ kind, location, node }) =>
          kind === 'write' && location.object.id === call.object.id && wanted.test(node.field('name')?.text ?? ''),
      )
      .map(({ node, held }) => ({ unit, node, needs: held })),
  );
}

/** A task waits for a task of its own pool: with as many of them as there are threads, none is left to run it. */
function starvations(
  root: ClassInfo,
  units: readonly UnitGraph[],
  joins: readonly Called<JoinCall>[],
): ScriptFinding[] {
  return joins.flatMap(({ unit, call }) => {
    const pool = unit.handed?.pool;
    const signalled = units.filter(({ signals }) => signals.some(({ object }) => object.id === call.signal?.id));
    const waited = [...tasksOf(call, units), ...signalled].find(({ handed }) => pool && handed?.pool?.id === pool.id);
    if (!pool || !waited) return [];
    const thread = `a thread of ${pool.name}`;
    return [
      finding(root, call.node, {
        rule: 'HD7016',
        kind: 'deadlock',
        property: 'deadlocks',
        methods: [...new Set([unit.name, waited.name])],
        fields: [pool.name],
        message: `${unit.name} waits, in ${thread}, for ${waited.name}, which the same pool is to run`,
        places: [
          [call.node, `waits here and keeps ${thread}`],
          [waited.origin, 'is waited for, and needs a thread of the same pool'],
        ],
        because: [
          `when as many tasks as ${pool.name} has threads have come to line ${call.node.line}, no thread is left for what they wait for`,
        ],
        help: 'run the inner tasks in another pool, or combine the results without waiting (thenCombine, thenCompose)',
        script: () => lockoutScript(`the last free thread of ${pool.name}`, unit, call.node, waited, waited.origin),
      }),
    ];
  });
}

function lockoutScript(name: string, unit: UnitGraph, node: SyntaxNode, waker: UnitGraph, at: SyntaxNode): Script {
  return {
    locks: [name, 'what is waited for'],
    variable: { name: 'condition', initial: 0 },
    processes: [
      {
        name: unit.name,
        instances: 1,
        node,
        steps: [
          act(lockAction('acquire', 0), node),
          act(lockAction('acquire', 1), node),
          { kind: 'while', value: 0, node, body: [act(lockAction('wait', 1), node)] },
          act(lockAction('release', 1), node),
          act(lockAction('release', 0), node),
        ],
      },
      {
        name: waker.name === unit.name ? `${waker.name} again` : waker.name,
        instances: 1,
        node: at,
        steps: [
          act(lockAction('acquire', 0), at),
          act(lockAction('acquire', 1), at),
          act(setAction(1), at),
          act(notifyAction(1, true), at),
          act(lockAction('release', 1), at),
          act(lockAction('release', 0), at),
        ],
      },
    ],
  };
}
