// `heddle explore`: model checking of a finite program. Options in, findings out; the search itself is in its own folder.

import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import type { Applicability, Engine, EngineRun, Task } from '../../verdict/engine.js';
import { applies } from '../../verdict/engine.js';
import { atomicityMonitor } from './atomicity-monitor.js';
import { holdsFinding, unknownFinding, violationFinding } from './findings.js';
import { fullSearch } from './full/full-search.js';
import { type ExploreProperty, exploreInfo } from './info.js';
import type { Monitor } from './monitor.js';
import { checkExploreOptions, exploreOptions } from './options.js';
import { raceMonitor } from './race-monitor.js';

export const exploreEngine: Engine<Program> = {
  info: exploreInfo,
  checkOptions: (task) => checkExploreOptions(task.options),
  applicable: ({ model }) => refuseReplicated(model),
  worthAsking: () => applies,
  run,
};

function refuseReplicated(program: Program): Applicability {
  const replicated = program.processes.find((process) => process.instances === 'any');
  if (!replicated) return applies;
  const because = `explore needs a number of instances: process ${replicated.name} * has any number`;
  return { ok: false, because, place: program.source.place(replicated.origin) };
}

function* run(task: Task<Program>): EngineRun {
  const program = task.model;
  const options = exploreOptions(task.options);
  const monitors = options.properties.flatMap((property) => monitorsFor(program, property));
  const result = yield* fullSearch(program, initialState(program), monitors, options);
  const statistics = { states: result.states, transitions: result.transitions };
  for (const property of options.properties) {
    const violations = result.violations.filter((violation) => violation.of === property);
    for (const violation of violations) yield finding(violationFinding(program, violation, statistics));
    if (violations.length > 0) continue;
    yield finding(
      result.cut === undefined ? holdsFinding(property, statistics) : unknownFinding(property, result.cut, statistics),
    );
  }
}

function finding(found: ReturnType<typeof violationFinding>) {
  return { kind: 'finding', finding: found } as const;
}

function monitorsFor(program: Program, property: ExploreProperty): Monitor[] {
  if (property === 'races') return [raceMonitor];
  return property === 'atomicity' ? [atomicityMonitor(program)] : [];
}
