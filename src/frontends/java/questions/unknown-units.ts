// Units that contain something not modelled: unknown by themselves, while all others are still decided.

import type { Finding } from '../../../verdict/verdict.js';
import type { UnitGraph, Unknown } from '../lower/unit-graph.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { spanOf } from './pair-program.js';

interface Unfinished {
  readonly root: ClassInfo;
  readonly units: readonly UnitGraph[];
  readonly left: readonly string[];
  readonly unasked: number;
}

export function unknownFindings({ root, units, left, unasked }: Unfinished): Finding[] {
  const whole = (why: string, methods: readonly string[]) =>
    unknown(root, methods, why, { node: root.node, because: `the class is too large: ${why} not looked at` });
  return [
    ...units.flatMap(({ name, unknowns }) => unknowns.slice(0, 1).map((first) => unknown(root, [name], name, first))),
    ...(left.length > 0 ? [whole(`${left.length} of its units are`, left.slice(0, 20))] : []),
    ...(unasked > 0 ? [whole(`${unasked} pairs of its units are`, [])] : []),
  ];
}

function unknown(root: ClassInfo, methods: readonly string[], what: string, { node, because: why }: Unknown): Finding {
  const place = node.source.place(spanOf(node));
  const because = `at ${place.file}:${place.line}: ${why}`;
  return {
    engine: 'atomicity',
    method: 'java',
    property: { kind: 'atomicity', java: 'unknown', class: root.qualified, methods, question: '' },
    rule: 'HD7020',
    message: `${root.name}: ${what} ${methods.length === 1 ? 'is unknown' : 'unknown'}`,
    verdict: { kind: 'unknown', because },
    places: [{ place, caption: why }],
    because: [because],
    statistics: {},
  };
}

/** For a text that leaves the unit out. */
export function unknownWords({ name, unknowns }: UnitGraph): string[] {
  return unknowns.slice(0, 1).map(({ node, because }) => `${name} is left out, line ${node.line}: ${because}`);
}
