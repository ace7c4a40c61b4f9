// A signal that is given only when the first element comes, to one waiter, where whoever is woken does not pass it on: the
// second element is there, and the second waiter sleeps.

import { readsBehind, type UnitGraph, type WaitCall } from '../../lower/unit-graph.js';
import { act, lockAction, notifyAction, type Script, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { ancestorOf, type SyntaxNode } from '../../syntax/syntax-node.js';
import { type Called, finding, type ScriptFinding } from '../script-inquiry.js';

export function withheldSignals(root: ClassInfo, calls: readonly Called<WaitCall>[]): ScriptFinding[] {
  return calls
    .filter(({ call }) => call.kind === 'notify' && call.isHeld && isForTheFirst(call.node))
    .slice(0, 1)
    .flatMap((notice) => {
      const sameCalls = calls.filter(
        ({ call }) => call.object.id === notice.call.object.id && call.condition === notice.call.condition,
      );
      const waits = sameCalls.filter(
        ({ unit, call }) => call.kind === 'wait' && call.isHeld && call.inLoop && !call.timed && !unit.once,
      );
      const waiter = waits.find((wait) => isAboutTheSame(notice, wait));
      const isPassedOn = sameCalls.some(
        ({ unit, call }) => call.kind !== 'wait' && unit.waits.some((own) => isSameWait(own, notice.call)),
      );
      return waiter && !isPassedOn ? [withheld(root, notice, waiter)] : [];
    });
}

function isSameWait(own: WaitCall, { object, condition }: WaitCall): boolean {
  return own.kind === 'wait' && own.object.id === object.id && own.condition === condition;
}

const tests = new Set(['if_statement', 'method_declaration', 'lambda_expression']);

/** `if (size == 1) signal()`, `if (before == 0) signal()`, `if (wasEmpty) notify()`. */
function isForTheFirst(node: SyntaxNode): boolean {
  const around = ancestorOf(node, tests);
  const condition = around?.type === 'if_statement' ? around.field('condition')?.text : undefined;
  return condition !== undefined && /==\s*[01]\b|<=\s*1\b|<\s*2\b|^\(\s*\w*[eE]mpty\w*(\(\))?\s*\)$/.test(condition);
}

/** What decides about the signal is what the other waits for. */
function isAboutTheSame(notice: Called<WaitCall>, wait: Called<WaitCall>): boolean {
  const waited = placesBehind(wait);
  return [...placesBehind(notice)].some((id) => waited.has(id));
}

function placesBehind({ unit, call }: Called<WaitCall>): ReadonlySet<string> {
  const reads = readsBehind(unit, call.control);
  return new Set(unit.accesses.filter(({ id }) => reads.has(id)).map(({ location }) => location.id));
}

function withheld(root: ClassInfo, notice: Called<WaitCall>, waiter: Called<WaitCall>): ScriptFinding {
  const { node } = notice.call;
  const name = node.field('name')?.text ?? 'notify';
  return finding(root, node, {
    rule: 'HD7013',
    kind: 'lost-wake-up',
    property: 'deadlocks',
    methods: [...new Set([notice.unit.name, waiter.unit.name])],
    message: `${notice.unit.name} wakes one of several that wait in ${waiter.unit.name} only for the first element; the others sleep though there are more`,
    places: [
      [node, `${name} is called only when there was nothing before`],
      [waiter.call.node, `${waiter.unit.method} waits here, and does not wake the next`],
    ],
    because: [
      `two threads wait at line ${waiter.call.node.line}: the first element wakes one of them, the second element comes before that one has taken the first and wakes nobody`,
    ],
    help: `call ${name} for every element, or let whoever was woken wake the next while there is more`,
    isSketch: true,
    script: () => withheldScript(notice.unit, node, waiter.unit, waiter.call.node),
  });
}

/** Two elements, one signal, two who wait. */
function withheldScript(giver: UnitGraph, at: SyntaxNode, waiter: UnitGraph, node: SyntaxNode): Script {
  return {
    locks: ['the monitor'],
    variable: { name: 'elements', initial: 0 },
    processes: [
      {
        name: waiter.name,
        instances: 2,
        node,
        steps: [
          act(lockAction('acquire', 0), node),
          { kind: 'while', value: 0, node, body: [act(lockAction('wait', 0), node)] },
          act(lockAction('release', 0), node),
        ],
      },
      {
        name: giver.name === waiter.name ? `${giver.name} again` : giver.name,
        instances: 1,
        node: at,
        steps: [
          act(lockAction('acquire', 0), at),
          act(setAction(1), at),
          act(notifyAction(0, false), at),
          act(lockAction('release', 0), at),
          act(lockAction('acquire', 0), at),
          act(setAction(2), at),
          act(lockAction('release', 0), at),
        ],
      },
    ],
  };
}
