// Asynchronous code: what the outside may call is found by running the modules; calls that meet at a location are run
// together under all schedules, few departures from the serial one first; every run is judged by its accesses alone.

import type { Diagnostic } from '../../base/diagnostic.js';
import { parseTreatment, treatments } from '../../model/script/machine/outside/verbs.js';
import { type Discovered, discover } from '../../model/script/scenario/discover.js';
import type { Script } from '../../model/script/script.js';
import { applies, type Engine, type EngineRun, shareOf, type Task } from '../../verdict/engine.js';
import { type OptionValues, optionFlag, optionInteger, optionText, optionTexts } from '../../verdict/options.js';
import type { Finding } from '../../verdict/verdict.js';
import { exploreProvider } from './explore.js';
import { gapFinding, summaryFinding } from './findings.js';
import type { Explored, ExploreOptions } from './found.js';
import { asyncInfo } from './info.js';
import { type ExploredShare, exploredShare, readShare, together, unanswered } from './parts.js';

const defaultSchedules = 300;

/** Interpreted steps for a whole program, shared among the files that wait; each gets enough for a small service. */
const allSteps = 36_000_000;
const leastSteps = 60_000;
const mostSteps = 3_000_000;

function stepsOf(script: Script): number {
  const waiting = script.modules.filter((_, module) => module < script.asked && mayWait(script, module)).length;
  return Math.min(mostSteps, Math.max(leastSteps, Math.floor(allSteps / Math.max(1, waiting))));
}

export const asyncEngine: Engine<Script> = {
  info: asyncInfo,
  checkOptions: ({ options }) => checkOptions(options),
  applicable: () => applies,
  worthAsking: () => applies,
  run,
  *conclude(task, carried): EngineRun {
    if (optionFlag(task.options, 'list-candidates')) return;
    yield* told(
      task,
      carried.map((one) => readShare(one) ?? unanswered(task.model)),
    );
  },
};

function askedModules({ asked }: Script): readonly number[] {
  return Array.from({ length: asked }, (_, module) => module);
}

function checkOptions(options: OptionValues): Diagnostic[] {
  return optionTexts(options, 'treat')
    .filter((text) => parseTreatment(text) === undefined)
    .map((text) => ({
      code: 'HD0006',
      severity: 'error',
      message: `--treat: '${text}' is not of the form call=kind`,
      help: `kinds: ${treatments.join(', ')}; the last nine are for exports of packages, as in my-lock#Lock=mutex`,
    }));
}

function settingsOf(script: Script, options: OptionValues): ExploreOptions {
  return {
    instances: optionText(options, 'instances') === '2' ? 2 : 3,
    external: !optionFlag(options, 'no-external'),
    treated: new Map(
      optionTexts(options, 'treat').flatMap((text) => [parseTreatment(text)].filter((pair) => pair !== undefined)),
    ),
    mostRuns: optionInteger(options, 'schedules') ?? defaultSchedules,
    mostSteps: stepsOf(script),
  };
}

function* run(task: Task<Script>): EngineRun {
  const { model: script, options, part } = task;
  const settings = settingsOf(script, options);
  const wanted = optionTexts(options, 'entry');
  const all: Explored[] = [];
  let stopped = false;
  let plain = 0;
  const broken: string[] = [];
  for (const module of shareOf(askedModules(script), part)) {
    if (stopped) {
      broken.push(script.modules[module]!.file);
      continue;
    }
    if (!mayWait(script, module)) {
      plain++;
      continue;
    }
    for (const discovered of withEntries(discover(script, module), wanted)) {
      if (optionFlag(options, 'list-candidates')) yield* candidates(script, discovered, settings);
      else {
        const search = exploreProvider(script, discovered, settings);
        let next = search.next();
        while (!next.done) {
          const stop = yield {
            kind: 'progress',
            done: module,
            total: script.asked,
            text: script.modules[module]!.file,
          };
          if (stop) stopped = true;
          next = search.next(stopped);
        }
        all.push(next.value);
      }
    }
    if (yield { kind: 'progress', done: module, total: script.asked, text: script.modules[module]!.file })
      stopped = true;
  }
  if (optionFlag(options, 'list-candidates')) return;
  const share = exploredShare(script, all, plain, broken);
  if (part) yield { kind: 'carry', carried: share };
  else yield* told(task, [share]);
}

/** What the shares say together. */
function* told({ model: script, options, file }: Task<Script>, shares: readonly ExploredShare[]): EngineRun {
  const { found, gaps, tally, plain, broken, providers } = together(shares);
  const wanted = optionTexts(options, 'entry');
  if (wanted.length > 0 && providers === 0) {
    yield { kind: 'diagnostic', diagnostic: unknownEntry(wanted, file) };
    return;
  }
  for (const finding of found) yield { kind: 'finding', finding };
  if (!optionFlag(options, 'allow-unknown')) {
    for (const finding of shownGaps(script, gaps, optionFlag(options, 'unknown'))) yield { kind: 'finding', finding };
    if (broken.length > 0)
      yield {
        kind: 'finding',
        finding: gapFinding(script, `${broken.length} files were not explored`, 'the limit was reached', undefined),
      };
  }
  const left = plain > 0 ? { ...script.left, 'files without anything asynchronous': plain } : script.left;
  const { instances, mostRuns } = settingsOf(script, options);
  const summary = summaryFinding({ ...script, left }, tally, found.length, instances, mostRuns, gaps.length);
  // What was not tried is said either way; `--allow-unknown` only keeps it from being an answer.
  if (optionFlag(options, 'allow-unknown') && summary.verdict.kind === 'unknown')
    yield {
      kind: 'diagnostic',
      diagnostic: { code: 'HD6010', severity: 'warning', message: summary.verdict.because, file },
    };
  else yield { kind: 'finding', finding: summary };
}

const asynchronous =
  /\bawait\b|\basync\b|\.(?:then|catch|finally|on|once)\(|\bPromise\b|setTimeout|setInterval|queueMicrotask/;

/** Where neither a module nor what it imports ever waits, nothing can come between. */
function mayWait(script: Script, module: number): boolean {
  const { source, imports } = script.modules[module]!;
  if (asynchronous.test(source.text)) return true;
  return imports.some(({ module: used, from }) =>
    used === undefined ? !from.startsWith('.') : asynchronous.test(script.modules[used]!.source.text),
  );
}

function withEntries(discovered: readonly Discovered[], wanted: readonly string[]): Discovered[] {
  if (wanted.length === 0) return [...discovered];
  const isWanted = (name: string) =>
    wanted.some((want) => name === want || name === `${want}()` || name.endsWith(`.${want}()`) || name.includes(want));
  return discovered.filter(({ entries }) => entries.some(({ name }) => isWanted(name)));
}

function unknownEntry(wanted: readonly string[], file: string): Diagnostic {
  return {
    code: 'HD0006',
    severity: 'error',
    message: `--entry: there is no entry ${wanted.join(', ')}`,
    file,
    help: 'entries are exported functions, methods of exported classes, and handlers',
  };
}

function shownGaps(script: Script, found: readonly Finding[], each: boolean): readonly Finding[] {
  if (each || found.length <= 5) return found;
  return [
    gapFinding(script, `${found.length} things were not followed (--unknown lists them)`, 'not followed', undefined),
  ];
}

function* candidates(script: Script, discovered: Discovered, settings: ExploreOptions): EngineRun {
  const search = exploreProvider(script, discovered, { ...settings, mostRuns: 0 });
  let next = search.next();
  while (!next.done) next = search.next(true);
  for (const pair of next.value.candidates) {
    const [one, other] = pair;
    const place = script.modules[one!.node.module]?.source.place(one!.node.span);
    const message =
      one === other ? `candidate: ${one!.name} with itself` : `candidate: ${one!.name} with ${other!.name}`;
    yield {
      kind: 'diagnostic',
      diagnostic: { code: 'HD6000', severity: 'note', message, ...(place ? { place } : {}) },
    };
  }
}
