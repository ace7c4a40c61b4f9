// Pairs that need no engine: both units hold one lock around all that they share, or make one access to it each. The
// program of these units is the certificate's subject; its checker looks at every path of every unit.

import type { AskedProgram, Inquiry } from '../../../verdict/inquiry.js';
import type { Finding } from '../../../verdict/verdict.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { assumptionList } from './assumptions.js';
import type { SettledPair } from './class-analysis.js';
import { pairProgram, processNames } from './pair-program.js';
import { namesOf } from './wording.js';

export function settledInquiry({
  root,
  settled,
  units,
}: {
  readonly root: ClassInfo;
  readonly settled: readonly SettledPair[];
  readonly units: readonly UnitGraph[];
}): Inquiry[] {
  const byLock = new Map<string, SettledPair[]>();
  for (const pair of settled) byLock.set(pair.lock ?? '', [...(byLock.get(pair.lock ?? '') ?? []), pair]);
  return [...byLock].map(([lock, pairs]) => {
    const id = lock === '' ? `${root.qualified}: one access each` : `${root.qualified}: all under ${lock}`;
    return { id, engine: 'atomicity', candidates: [askLocks(root, id, lock, pairs, units)] };
  });
}

function askLocks(
  root: ClassInfo,
  id: string,
  lock: string,
  pairs: readonly SettledPair[],
  all: readonly UnitGraph[],
): AskedProgram {
  const units = all.filter((unit) => pairs.some(({ a, b }) => a === unit || b === unit));
  const shared = distinctLocations(pairs.flatMap((pair) => pair.shared));
  const ids = new Set(shared.map((location) => location.id));
  return {
    id,
    engine: 'lock-scopes',
    options: {},
    build: () => pairProgram(units, { keeps: ({ location }) => ids.has(location.id) }),
    answer: () => proof(root, id, lock, pairs, units, shared),
    tell: (answer) => answer,
  };
}

function proof(
  root: ClassInfo,
  id: string,
  lock: string,
  pairs: readonly SettledPair[],
  units: readonly UnitGraph[],
  shared: readonly SharedLocation[],
): Finding {
  const names = processNames(units);
  const claims = pairs.map(({ a, b, shared: both }) => ({
    units: [names[units.indexOf(a)]!, names[units.indexOf(b)]!],
    variables: both.map(({ name }) => name),
  }));
  const used = [...units.flatMap(({ assumptions }) => [...assumptions]), ...pairs.flatMap(({ assumes }) => assumes)];
  const count = `${units.length} ${units.length === 1 ? 'method' : 'methods'}`;
  // A lock of one object says nothing about what its class shares with others.
  const where = lock !== '' && shared.some(({ isStatic }) => isStatic) ? ' under one and the same lock' : '';
  const proved =
    lock === ''
      ? `its ${count} make one access each to what two of them share (fields ${namesOf(shared)}), so nothing comes between`
      : `every interleaving of its ${count}${where} is serializable (fields ${namesOf(shared)}; lock ${lock})`;
  return {
    engine: 'atomicity',
    method: 'lock-scopes',
    property: {
      kind: 'lock-scopes',
      question: id,
      java: 'serializable',
      class: root.qualified,
      methods: names,
      fields: shared.map(({ name }) => name),
      claims,
      rank: 'normal',
    },
    rule: 'HD7000',
    message: `${root.name}: ${proved}`,
    verdict: {
      kind: 'holds',
      scope: { kind: 'all-executions', assumptions: assumptionList(['A1', 'A2', 'A4', ...used]) },
      certificate: { kind: 'lock-scopes', body: { claims } },
    },
    places: [],
    because: [],
    statistics: {},
  };
}

function distinctLocations(locations: readonly SharedLocation[]): SharedLocation[] {
  return [...new Map(locations.map((location) => [location.id, location])).values()];
}
