// Waiting gone wrong: a wait that does not test its condition again, a condition tested before the lock was taken,
// notifications that reach the wrong waiter or nobody, calls without the monitor, and waits that keep another lock which
// the one who would wake them needs. A waiter without a partner in the given code is no finding.

import type { Inquiry } from '../../../verdict/inquiry.js';
import { type BlockingCall, readsBehind, type UnitGraph, type WaitCall } from '../lower/unit-graph.js';
import {
  act,
  lockAction,
  notifyAction,
  type ScriptProcess,
  type Step,
  setAction,
} from '../questions/script-program.js';
import type { ClassInfo } from '../symbols/class-info.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { type ScriptFinding, scriptInquiry } from './script-inquiry.js';
import { changesFor, conditionOf, dependsOnParameter, type WaitCondition } from './wait-conditions.js';

interface Called<T> {
  readonly unit: UnitGraph;
  readonly call: T;
}

export function waitInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  return classes.flatMap(({ root, units }) => {
    const calls = units.flatMap((unit) => unit.waits.map((call): Called<WaitCall> => ({ unit, call })));
    const blocking = units.flatMap((unit) => unit.blocking.map((call): Called<BlockingCall> => ({ unit, call })));
    const found = [
      ...withoutMonitor(root, calls),
      ...untested(root, calls),
      ...wrongWaiter(root, calls),
      ...unnoticed(root, units, calls),
      ...lockedOut(root, units, calls, blocking),
    ];
    return found.map(scriptInquiry);
  });
}

type Part = Omit<ScriptFinding, 'cls' | 'id'>;

function finding(root: ClassInfo, node: SyntaxNode, part: Part): ScriptFinding {
  return {
    ...part,
    cls: root.qualified,
    id: `${root.qualified}: ${part.rule} at ${node.line}:${node.start}`,
    message: `${root.name}: ${part.message}`,
  };
}

function withoutMonitor(root: ClassInfo, calls: readonly Called<WaitCall>[]): ScriptFinding[] {
  return calls
    .filter(({ call }) => !call.isHeld && call.object.exact)
    .map(({ unit, call }) => {
      const name = call.object.name === 'this' ? 'the monitor of this' : call.object.name;
      const action = call.kind === 'wait' ? lockAction('wait', 0) : notifyAction(0, call.kind === 'notifyAll');
      return finding(root, call.node, {
        rule: 'HD7014',
        kind: 'monitor',
        property: 'errors',
        methods: [unit.name],
        fields: [name],
        fault: `HD7014 ${call.object.orderKey}`,
        message: `${unit.name} calls ${call.node.field('name')?.text ?? call.kind} without holding ${name}`,
        places: [[call.node, 'throws IllegalMonitorStateException']],
        because: [`${name} is not held at line ${call.node.line}, so the call always fails`],
        help: `move the call inside of the block that holds ${name}`,
        script: () => ({
          locks: [name],
          processes: [{ name: unit.name, instances: 1, node: call.node, steps: [act(action, call.node)] }],
        }),
      });
    });
}

/** `if (…) wait()`, or the loop is outside of the lock. */
function untested(root: ClassInfo, calls: readonly Called<WaitCall>[]): ScriptFinding[] {
  return calls
    .filter(
      ({ call }) =>
        call.kind === 'wait' && call.isHeld && !call.inLoop && !call.timed && conditionOf(call) !== undefined,
    )
    .filter(({ unit, call }) => !isTestedInRounds(unit, call))
    .map(({ unit, call }) => {
      const isOutside = call.held.every(
        ({ loops }) => loops.length >= loopsAround(call.node) && loopsAround(call.node) > 0,
      );
      const { node } = call;
      const why = isOutside
        ? `the condition is tested before the lock is taken: a notification between the two is lost, and the wait at line ${node.line} does not end`
        : `when the wait at line ${node.line} ends the condition may be false again: another thread was faster, or the wake-up was spurious`;
      return finding(root, node, {
        rule: 'HD7012',
        kind: 'lost-wake-up',
        property: isOutside ? 'deadlocks' : 'assertions',
        methods: [unit.name],
        message: isOutside
          ? `${unit.name} can miss the notification it waits for`
          : `${unit.name} goes on after a wait without testing its condition again`,
        places: [[node, 'waits here']],
        because: [why],
        help: 'wait in a loop inside of the lock: while (!condition) wait();',
        script: () => (isOutside ? missedScript(unit, node) : ifScript(unit, node)),
      });
    });
}

/** The loop is around the lock, and each round tests the condition under it. */
function isTestedInRounds(unit: UnitGraph, { object, held, control }: WaitCall): boolean {
  const lock = held.find((candidate) => candidate.object.id === object.id);
  if (!lock || lock.loops.length === 0) return false;
  const tested = readsBehind(unit, control);
  return unit.accesses.some(
    ({ id, held: around }) => tested.has(id) && around.some(({ scope }) => scope === lock.scope),
  );
}

function loopsAround(node: SyntaxNode): number {
  let count = 0;
  for (let at = node.parent; at && at.type !== 'method_declaration'; at = at.parent)
    if (/^(while|do|for)_statement$/.test(at.type)) count++;
  return count;
}

function ifScript(
  unit: UnitGraph,
  node: SyntaxNode,
): { locks: string[]; variable: { name: string; initial: number }; processes: ScriptProcess[] } {
  const failing: Step = {
    kind: 'if',
    value: 0,
    node,
    body: [act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, node)],
  };
  const taker: Step[] = [
    act(lockAction('acquire', 0), node),
    { kind: 'if', value: 0, node, body: [act(lockAction('wait', 0), node)] },
    failing,
    act(setAction(0), node),
    act(lockAction('release', 0), node),
  ];
  const giver = [
    act(lockAction('acquire', 0), node),
    act(setAction(1), node),
    act(notifyAction(0, true), node),
    act(lockAction('release', 0), node),
  ];
  return {
    locks: ['the monitor'],
    variable: { name: 'condition', initial: 0 },
    processes: [
      { name: unit.name, instances: 2, node, steps: taker },
      { name: 'the notifier', instances: 1, node, steps: giver },
    ],
  };
}

function missedScript(unit: UnitGraph, node: SyntaxNode): ReturnType<typeof ifScript> {
  const waiter: Step[] = [
    {
      kind: 'if',
      value: 0,
      node,
      body: [
        act(lockAction('acquire', 0), node),
        act(lockAction('wait', 0), node),
        act(lockAction('release', 0), node),
      ],
    },
  ];
  const giver = [
    act(lockAction('acquire', 0), node),
    act(setAction(1), node),
    act(notifyAction(0, true), node),
    act(lockAction('release', 0), node),
  ];
  return {
    locks: ['the monitor'],
    variable: { name: 'condition', initial: 0 },
    processes: [
      { name: unit.name, instances: 1, node, steps: waiter },
      { name: 'the notifier', instances: 1, node, steps: giver },
    ],
  };
}

/** `notify` where threads wait for different things at one monitor: it may wake one that cannot go on. */
function wrongWaiter(root: ClassInfo, calls: readonly Called<WaitCall>[]): ScriptFinding[] {
  return calls
    .filter(({ call }) => call.kind === 'notify' && call.isHeld)
    .slice(0, 1)
    .flatMap(({ unit, call }) => {
      const waits = calls.filter(
        (other) =>
          other.call.kind === 'wait' &&
          other.call.object.id === call.object.id &&
          other.call.condition === call.condition,
      );
      const conditions = distinctConditions(waits);
      // A condition on a parameter is another one for each caller.
      const personal = waits.find(({ call: wait }) => dependsOnParameter(wait));
      const different = conditions.length === 1 && personal ? [personal, personal] : conditions;
      if (different.length < 2) return [];
      const [one, two] = different;
      return [
        finding(root, call.node, {
          rule: 'HD7013',
          kind: 'lost-wake-up',
          property: 'deadlocks',
          methods: [...new Set([unit.name, one!.unit.name, two!.unit.name])],
          message: `the notification of ${unit.name} can wake a thread that cannot go on, and all others wait for ever`,
          places: [
            [call.node, 'wakes one waiting thread, whichever'],
            [one!.call.node, `${one!.unit.method} waits here`],
            [two!.call.node, `${two!.unit.method} waits here for something else`],
          ],
          because: [
            `${one!.unit.method} and ${two!.unit.method} wait at one monitor for different conditions; notify() wakes only one of them, and if it is the wrong one it waits again and nobody is left to wake the other`,
          ],
          help: 'use notifyAll (or signalAll), or one Condition of a Lock for each condition',
          script: () => twoConditions(call.node, one!, two!),
        }),
      ];
    });
}

function distinctConditions(waits: readonly Called<WaitCall>[]): Called<WaitCall>[] {
  const seen = new Map<string, Called<WaitCall>>();
  for (const wait of waits) {
    const condition = conditionOf(wait.call)?.text;
    if (condition !== undefined && !seen.has(condition)) seen.set(condition, wait);
  }
  return [...seen.values()];
}

/** A place for one thing, two who fill it and two who empty it. */
function twoConditions(node: SyntaxNode, one: Called<WaitCall>, two: Called<WaitCall>): ReturnType<typeof ifScript> {
  const steps = (blocked: number, value: number, at: SyntaxNode): Step[] => [
    act(lockAction('acquire', 0), at),
    { kind: 'while', value: blocked, node: at, body: [act(lockAction('wait', 0), at)] },
    act(setAction(value), at),
    act(notifyAction(0, false), node),
    act(lockAction('release', 0), at),
  ];
  const isSame = one.unit.name === two.unit.name;
  return {
    locks: ['the monitor'],
    variable: { name: 'condition', initial: 0 },
    processes: [
      { name: one.unit.name, instances: 2, node: one.call.node, steps: steps(1, 1, one.call.node) },
      {
        name: isSame ? `${two.unit.name} again` : two.unit.name,
        instances: 2,
        node: two.call.node,
        steps: steps(0, 0, two.call.node),
      },
    ],
  };
}

/** A method that makes a condition true that others wait for, and tells nobody. */
function unnoticed(root: ClassInfo, units: readonly UnitGraph[], calls: readonly Called<WaitCall>[]): ScriptFinding[] {
  const found: ScriptFinding[] = [];
  for (const { unit, call } of calls) {
    if (call.kind !== 'wait' || call.timed || !call.isHeld) continue;
    const condition = conditionOf(call);
    if (!condition) continue;
    for (const other of units) {
      const silent = silentChange(other, call, condition);
      if (!silent || found.some(({ methods }) => methods.includes(other.name))) continue;
      found.push(unnoticedFinding(root, unit, call, other, silent));
    }
  }
  return found;
}

function silentChange(unit: UnitGraph, wait: WaitCall, condition: WaitCondition): SyntaxNode | undefined {
  const tells = unit.waits.some(({ kind, object }) => kind !== 'wait' && object.id === wait.object.id);
  return tells ? undefined : unit.accesses.find((access) => changesFor(access, condition))?.node;
}

function unnoticedFinding(
  root: ClassInfo,
  unit: UnitGraph,
  call: WaitCall,
  other: UnitGraph,
  change: SyntaxNode,
): ScriptFinding {
  return finding(root, change, {
    rule: 'HD7013',
    kind: 'lost-wake-up',
    property: 'deadlocks',
    methods: [other.name, unit.name],
    message: `${other.name} makes the condition true that ${unit.name} waits for, but does not notify`,
    places: [
      [change, 'changes what others wait for'],
      [call.node, `${unit.method} waits here`],
    ],
    because: [`nothing wakes a thread that waits at line ${call.node.line} after line ${change.line} has run`],
    help: 'call notifyAll (or signalAll) after the change, under the same lock',
    script: () => ({
      locks: ['the monitor'],
      variable: { name: 'condition', initial: 0 },
      processes: [
        {
          name: unit.name,
          instances: 1,
          node: call.node,
          steps: [
            act(lockAction('acquire', 0), call.node),
            { kind: 'while', value: 0, node: call.node, body: [act(lockAction('wait', 0), call.node)] },
            act(lockAction('release', 0), call.node),
          ],
        },
        {
          name: other.name === unit.name ? `${other.name} again` : other.name,
          instances: 1,
          node: change,
          steps: [
            act(lockAction('acquire', 0), change),
            act(setAction(1), change),
            act(lockAction('release', 0), change),
          ],
        },
      ],
    }),
  });
}

/** A wait, or a call that blocks, keeps a lock that everybody needs who could end it. */
function lockedOut(
  root: ClassInfo,
  units: readonly UnitGraph[],
  calls: readonly Called<WaitCall>[],
  blocking: readonly Called<BlockingCall>[],
): ScriptFinding[] {
  const waits = calls
    .filter(({ call }) => call.kind === 'wait' && !call.timed && call.isHeld)
    .map(({ unit, call }) => ({
      unit,
      node: call.node,
      held: call.held.filter(({ object }) => object.id !== call.object.id),
      wakers: calls
        .filter((other) => other.call.kind !== 'wait' && other.call.object.id === call.object.id)
        .map((other) => ({ unit: other.unit, node: other.call.node, held: other.call.held })),
    }));
  const blocks = blocking.map(({ unit, call }) => ({
    unit,
    node: call.node,
    held: call.held.filter(({ object }) => object.id !== call.object.id),
    wakers: wakersOf(call, units),
  }));
  return [...waits, ...blocks].flatMap(({ unit, node, held, wakers }) => {
    const lock = held.find(
      ({ object }) =>
        object.exact &&
        wakers.length > 0 &&
        wakers.every((waker) => waker.held.some((other) => other.object.id === object.id)),
    );
    const waker = wakers[0];
    if (!lock || !waker) return [];
    const name = lock.object.name === 'this' ? 'the monitor of this' : lock.object.name;
    return [
      finding(root, node, {
        rule: 'HD7016',
        kind: 'deadlock',
        property: 'deadlocks',
        methods: [...new Set([unit.name, waker.unit.name])],
        fields: [name],
        message: `${unit.name} waits while it holds ${name}, which ${waker.unit.name} needs to wake it`,
        places: [
          [node, `waits here and keeps ${name}`],
          [waker.node, `${waker.unit.method} would end the wait, but needs ${name} to get here`],
        ],
        because: [
          `the wait at line ${node.line} does not give ${name} back, so nobody can get to line ${waker.node.line}`,
        ],
        help: `do not hold ${name} while waiting`,
        script: () => lockoutScript(name, unit, node, waker.unit, waker.node),
      }),
    ];
  });
}

/** Who fills what a `take` waits for, or empties what a `put` waits for. */
function wakersOf(
  call: BlockingCall,
  units: readonly UnitGraph[],
): { unit: UnitGraph; node: SyntaxNode; held: BlockingCall['held'] }[] {
  const isTake = /^take/.test(call.what);
  const wanted = isTake ? /^(put|add|offer)/ : /^(take|poll|remove|drain|clear)/;
  return units.flatMap((unit) =>
    unit.accesses
      .filter(
        ({ kind, location, node }) =>
          kind === 'write' && location.object.id === call.object.id && wanted.test(node.field('name')?.text ?? ''),
      )
      .map(({ node, held }) => ({ unit, node, held })),
  );
}

function lockoutScript(
  name: string,
  unit: UnitGraph,
  node: SyntaxNode,
  waker: UnitGraph,
  at: SyntaxNode,
): ReturnType<typeof ifScript> {
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
