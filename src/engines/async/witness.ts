// The run behind a finding as a witness: the calls as lanes, up to the act. What touches other locations is silent.

import type { JsonObject } from '../../base/json.js';
import type { Unit } from '../../model/script/machine/frame.js';
import { exportedValue } from '../../model/script/machine/modules.js';
import type { TraceEvent } from '../../model/script/machine/trace.js';
import { type Raw, Thing, termOf, Unknown } from '../../model/script/machine/value.js';
import type { EntryPoint } from '../../model/script/scenario/entries.js';
import type { Script } from '../../model/script/script.js';
import type { CallsDetails, Witness, WitnessStep } from '../../verdict/witness.js';
import type { Found } from './found.js';
import { argumentCodes, standIns, wordsIn } from './stand-ins.js';

export function witnessOf(script: Script, found: Found): Witness {
  const { violation, run } = found;
  const cells = cellsOf(run.events, [violation.seen, violation.between, violation.act]);
  const steps = run.events
    .slice(run.start, violation.act + 1)
    .map((event, i) => stepOf(script, event, cells, noteAt(violation, run.start + i)));
  return { kind: 'calls', steps, details: detailsOf(script, found) };
}

function cellsOf(events: readonly TraceEvent[], indices: readonly number[]): Set<string> {
  const cells = new Set<string>();
  for (const index of indices) {
    const event = events[index];
    if (event && 'cell' in event) cells.add(typeof event.cell === 'string' ? event.cell : event.cell.key);
  }
  return cells;
}

function noteAt({ seen, between, act, code }: Found['violation'], index: number): string | undefined {
  if (index === act) return code === 'HD6008' ? 'waits for itself' : 'acts on what it saw before';
  if (index === between) return 'comes between';
  return index === seen ? 'this is out of date later' : undefined;
}

function stepOf(script: Script, event: TraceEvent, cells: ReadonlySet<string>, note: string | undefined): WitnessStep {
  const source = script.modules[event.spot.module]?.source;
  const isPlaced = event.kind !== 'start' && event.kind !== 'end';
  const isQuiet = note === undefined && isSilent(event, cells);
  return {
    thread: laneOf(event.unit),
    ...describe(event),
    ...(source && isPlaced ? { place: source.place(event.spot.span) } : {}),
    ...(isQuiet ? { silent: true as const } : {}),
    ...(note === undefined ? {} : { note }),
  };
}

/** Children run in the lane of the call that began them. */
function laneOf(unit: Unit): string {
  let root = unit;
  while (root.parent) root = root.parent;
  return root.name;
}

function isSilent(event: TraceEvent, cells: ReadonlySet<string>): boolean {
  switch (event.kind) {
    case 'read':
    case 'write':
    case 'iterate':
      return !cells.has(event.cell.key);
    case 'start':
    case 'end':
    case 'iterated':
    case 'effect':
    case 'left':
    case 'opened':
      return true;
    default:
      return false;
  }
}

function describe(event: TraceEvent): Pick<WitnessStep, 'action' | 'target' | 'change'> {
  switch (event.kind) {
    case 'read':
      return { action: 'read', target: event.cell.name, change: `sees ${shown(event.raw)}` };
    case 'write':
      return {
        action: verbOf(event.how),
        target: event.cell.name,
        ...(event.how === 'set' ? { change: `${event.cell.name} = ${shown(event.raw)}` } : {}),
      };
    case 'pause':
      return { action: 'waits', target: clipped(event.what.replace(/^await /, '')) };
    case 'resume':
      return { action: event.rejected ? 'fails' : 'goes on', target: clipped(event.what.replace(/^await /, '')) };
    case 'effect':
      return { action: 'call', target: event.name };
    case 'iterate':
      return { action: 'iterate', target: event.cell.name };
    case 'broken':
      return { action: 'use', target: clipped(event.cell), change: 'it is gone' };
    case 'deadlock':
      return { action: 'waits for ever', target: clipped(event.what) };
    case 'end':
      return { action: event.outcome };
    case 'left':
      return { action: 'is left behind' };
    case 'opened':
      return { action: 'is given', target: clipped(event.what) };
    default:
      return { action: event.kind };
  }
}

function verbOf(how: string): string {
  return how === 'set' ? 'write' : how === 'add' ? 'add to' : how === 'shift' ? 'shift' : how;
}

function clipped(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function shown(raw: Raw): string {
  if (raw === undefined) return 'nothing';
  if (raw instanceof Unknown) return clipped(raw.term);
  if (!(raw instanceof Thing)) return clipped(termOf(raw));
  if (raw.kind === 'array') return `${raw.items.length} elements`;
  return raw.kind === 'promise' ? 'a promise' : clipped(raw.name === 'Object' ? termOf(raw) : raw.name);
}

/** What runs it again, on the model and on the real code. */
function detailsOf(script: Script, { question, choices, violation, run, later }: Found): CallsDetails {
  const { provider, before, overlapping, parameters, rejections, external, populated, treated } = question;
  const called = (call: EntryPoint): JsonObject => {
    const { reach, name, isHandler, release, node } = call;
    const codes = argumentCodes(script, node.parameters, isHandler, false, parameters === 'given');
    return { reach: { ...reach }, name, isHandler, arguments: codes, ...(release === undefined ? {} : { release }) };
  };
  return {
    provider: {
      file: script.modules[provider.module]!.file,
      kind: provider.kind,
      name: provider.name,
      arguments: constructorCodes(script, run, provider),
      ...innerCodes(script, run, provider),
      ...(provider.making ? { making: [...provider.making] } : {}),
    },
    before: before.map(called),
    calls: overlapping.map(called),
    ...(later ? { later: called(later) } : {}),
    parameters,
    rejections,
    external,
    populated: [...populated],
    ...(treated.size === 0 ? {} : { treated: [...treated].map(([call, deed]) => `${call}=${deed}`) }),
    choices: [...choices],
    schedule: run.steps.map((step) => ({ ...step, name: step.name.split('.').at(-1)! })),
    ...standIns(script),
    words: wordsIn(script),
    seen: violation.seen,
    between: violation.between,
    act: violation.act,
  };
}

function constructorCodes(
  script: Script,
  { machine }: Found['run'],
  provider: Found['question']['provider'],
): string[] {
  if (provider.kind !== 'class' && provider.kind !== 'factory') return [];
  const { raw } = exportedValue(machine, provider.module, provider.name);
  const node = raw instanceof Thing ? (raw.classOf?.node.construct ?? raw.closure?.node) : undefined;
  return node ? argumentCodes(script, node.parameters, false, true) : [];
}

/** What the class is given that a function makes, where it cannot do without. */
function innerCodes(
  script: Script,
  { machine }: Found['run'],
  { kind }: Found['question']['provider'],
): { readonly inner?: readonly string[] } {
  const [receiver] = machine.held;
  const home = receiver?.raw instanceof Thing ? receiver.raw.prototype : undefined;
  const type = home?.properties.get('constructor')?.raw;
  const node = kind === 'factory' && type instanceof Thing ? type.classOf?.node.construct : undefined;
  if (!node) return {};
  const all = node.parameters.map(({ fallback: _, ...parameter }) => parameter);
  return { inner: argumentCodes(script, all, false, true) };
}
