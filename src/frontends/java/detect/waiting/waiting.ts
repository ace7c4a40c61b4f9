// Waiting gone wrong: a wait that does not test its condition again, a condition tested before the lock was taken,
// notifications that reach the wrong waiter or nobody, calls without the monitor. A waiter without a partner in the given
// code is no finding.

import type { Inquiry } from '../../../../verdict/inquiry.js';
import { readsBehind, type UnitGraph, type WaitCall, type WayOut } from '../../lower/unit-graph.js';
import { act, lockAction, notifyAction, type Script, type Step, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { type Called, finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';
import { earlySignals } from './early-signals.js';
import { lockouts } from './lockouts.js';
import { missedSignals } from './missed-signals.js';
import { usedUpSignals } from './used-up-signals.js';
import { changesFor, conditionOf, dependsOnParameter, type WaitCondition } from './wait-conditions.js';
import { withheldSignals } from './withheld-signals.js';

export function waitInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const everywhere = classes.flatMap(({ units }) => units);
  return classes.flatMap(({ root, units }) => {
    const calls = units.flatMap((unit) => unit.waits.map((call): Called<WaitCall> => ({ unit, call })));
    const found = [
      ...withoutMonitor(root, calls),
      ...untested(root, calls),
      ...wrongWaiter(root, calls),
      ...withheldSignals(root, calls),
      ...usedUpSignals(root, calls),
      ...unnoticed(root, units, calls),
      ...lockouts(root, units, calls),
      ...missedSignals(root, units, everywhere),
      ...earlySignals(root, units),
    ];
    return found.map(scriptInquiry);
  });
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

function ifScript(unit: UnitGraph, node: SyntaxNode): Script {
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

function missedScript(unit: UnitGraph, node: SyntaxNode): Script {
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
function twoConditions(node: SyntaxNode, one: Called<WaitCall>, two: Called<WaitCall>): Script {
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
    if (call.kind !== 'wait' || call.timed || !call.isHeld || !call.object.exact) continue;
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
  const told = unit.waits.filter(
    (call) => call.kind !== 'wait' && call.object.id === wait.object.id && call.condition === wait.condition,
  );
  const changes = unit.accesses.filter((access) => changesFor(access, condition));
  if (told.length === 0) return changes[0]?.node;
  // A notification that depends on the state may not be needed otherwise; one that depends on an argument is.
  if (told.some(({ control }) => control.size > 0)) return undefined;
  const isSilent = ({ given, how }: WayOut, id: string) =>
    how === 'return' && given.has(id) && !given.has(`notified ${wait.object.id} ${wait.condition}`);
  return changes.find(({ location }) => unit.waysOut.some((way) => isSilent(way, location.id)))?.node;
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
