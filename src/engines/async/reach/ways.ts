// Other ways to call the entries of a provider, where the first one leaves code out: what may be left out is given, and what
// was unknown while the provider was made turns out otherwise (another configuration). Kept are those that lead somewhere new.

import type { ParametersOfCalls } from '../../../model/script/machine/machine.js';
import type { EntryPoint, Provider } from '../../../model/script/scenario/entries.js';
import { make, others } from '../../../model/script/scenario/making.js';
import type { Explorer } from '../explorer.js';

export interface Way {
  readonly provider: Provider;
  readonly parameters: ParametersOfCalls;
}

export type Ways = ReadonlyMap<EntryPoint, readonly Way[]>;

const furtherRuns = 120;
const mostConfigurations = 32;
const firstLook = 2;

/** For each entry: the ways in which it comes to something that no run had come to before. */
export function waysOf(explorer: Explorer, entries: readonly EntryPoint[]): Map<EntryPoint, Way[]> {
  const found = new Map<EntryPoint, Way[]>();
  const { provider } = explorer;
  const given: Way = { provider, parameters: 'given' };
  const asked = new Set<string>();
  for (const entry of entries) {
    if (isAsked(explorer, entry, asked)) continue;
    explorer.gain(entry, entry.after, { provider, parameters: 'same' }, furtherRuns);
    if (gains(explorer, entry, given)) note(found, entry, given);
  }
  for (const other of configurations(explorer, entries)) {
    const way: Way = { provider: other, parameters: 'given' };
    const same = new Set<string>();
    const leads = entries.filter((entry) => !isAsked(explorer, entry, same) && gains(explorer, entry, way, firstLook));
    for (const entry of leads) {
      gains(explorer, entry, way);
      note(found, entry, way);
    }
  }
  return found;
}

/** What is missing in the same places is looked for once. */
function isAsked(explorer: Explorer, entry: EntryPoint, asked: Set<string>): boolean {
  const missing = explorer.reached.missingOf(entry);
  if (missing === '' || asked.has(missing)) return true;
  asked.add(missing);
  return false;
}

function note(found: Map<EntryPoint, Way[]>, entry: EntryPoint, way: Way): void {
  found.set(entry, [...(found.get(entry) ?? []), way]);
}

function gains(explorer: Explorer, entry: EntryPoint, way: Way, runs?: number): boolean {
  return explorer.reached.isMissing(entry) && explorer.gain(entry, entry.after, way, runs) > 0;
}

/** One condition of the making the other way, then one more behind it. */
function* configurations(explorer: Explorer, entries: readonly EntryPoint[]): Generator<Provider> {
  const { script, provider } = explorer;
  const open = others(make(script, provider).setup.made, 0);
  for (let count = 0; count < mostConfigurations; count++) {
    const making = open.shift();
    if (!making || !entries.some((entry) => explorer.reached.isMissing(entry))) return;
    const { provider: other, setup } = make(script, { ...provider, making });
    if (setup.abandoned !== undefined) continue;
    yield other;
    open.push(...others(setup.made, making.length));
  }
}
