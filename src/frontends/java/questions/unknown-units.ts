// Units that contain something not modelled: unknown by themselves, while all others are still decided.

import type { Finding } from '../../../verdict/verdict.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { spanOf } from './pair-program.js';

export function unknownFindings({
  root,
  units,
}: {
  readonly root: ClassInfo;
  readonly units: readonly UnitGraph[];
}): Finding[] {
  return units.flatMap((unit) => {
    const [first] = unit.unknowns;
    if (!first) return [];
    const place = first.node.source.place(spanOf(first.node));
    const because = `at ${place.file}:${place.line}: ${first.because}`;
    return [
      {
        engine: 'atomicity',
        method: 'java',
        property: { kind: 'atomicity', java: 'unknown', class: root.qualified, methods: [unit.name], question: '' },
        rule: 'HD7020',
        message: `${root.name}: ${unit.name} is unknown`,
        verdict: { kind: 'unknown', because },
        places: [{ place, caption: first.because }],
        because: [because],
        statistics: {},
      } satisfies Finding,
    ];
  });
}

/** For a text that leaves the unit out. */
export function unknownWords({ name, unknowns }: UnitGraph): string[] {
  return unknowns.slice(0, 1).map(({ node, because }) => `${name} is left out, line ${node.line}: ${because}`);
}
