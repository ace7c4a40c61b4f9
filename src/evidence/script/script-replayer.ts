// Replays a witness of a script: the same calls under the same choices must take the same steps, and these must show the
// violation, as told by code that does not know the engine; for stale reads also as an execution of a program with
// version stamps, on the semantics of programs (straight-line.ts).

import type { MachineOptions } from '../../model/script/machine/machine.js';
import { parseTreatment } from '../../model/script/machine/outside/verbs.js';
import { type Run, run, type Scenario } from '../../model/script/machine/run.js';
import type { TraceEvent } from '../../model/script/machine/trace.js';
import { hasFailed } from '../../model/script/outcome/failed.js';
import { isHindered } from '../../model/script/outcome/later.js';
import { leftAsInNoOrder } from '../../model/script/outcome/left.js';
import {
  endsElsewhere,
  isBeyond,
  isLastElsewhere,
  isMisdirected,
  type Outcome,
} from '../../model/script/outcome/outcome.js';
import { failingElsewhere, serialOutcomes } from '../../model/script/outcome/serial.js';
import type { PlannedCall, Provider } from '../../model/script/scenario/entries.js';
import { scenarioOf } from '../../model/script/scenario/scenario.js';
import type { Script } from '../../model/script/script.js';
import type { CallsDetails } from '../../verdict/witness.js';
import { type Claim, notReplayed, type ReplayOutcome, replayEach, replayed } from '../replayer.js';
import { type Moments, showsViolation, wrongName } from './shows-violation.js';
import { goesWrongWithStamps } from './straight-line.js';

export const scriptReplayer = replayEach<Script>('script', replayClaim);

function replayClaim(script: Script, { property, witness }: Claim): ReplayOutcome {
  if (property.kind !== 'interleaving') return notReplayed('the property is not about overlapping calls');
  const details = witness.kind === 'calls' ? witness.details : undefined;
  if (!details) return notReplayed('the witness does not say what was called');
  const asked = questionIn(script, details);
  if (typeof asked === 'string') return notReplayed(asked);
  const { scenario, options, choices } = asked;
  const again = run(script, scenario, options, choices);
  const different = compare(again, witness.steps);
  if (different !== undefined) return notReplayed(different);
  const moments = { seen: Number(details.seen), between: Number(details.between), act: Number(details.act) };
  const missing =
    showsViolation(again.events, again.start, property.code, moments) ?? wrongName(again.events, property, moments);
  if (missing !== undefined) return notReplayed(missing);
  const act = again.events[moments.act];
  const isUnwoken = act?.kind === 'deadlock' && act.stale !== undefined;
  const isForOther = act?.kind === 'end' && again.events[moments.seen]?.kind === 'start';
  const isOfEvents = act?.kind === 'resume' || (act?.kind === 'write' && again.events[moments.seen]?.kind === 'read');
  if ((property.code === 'HD6011' && !isOfEvents) || isUnwoken || isForOther) {
    const serial = serialOutcomes(script, scenario, options, again);
    const failing = () => failingElsewhere(script, scenario, options, again);
    const isLeft = property.code === 'HD6011' && again.events[moments.seen]?.kind === 'start';
    const others = () => (hasFailed(again) ? [...serial!, ...failing()] : serial!);
    if (!serial || !act || !(isLeft ? isLeftLike(again, serial, failing, moments) : isOfNoOrder(act, again, others())))
      return notReplayed('a serial order of the calls does the same');
  }
  if (
    property.code === 'HD6009' &&
    !isCount(again.events[moments.seen]) &&
    !isHindered(script, asked.thenLater, options, again)
  )
    return notReplayed('a later call is not hindered');
  return goesWrongWithStamps(again.events, again.start, property.code, moments)
    ? replayed
    : notReplayed('the stamps of the straight-line program agree');
}

/** Each failure takes one more. */
function isCount(taken: TraceEvent | undefined): boolean {
  return taken?.kind === 'write' && typeof taken.raw === 'number' && typeof taken.before === 'number';
}

/** What is left behind is that of no order, and shows at these moments. */
function isLeftLike(
  again: Run,
  serial: readonly Outcome[],
  failing: () => readonly Outcome[],
  { seen, between, act }: Moments,
): boolean {
  const left = leftAsInNoOrder(again, serial, failing)?.left ?? [];
  return left.some((each) => each.seen === seen && each.between === between && each.act === act);
}

function isOfNoOrder(act: TraceEvent, again: Run, serial: readonly Outcome[]): boolean {
  if (act.kind === 'deadlock') return endsElsewhere(act.unit, again, serial);
  if (act.kind === 'end') return isMisdirected(act.unit, again, serial);
  return act.kind === 'effect' && (isBeyond(act, again, serial) || isLastElsewhere(act, again, serial));
}

interface Asked {
  readonly scenario: Scenario;
  /** The same, and then the call that is hindered. */
  readonly thenLater: Scenario;
  readonly options: MachineOptions;
  readonly choices: readonly number[];
}

function questionIn(script: Script, details: CallsDetails): Asked | string {
  const { provider, before, calls, later, parameters, rejections, external, populated, treated, choices } =
    details as unknown as {
      readonly provider: Omit<Provider, 'module'> & { readonly file: string };
      readonly before: readonly PlannedCall[];
      readonly calls: readonly PlannedCall[];
      readonly later?: PlannedCall;
      readonly parameters: MachineOptions['parameters'];
      readonly rejections: number;
      readonly external: boolean;
      readonly populated: readonly string[];
      readonly treated?: readonly string[];
      readonly choices: readonly number[];
    };
  const module = script.modules.findIndex(({ file }) => file === provider?.file);
  if (module === -1) return `there is no file ${provider?.file}`;
  if (!Array.isArray(before) || !Array.isArray(calls) || !Array.isArray(choices) || !Array.isArray(populated))
    return 'the witness does not say what was called';
  const names = new Set(populated);
  const making = provider.making && { making: provider.making.map(Number) };
  const source: Provider = { module, kind: provider.kind, name: provider.name, ...making };
  const scenario = scenarioOf(source, before, calls);
  const thenLater = scenarioOf(source, before, later ? [...calls, later] : calls);
  const options = {
    parameters,
    external,
    rejections: Number(rejections),
    treated: new Map((treated ?? []).flatMap((text) => [parseTreatment(text)].filter((pair) => pair !== undefined))),
    populated: (name: string) => names.has(name),
  };
  return { scenario, thenLater, options, choices: choices.map(Number) };
}

function compare({ events, start }: Run, steps: Claim['witness']['steps']): string | undefined {
  for (const [i, step] of steps.entries()) {
    const event = events[start + i];
    if (!event) return `the execution ends before step ${i + 1}`;
    let root = event.unit;
    while (root.parent) root = root.parent;
    if (root.name !== step.thread) return `step ${i + 1} is taken by ${root.name}`;
    if ('cell' in event && typeof event.cell !== 'string' && step.target !== event.cell.name)
      return `step ${i + 1} touches ${event.cell.name}`;
  }
  return undefined;
}
