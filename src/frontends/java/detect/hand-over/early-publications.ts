// An object put into a volatile field and filled afterwards: whoever takes it from the field without the lock of the one
// who fills it, and hands it on, hands on an object that is not ready. (For plain fields it is a race, see races.ts.)

import type { Inquiry } from '../../../../verdict/inquiry.js';
import type { Access, UnitGraph } from '../../lower/unit-graph.js';
import { act } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';

export function earlyPublicationInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((maker) =>
      lateFills(maker).flatMap(([put, fill]) => {
        const seen = units.flatMap((taker) => takes(taker, put, fill).map((take) => ({ taker, take })))[0];
        return seen ? [earlyPublication(root, maker, fill, seen.taker, seen.take)] : [];
      }),
    ),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

/** What is put into a volatile field when it is new, and the first change of its content after that. */
function lateFills({ accesses }: UnitGraph): [Access, Access][] {
  return accesses.flatMap((put): [Access, Access][] => {
    const { field } = put.location;
    if (put.kind !== 'write' || !put.fresh || !put.location.isSafe || put.location.isContent || !field) return [];
    const fill = accesses.find(
      ({ kind, location, id, atomic }) =>
        kind === 'write' && id > put.id && location.isContent && location.field === field && !atomic,
    );
    return fill ? [[put, fill]] : [];
  });
}

/** Reads of the field that give the object to the caller, without a lock that waits for the filling. */
function takes({ accesses, uses, derived }: UnitGraph, put: Access, fill: Access): Access[] {
  const names = (id: number) => [id, ...[...derived].flatMap(([name, from]) => (from.has(id) ? [name] : []))];
  return accesses.filter(
    ({ kind, location, held, id }) =>
      kind === 'read' &&
      location.id === put.location.id &&
      !held.some((lock) => fill.held.some(({ object }) => object.exact && object.id === lock.object.id)) &&
      names(id).some((name) => uses.get(name)?.has('return')),
  );
}

function earlyPublication(
  root: ClassInfo,
  maker: UnitGraph,
  fill: Access,
  taker: UnitGraph,
  take: Access,
): ScriptFinding {
  const { name } = fill.location;
  return finding(root, fill.node, {
    rule: 'HD7008',
    kind: 'publication',
    property: 'races',
    methods: [...new Set([taker.name, maker.name])],
    fields: [name],
    message: `${taker.name} can see the new object in ${name} before ${maker.name} has finished filling it`,
    places: [
      [fill.node, `${maker.method} fills what is already in ${name}`],
      [take.node, `${taker.method} takes it from there and hands it out`],
    ],
    because: [
      `the object is in ${name} before line ${fill.node.line} has filled it, and line ${take.node.line} does not wait for the lock under which that happens`,
    ],
    help: `fill the object in a local variable, and store it in ${name} when it is complete`,
    script: () => ({
      locks: [],
      variable: { name, initial: 0 },
      processes: [
        {
          name: maker.name,
          instances: 1,
          node: fill.node,
          steps: [act({ kind: 'write', location: { kind: 'variable', variable: 0 } }, fill.node)],
        },
        {
          name: `whoever calls ${taker.name}`,
          instances: 1,
          node: take.node,
          steps: [act({ kind: 'read', location: { kind: 'variable', variable: 0 } }, take.node)],
        },
      ],
      plain: true,
    }),
  });
}
