// A signal that is given before what it announces is there: a latch is counted down, or a promise kept, and the result is
// stored after that. Whoever waited for the signal may look too early. (For plain fields it is a race, see races.ts.)

import type { SharedObject } from '../../lower/shared-object.js';
import type { Access, UnitGraph } from '../../lower/unit-graph.js';
import { act, type Script } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { finding, type ScriptFinding } from '../script-inquiry.js';

export function earlySignals(root: ClassInfo, units: readonly UnitGraph[]): ScriptFinding[] {
  return units.flatMap((giver) =>
    giver.accesses.flatMap((late) => {
      const signal = giver.signals.find(({ object }) => late.given.has(object.id));
      if (late.kind !== 'write' || !signal) return [];
      const seen = units.flatMap((waiter) => (waiter === giver ? [] : looks(waiter, late, signal.object)))[0];
      return seen ? [earlySignal(root, giver, signal, late, seen)] : [];
    }),
  );
}

interface Look {
  readonly waiter: UnitGraph;
  readonly look: Access;
}

/** Reads of what was waited for, unless they are a race anyway. */
function looks(waiter: UnitGraph, late: Access, signal: SharedObject): Look[] {
  return waiter.accesses
    .filter(
      ({ kind, location, heard, held }) =>
        kind === 'read' &&
        location.id === late.location.id &&
        heard.has(signal.id) &&
        (location.isSafe || held.some((lock) => late.held.some(({ object }) => object.id === lock.object.id))),
    )
    .map((look) => ({ waiter, look }));
}

function earlySignal(
  root: ClassInfo,
  giver: UnitGraph,
  { object, node }: UnitGraph['signals'][number],
  late: Access,
  { waiter, look }: Look,
): ScriptFinding {
  const { name } = late.location;
  const call = `${object.name}.${node.field('name')?.text ?? 'countDown'}()`;
  return finding(root, late.node, {
    rule: 'HD7021',
    kind: 'early-signal',
    property: 'races',
    methods: [...new Set([giver.name, waiter.name])],
    fields: [name],
    message: `${giver.name} calls ${call} before it has written ${name}: ${waiter.name}, which waits for that, can look too early`,
    places: [
      [node, 'the signal is given here'],
      [late.node, `and ${name} is written after it`],
      [look.node, `${look.method} looks at ${name} once it has the signal`],
    ],
    because: [`nothing keeps line ${look.node.line} from running between line ${node.line} and line ${late.node.line}`],
    help: `write ${name} first, and call ${call} when everything is done`,
    isSketch: true,
    script: () => lookScript([giver.name, late.node], [`${waiter.name} after its wait`, look.node], name),
  });
}

/** What comes after the signal, beside what comes after the wait: nothing orders the two. */
function lookScript(
  [writer, late]: readonly [string, SyntaxNode],
  [reader, look]: readonly [string, SyntaxNode],
  name: string,
): Script {
  const location = { kind: 'variable', variable: 0 } as const;
  return {
    locks: [],
    variable: { name, initial: 0 },
    processes: [
      { name: writer, instances: 1, node: late, steps: [act({ kind: 'write', location }, late)] },
      { name: reader, instances: 1, node: look, steps: [act({ kind: 'read', location }, look)] },
    ],
    plain: true,
  };
}
