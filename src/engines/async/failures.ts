// What a call that fails leaves behind: something taken that it gives back otherwise, a promise that has failed, a note that
// it is done. It counts if each failure takes one more, or if somebody who comes later cannot do its work.

import type { MachineOptions } from '../../model/script/machine/machine.js';
import type { Scenario } from '../../model/script/machine/run.js';
import { isHindered, isSkipped } from '../../model/script/outcome/later.js';
import type { EntryPoint } from '../../model/script/scenario/entries.js';
import type { Script } from '../../model/script/script.js';
import type { Found } from './found.js';
import { heldAfterFailure, isCounted, keptFailures, notedTooEarly } from './judge/unreleased.js';
import type { Touched } from './touched.js';

/** A call in which something failed, with what the same call gives back otherwise. */
export type Failed = Omit<Found, 'violation'> & { readonly released: ReadonlySet<string> };

export interface FailureAsking {
  readonly script: Script;
  readonly touched: ReadonlyMap<EntryPoint, Touched>;
  readonly options: MachineOptions;
  scenario(before: readonly EntryPoint[], calls: readonly EntryPoint[]): Scenario;
  add(found: Found): void;
  leave(entry: EntryPoint, reason: string): void;
}

/** `guards` are the locations that decide something. */
export function judgeFailed(all: readonly Failed[], guards: ReadonlySet<string>, asking: FailureAsking): void {
  for (const failed of all) {
    askWhatIsNoted(failed, guards, asking);
    const { released, ...about } = failed;
    for (const violation of [...heldAfterFailure(failed.run, released, guards), ...keptFailures(failed.run, guards)]) {
      // One place less is not felt at once, but each failure takes another one.
      if (isCounted(failed.run, violation)) asking.add({ ...about, violation });
      else {
        const later = hindered(failed, violation, asking);
        if (later) asking.add({ ...about, violation, later });
      }
    }
  }
}

/** Once is enough for some things, even if it fails; others have to be tried again. */
function askWhatIsNoted({ run, question }: Failed, guards: ReadonlySet<string>, asking: FailureAsking): void {
  const [entry] = question.overlapping;
  const noted = notedTooEarly(run, guards);
  if (!noted || !entry) return;
  const twice = asking.scenario(question.before, [entry, entry]);
  if (isSkipped(asking.script, twice, asking.options, run))
    asking.leave(entry, `\`${noted.cell.name}\` is noted before it is done, also if that fails: is it meant?`);
}

/** Who comes later and cannot do its work: the same entry, or another one that looks at what is left. */
function hindered(
  { run, question }: Failed,
  { seen }: Found['violation'],
  { script, touched, options, scenario }: FailureAsking,
): EntryPoint | undefined {
  const [entry] = question.overlapping;
  const taken = run.events[seen]!;
  const key = 'cell' in taken && typeof taken.cell !== 'string' ? taken.cell.key : '';
  const others = [...touched].filter(([, { guards }]) => guards.has(key)).map(([other]) => other);
  return [entry!, ...others.filter((other) => other !== entry)].find((later) =>
    isHindered(script, scenario(question.before, [entry!, later]), options, run),
  );
}
