// Something is put into a collection because a flag was not yet set, while one method sets it and a thread of the class, which
// has seen it set, takes out what is left for the last time. Three take part, so no pair of units shows it. (Where one method
// sets the flag and clears up: candidates.ts.)

import type { Inquiry } from '../../../../verdict/inquiry.js';
import type { SharedLocation } from '../../lower/shared-object.js';
import { type Access, readsBehind, type UnitGraph } from '../../lower/unit-graph.js';
import { act, type Script, setAction } from '../../questions/script-program.js';
import { GraphPaths } from '../../relevance/graph-paths.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { adds, removes } from '../harmless-steps.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';

export function lateSubmissionInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((worker) => flagsOf(worker, units).flatMap((flag) => lateTo(root, units, worker, flag))),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

interface Flag {
  readonly location: SharedLocation;
  /** The side of a test on which it is set. */
  readonly side: 'then' | 'else';
  readonly sets: readonly Access[];
  /** What the worker takes out once it has seen the flag set. */
  readonly last: readonly Access[];
}

/** Flags that only others set, and always to the same value, before the worker comes to its end. */
function flagsOf(worker: UnitGraph, units: readonly UnitGraph[]): Flag[] {
  if (!worker.isTask || !worker.once) return [];
  const looks = worker.accesses.filter(({ kind, location }) => kind === 'read' && location.type.name === 'boolean');
  const paths = new GraphPaths(worker);
  return looks.flatMap((look): Flag[] => {
    const { location } = look;
    const sets = units.flatMap(({ accesses }) =>
      accesses.filter((access) => access.kind === 'write' && access.location.id === location.id),
    );
    const [first] = sets;
    if (!first?.constant || sets.some(({ constant }) => constant !== first.constant)) return [];
    if (sets.some((set) => worker.accesses.includes(set))) return [];
    const side = first.constant === 'true' ? 'then' : 'else';
    const last = worker.accesses.filter((access) => removes(access) && paths.isBehind(look, side, access));
    return last.length > 0 ? [{ location, side, sets, last }] : [];
  });
}

function lateTo(root: ClassInfo, units: readonly UnitGraph[], worker: UnitGraph, flag: Flag): ScriptFinding[] {
  return units.flatMap((giver) => {
    if (giver === worker) return [];
    const entries = giver.accesses.filter(
      (access) =>
        access.kind === 'write' && adds(access) && flag.last.some((last) => last.location.id === access.location.id),
    );
    const [late] = entries.flatMap((entry) =>
      looksBefore(giver, flag, entry).map((look) => lateSubmission(root, giver, worker, flag, { look, entry })),
    );
    return late ? [late] : [];
  });
}

/** Looks at the flag that let it go on, and that nothing keeps true until it has put something in. */
function looksBefore(giver: UnitGraph, { location, side, sets }: Flag, entry: Access): readonly Access[] {
  const decided = readsBehind(giver, entry.control);
  const paths = new GraphPaths(giver);
  const isKept = ({ held }: Access) =>
    held.some(
      ({ object, scope }) =>
        object.exact &&
        entry.held.some((lock) => lock.scope === scope) &&
        sets.every((set) => set.held.some((lock) => lock.object.id === object.id)),
    );
  return giver.accesses.filter(
    (look) =>
      look.kind === 'read' &&
      look.location.id === location.id &&
      decided.has(look.id) &&
      !isKept(look) &&
      !paths.isBehind(look, side, entry),
  );
}

function lateSubmission(
  root: ClassInfo,
  giver: UnitGraph,
  worker: UnitGraph,
  { location, sets, last }: Flag,
  { look, entry }: { readonly look: Access; readonly entry: Access },
): ScriptFinding {
  const { name } = entry.location;
  return finding(root, entry.node, {
    rule: 'HD7002',
    kind: 'late-submission',
    property: 'assertions',
    low: giver.rank === 'low' || worker.rank === 'low',
    methods: [giver.name, worker.name],
    fields: [location.name, name],
    message: `${giver.name} adds to ${name} because ${location.name} was not set, though ${worker.name} may have seen it set and looked for the last time`,
    places: [
      [look.node, `1. ${look.method} looks at ${location.name}`],
      [sets[0]!.node, `2. ${sets[0]!.method} sets it`],
      [last[0]!.node, `3. ${last[0]!.method} takes out what is left, and ends`],
      [entry.node, `4. ${entry.method} adds to ${name}`],
    ],
    because: [
      `nothing is held from line ${look.node.line} to line ${entry.node.line}: what is added after ${worker.name} has ended stays there for ever`,
    ],
    help: `set ${location.name}, and look at it and add to ${name}, under one lock`,
    isSketch: true,
    script: () => lateScript(giver, look, entry, sets[0]!),
  });
}

/** The flag is set between the look and what follows from it. */
function lateScript(giver: UnitGraph, look: Access, entry: Access, set: Access): Script {
  const fails = act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, entry.node);
  return {
    locks: [],
    variable: { name: 'set', initial: 0 },
    processes: [
      {
        name: giver.name,
        instances: 1,
        node: look.node,
        steps: [act({ kind: 'skip' }, look.node), { kind: 'if', value: 1, node: entry.node, body: [fails] }],
      },
      { name: set.method, instances: 1, node: set.node, steps: [act(setAction(1), set.node)] },
    ],
  };
}
