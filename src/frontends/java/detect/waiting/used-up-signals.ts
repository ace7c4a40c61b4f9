// A signal that wakes one thread, which has run out of time by then and leaves without looking at what it waited for: the signal
// is used up, what it announced is there, and all others sleep on. Not if whoever gives up looks again, or passes the signal on.

import type { UnitGraph, WaitCall } from '../../lower/unit-graph.js';
import { act, lockAction, notifyAction, type Script, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { ancestorOf, descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import { type Called, finding, type ScriptFinding } from '../script-inquiry.js';

export function usedUpSignals(root: ClassInfo, calls: readonly Called<WaitCall>[]): ScriptFinding[] {
  return calls.flatMap((wait) => {
    const { unit, call } = wait;
    if (call.kind !== 'wait' || !call.timed || !call.isHeld || !call.inLoop || unit.once) return [];
    const sameCalls = calls.filter((other) => isAbout(other.call, call));
    const end = givesUp(root, call.node);
    if (!end || sameCalls.some(({ unit: own, call: { kind } }) => own === unit && kind !== 'wait')) return [];
    const notice = sameCalls.find((other) => other.call.kind === 'notify' && other.call.isHeld);
    return notice ? [usedUp(root, wait, end, notice)] : [];
  });
}

function isAbout({ object, condition }: WaitCall, call: WaitCall): boolean {
  return object.id === call.object.id && condition === call.condition;
}

const rounds = new Set(['while_statement', 'do_statement', 'for_statement', 'method_declaration', 'lambda_expression']);
const statements = new Set(['expression_statement', 'local_variable_declaration', 'if_statement']);

/** The test of the time right after the wait, which leaves for good and looks at nothing that the loop tests. */
function givesUp(root: ClassInfo, wait: SyntaxNode): SyntaxNode | undefined {
  const loop = ancestorOf(wait, rounds);
  const tested = loop?.field('condition');
  const statement = ancestorOf(wait, statements);
  if (!tested || !statement) return undefined;
  const next = statement.type === 'if_statement' ? statement : after(statement);
  const then = next?.type === 'if_statement' ? next.field('consequence') : undefined;
  const condition = next?.field('condition');
  if (!then || !condition) return undefined;
  const last = then.type === 'block' ? then.children.at(-1) : then;
  if (last?.type !== 'return_statement' && last?.type !== 'throw_statement') return undefined;
  const asked = ownNames(root, tested);
  // A state of the object, beside the wait itself: it does look again.
  const looked = [...ownNames(root, condition, wait), ...ownNames(root, then)];
  return asked.size > 0 && !looked.some((name) => asked.has(name)) ? last : undefined;
}

function after(statement: SyntaxNode): SyntaxNode | undefined {
  const around = statement.parent?.children ?? [];
  return around[around.indexOf(statement) + 1];
}

/** Fields and methods of the class that are named in some code. */
function ownNames(root: ClassInfo, code: SyntaxNode, without?: SyntaxNode): ReadonlySet<string> {
  const inside = new Set(without ? descendants(without) : []);
  const own = [...descendants(code)].filter(
    ({ type, text }) =>
      type === 'identifier' && (root.fields.has(text) || root.methods.some(({ name }) => name === text)),
  );
  return new Set(own.filter((node) => !inside.has(node)).map(({ text }) => text));
}

function usedUp(
  root: ClassInfo,
  { unit, call }: Called<WaitCall>,
  end: SyntaxNode,
  notice: Called<WaitCall>,
): ScriptFinding {
  const name = notice.call.node.field('name')?.text ?? 'notify';
  return finding(root, call.node, {
    rule: 'HD7013',
    kind: 'lost-wake-up',
    property: 'deadlocks',
    methods: [...new Set([unit.name, notice.unit.name])],
    message: `${unit.name} can use up the notification of ${notice.unit.name} and give up without looking, so that all others wait on`,
    places: [
      [call.node, 'waits here for a limited time'],
      [end, 'gives up, without looking at what it waited for'],
      [notice.call.node, 'wakes one thread, perhaps just this one'],
    ],
    because: [
      `who is woken by ${name}() at line ${notice.call.node.line} may have to wait for the lock until its time is over; line ${end.line} then leaves, and nobody else is woken`,
    ],
    help: `test the time before waiting, so that the condition is looked at after each wait; or pass the signal on (${name === 'signal' ? 'signalAll' : 'notifyAll'})`,
    isSketch: true,
    script: () => usedUpScript(unit, call.node, notice),
  });
}

function usedUpScript(unit: UnitGraph, node: SyntaxNode, { unit: giver, call }: Called<WaitCall>): Script {
  const wait = act(lockAction('wait', 0), node);
  return {
    locks: ['the lock'],
    variable: { name: 'condition', initial: 0 },
    processes: [
      {
        name: `${unit.name}, out of time`,
        instances: 1,
        node,
        steps: [
          act(lockAction('acquire', 0), node),
          { kind: 'if', value: 0, node, body: [wait] },
          act(lockAction('release', 0), node),
        ],
      },
      {
        name: unit.name,
        instances: 1,
        node,
        steps: [
          act(lockAction('acquire', 0), node),
          { kind: 'while', value: 0, node, body: [wait] },
          act(lockAction('release', 0), node),
        ],
      },
      {
        name: giver.name,
        instances: 1,
        node: call.node,
        steps: [
          act(lockAction('acquire', 0), call.node),
          act(setAction(1), call.node),
          act(notifyAction(0, false), call.node),
          act(lockAction('release', 0), call.node),
        ],
      },
    ],
  };
}
