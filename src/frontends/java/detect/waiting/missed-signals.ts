// Tasks that end, on some way out, without the signal that another thread waits for without a limit: a latch that is not
// counted down when something throws, a promise that is neither kept nor broken.

import type { SharedObject } from '../../lower/shared-object.js';
import type { JoinCall, UnitGraph, WayOut } from '../../lower/unit-graph.js';
import { act, lockAction, notifyAction, type Script, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { simpleName } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { finding, type ScriptFinding } from '../script-inquiry.js';

export function missedSignals(
  root: ClassInfo,
  units: readonly UnitGraph[],
  everywhere: readonly UnitGraph[],
): ScriptFinding[] {
  return units.flatMap((unit) => {
    if (!unit.isTask) return [];
    const signals = new Map(unit.signals.map((signal) => [signal.object.id, signal]));
    return [...signals.values()].flatMap(({ object, node }) => {
      if (simpleName(object.type.name) === 'CyclicBarrier') return [];
      const missed = unit.waysOut.find(({ given }) => !given.has(object.id));
      const waiter = missed && waiterFor(object, units, everywhere);
      return missed && waiter ? [missedSignal(root, unit, object, node, missed, waiter)] : [];
    });
  });
}

interface Waiter {
  readonly unit: UnitGraph;
  readonly join: JoinCall;
}

/** Who waits for it; one that was handed in may be waited for wherever such objects are. */
function waiterFor(
  object: SharedObject,
  units: readonly UnitGraph[],
  everywhere: readonly UnitGraph[],
): Waiter | undefined {
  const find = (among: readonly UnitGraph[], isIt: (signal: SharedObject) => boolean): Waiter | undefined =>
    among
      .flatMap((unit) => unit.joins.map((join) => ({ unit, join })))
      .find(({ join }) => join.signal !== undefined && isIt(join.signal));
  const here = find(units, ({ id }) => id === object.id);
  if (here || object.local || object.library) return here;
  const built = object.field?.initialiser;
  return built ? undefined : find(everywhere, ({ type }) => simpleName(type.name) === simpleName(object.type.name));
}

function missedSignal(
  root: ClassInfo,
  unit: UnitGraph,
  object: SharedObject,
  signal: SyntaxNode,
  { node, how }: WayOut,
  { unit: waiter, join }: Waiter,
): ScriptFinding {
  const call = signal.field('name')?.text ?? 'countDown';
  const way = how === 'exception' ? `if line ${node.line} throws` : `on the way out at line ${node.line}`;
  return finding(root, signal, {
    rule: 'HD7013',
    kind: 'lost-wake-up',
    property: 'deadlocks',
    methods: [...new Set([unit.name, waiter.name])],
    fields: [object.name],
    message: `${unit.name} ends without ${object.name}.${call}() ${way}, and ${waiter.name} waits for it for ever`,
    places: [
      [node, how === 'exception' ? 'an exception here skips the signal' : 'leaves without the signal'],
      [signal, `only this way gives the signal`],
      [join.node, `${waiter.method} waits here`],
    ],
    because: [`nothing else ends the wait at line ${join.node.line} once the task is gone`],
    help: `put ${object.name}.${call}() into a finally block around the whole task`,
    isSketch: true,
    script: () => signalScript(unit, node, waiter, join.node),
  });
}

/** The task takes the other way out; whoever waits goes on waiting. */
function signalScript(unit: UnitGraph, exit: SyntaxNode, waiter: UnitGraph, node: SyntaxNode): Script {
  return {
    locks: ['what is waited for'],
    variable: { name: 'signal', initial: 0 },
    processes: [
      {
        name: waiter.name,
        instances: 1,
        node,
        steps: [
          act(lockAction('acquire', 0), node),
          { kind: 'while', value: 0, node, body: [act(lockAction('wait', 0), node)] },
          act(lockAction('release', 0), node),
        ],
      },
      {
        name: unit.name === waiter.name ? `${unit.name} again` : unit.name,
        instances: 1,
        node: exit,
        steps: [
          {
            kind: 'if',
            value: 1,
            node: exit,
            body: [
              act(lockAction('acquire', 0), exit),
              act(setAction(1), exit),
              act(notifyAction(0, true), exit),
              act(lockAction('release', 0), exit),
            ],
          },
        ],
      },
    ],
  };
}
