// What entries touch when they run alone: who meets whom, who fills what others look at, which sets of calls to try.

import type { Run } from '../../model/script/machine/run.js';
import type { Cell, Spot } from '../../model/script/machine/trace.js';
import type { EntryPoint } from '../../model/script/scenario/entries.js';

export interface Touched {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  readonly appended: Set<string>;
  /** Locations that are looked at. */
  readonly guards: Set<string>;
  pauses: boolean;
  children: boolean;
  /** It empties something. */
  clears: boolean;
}

export function nothingTouched(): Touched {
  const guards = new Set<string>();
  return {
    reads: new Set(),
    writes: new Set(),
    appended: new Set(),
    guards,
    pauses: false,
    children: false,
    clears: false,
  };
}

/** Entries that leave something behind: run before others, they make the state that others meet. */
export function fillersOf(touched: ReadonlyMap<EntryPoint, Touched>): EntryPoint[] {
  return [...touched]
    .filter(([, { appended, clears }]) => appended.size > 0 && !clears)
    .filter(([entry]) => !isClosing(entry) && entry.after.length === 0)
    .map(([entry]) => entry);
}

/** Arrays that no entry fills. */
export function isNotFilled(touched: ReadonlyMap<EntryPoint, Touched>): (name: string) => boolean {
  const appended = new Set([...touched.values()].flatMap((each) => [...each.appended]));
  return (name) => !appended.has(name);
}

/** Pairs that share a location that one of them writes, at least one of them with a pause. */
export function pairsOf(entries: readonly EntryPoint[], touched: ReadonlyMap<EntryPoint, Touched>): EntryPoint[][] {
  const pairs: EntryPoint[][] = [];
  entries.forEach((one, i) => {
    for (const other of entries.slice(i)) {
      if (one === other && one.once) continue;
      // Two of another class are a question of its own.
      if (one.reach.kind === 'beside' && other.reach.kind === 'beside') continue;
      const [a, b] = [touched.get(one)!, touched.get(other)!];
      if ((a.pauses || b.pauses) && (meets(a, b) || meets(b, a))) pairs.push([one, other]);
    }
  });
  return pairs.sort((a, b) => Number(a[0] !== a[1]) - Number(b[0] !== b[1]));
}

function meets(writer: Touched, other: Touched): boolean {
  for (const cell of writer.writes) if (other.reads.has(cell) || other.writes.has(cell)) return true;
  return false;
}

/** A pair with one of it once more. */
export function triplesOf(pairs: readonly EntryPoint[][]): EntryPoint[][] {
  return pairs.flatMap(([one, other]) =>
    one === other
      ? [[one!, one!, one!]]
      : [...(one!.once ? [] : [[one!, one!, other!]]), ...(other!.once ? [] : [[one!, other!, other!]])],
  );
}

/** Two unknown names may stand for the same entry of a map: pairs are told by the map. */
function placeOf({ key, owner }: Cell): string {
  return key.startsWith(`${owner}[`) ? `${owner}[]` : key;
}

export function noteTouched(run: Run, touched: Touched): void {
  // Chains of `then` have no await of their own: whatever the outside answers later is a pause.
  if (run.steps.some((step) => step.do !== 'start')) touched.pauses = true;
  noteGuards(run, touched.guards);
  for (const event of run.events.slice(run.start)) {
    if (event.unit.parent || event.kind === 'deadlock') touched.children = true;
    if (event.kind === 'read') touched.reads.add(placeOf(event.cell));
    if (event.kind === 'pause' || event.kind === 'resume') touched.pauses = true;
    if (event.kind !== 'write') continue;
    touched.writes.add(placeOf(event.cell));
    if (event.how === 'clear') touched.clears = true;
    if (event.how === 'add' || event.how === 'set') touched.appended.add(event.cell.name);
  }
}

/** Locations that are looked at for more than to change them, as `n++` does. */
function noteGuards({ events, start }: Run, guards: Set<string>): void {
  const at = ({ module, span }: Spot, cell: string) => `${cell} ${module}:${span.start}`;
  const changed = new Set(events.flatMap((event) => (event.kind === 'write' ? [at(event.spot, event.cell.key)] : [])));
  for (const event of events.slice(start))
    if (event.kind === 'read' && !changed.has(at(event.spot, event.cell.key))) guards.add(event.cell.key);
}

function isClosing({ name }: EntryPoint): boolean {
  return /clos|stop|shut|destroy|dispos|drain|terminat|cancel|disconnect|quit|abort|\bend|reset|logout|teardown|clear|delete|remove|flush|invalidat/i.test(
    name,
  );
}
