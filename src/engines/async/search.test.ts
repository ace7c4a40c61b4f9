import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../frontends/typescript/reader.js';
import type { MachineOptions } from '../../model/script/machine/machine.js';
import { type Run, run, type Scenario } from '../../model/script/machine/run.js';
import { Names } from '../../model/script/machine/turns.js';
import { discover } from '../../model/script/scenario/discover.js';
import { plainOptions } from '../../model/script/scenario/making.js';
import { scenarioOf } from '../../model/script/scenario/scenario.js';
import type { Script } from '../../model/script/script.js';
import { search } from './search.js';
import { filesOf } from './testing/analyse.js';

const root = fileURLToPath(new URL('../../../examples/typescript', import.meta.url));
const mostRuns = 400;

/** Every schedule, one by one; undefined if there are too many. */
function allEnds(script: Script, scenario: Scenario, options: MachineOptions): Set<string> | undefined {
  const ends = new Set<string>();
  const open: number[][] = [[]];
  for (let runs = 0; open.length > 0; runs++) {
    if (runs > mostRuns) return undefined;
    const prefix = open.pop()!;
    const done = run(script, scenario, options, prefix);
    ends.add(endOf(done));
    for (let i = prefix.length; i < done.choices.length; i++)
      for (let other = 1; other < done.choices[i]!.among; other++)
        open.push([...done.choices.slice(0, i).map(({ taken }) => taken), other]);
  }
  return ends;
}

/** What anybody could tell about a run: for each location, who has read and written it in which order, and the results. */
function endOf({ events, start, abandoned }: Run): string {
  const byCell = new Map<string, string[]>();
  let readers: string[] = [];
  for (const event of events.slice(start)) {
    if (event.kind === 'end') byCell.set(`end ${event.unit.name}`, [event.outcome]);
    if (event.kind !== 'read' && event.kind !== 'write') continue;
    const own = byCell.get(event.cell.name) ?? [];
    byCell.set(event.cell.name, own);
    readers = own.at(-1)?.startsWith('read') ? own.pop()!.slice(5).split(',') : [];
    if (event.kind === 'read') own.push(`read ${[...readers, event.unit.name].sort().join()}`);
    else own.push(...(readers.length > 0 ? [`read ${readers.join()}`] : []), `write ${event.unit.name} ${event.how}`);
  }
  return `${abandoned ?? ''} ${[...byCell]
    .map(([cell, order]) => `${cell}: ${order.join(' ')}`)
    .sort()
    .join(' | ')}`;
}

function reducedEnds(script: Script, scenario: Scenario, options: MachineOptions): Set<string> {
  const ends = new Set<string>();
  search(script, scenario, options, mostRuns, new Set(), (done) => {
    if (!done.merged) ends.add(endOf(done));
    return false;
  });
  return ends;
}

describe('what the reduced search leaves out', () => {
  let compared = 0;
  const files = [
    ...readdirSync(root).filter((name) => name.endsWith('.ts')),
    ...readdirSync(`${root}/rules`).map((name) => `rules/${name}`),
  ];

  it.each(files)('%s: nothing but other orders of independent turns', (file) => {
    const { script } = readScript(ts, filesOf(`${root}/${file}`));
    for (const { provider, entries } of discover(script, 0))
      for (const [index, one] of entries.entries())
        for (const other of entries.slice(index)) {
          const scenario = scenarioOf(provider, [...one.after, ...other.after], [one, other]);
          for (const changed of [{}, { rejections: 1 }, { populated: () => true }]) {
            const options = { ...plainOptions, ...changed };
            const all = allEnds(script, scenario, options);
            if (!all) continue;
            compared++;
            expect([...reducedEnds(script, scenario, options)].sort()).toEqual([...all].sort());
          }
        }
  });

  it('was compared often enough', () => expect(compared).toBeGreaterThan(80));
});

it('names what equivalent runs make alike', () => {
  const names = new Names();
  expect(names.idOf('call -1', 0)).toBe(names.idOf('call -1', 0));
  expect(names.idOf('call -1', 0)).not.toBe(names.idOf('call -2', 0));
});
