// Finds the providers of a module and their entries by running it: what a factory returns and what is registered with the
// outside is only known then.

import { exportedValue } from '../machine/modules.js';
import { type Run, run } from '../machine/run.js';
import { isCallable, type Value } from '../machine/value.js';
import type { Script } from '../script.js';
import type { FunctionNode } from '../syntax.js';
import { takesFunction } from './arguments.js';
import { besides, cutShort } from './besides.js';
import {
  calleeOf,
  type EntryPoint,
  isFunction,
  kindOf,
  methodNames,
  nodeOf,
  type Provider,
  placeOf,
  type Reach,
  settled,
} from './entries.js';
import { isCutShort } from './injected.js';
import { type Made, make, plainOptions } from './making.js';
import { mayPause } from './pauses.js';
import { scenarioOf } from './scenario.js';

export interface Discovered {
  readonly provider: Provider;
  readonly entries: readonly EntryPoint[];
  readonly gaps: Run['gaps'];
  readonly abandoned?: string;
  /** Making the provider does something itself: `subscribe()` returns how to end it. */
  readonly acts?: boolean;
}

/** Everything that a module offers to the outside. */
export function discover(script: Script, module: number): Discovered[] {
  const own = script.modules[module]!.exports.filter((each) => isOwn(script, module, each)).map(({ name }) => name);
  const names = [...new Set(own)];
  const providers: Discovered[] = [];
  const functions: string[] = [];
  const makers = new Set<string>();
  const seen = new Set<unknown>();
  const base = make(script, { module, kind: 'module', name: '' });
  for (const name of names) {
    const value = exportedValue(base.setup.machine, module, name);
    const kind = providerKind(script, module, name, value);
    if (kind === undefined) {
      if (isCallable(value.raw) && nodeOf(value.raw)) functions.push(name);
      continue;
    }
    if (seen.has(value.raw)) continue;
    seen.add(value.raw);
    const found = entriesOf(script, { module, kind, name });
    if (found.entries.length > 0 || found.abandoned !== undefined) providers.push(found);
    const node = isCallable(value.raw) ? nodeOf(value.raw) : undefined;
    if (kind === 'factory' && (node?.async || found.acts)) {
      functions.push(name);
      makers.add(name);
    }
  }
  const top = moduleEntries(script, module, functions, makers, base);
  return top.entries.length > 0 || top.abandoned !== undefined ? [top, ...providers] : providers;
}

/** What a module only passes on is asked about where it comes from. */
function isOwn(script: Script, module: number, { local }: Script['modules'][number]['exports'][number]): boolean {
  const imported = script.modules[module]!.imports.find((each) => each.local === local);
  return local !== undefined && (imported?.module === undefined || imported.module >= script.asked);
}

function providerKind(script: Script, module: number, name: string, value: Value): Provider['kind'] | undefined {
  const node = isCallable(value.raw) ? value.raw.closure?.node : undefined;
  if (!node) return kindOf(value, undefined);
  if (node.notConcurrent) return undefined;
  return kindOf(value, make(script, { module, kind: 'factory', name }).receiver);
}

function entriesOf(script: Script, asked: Provider): Discovered {
  const { provider, setup, receiver } = make(script, asked);
  const names = methodNames(settled(receiver));
  const methods = names.flatMap((name): EntryPoint[] => {
    const found = calleeOf(setup.machine, provider, receiver, { kind: 'method', name });
    const node = found && nodeOf(found.callee);
    return node && !node.notConcurrent
      ? [
          {
            reach: { kind: 'method', name },
            name: shownName(provider, name),
            node,
            after: [],
            isHandler: false,
            ...(isLoop(node) ? { once: true } : {}),
          },
        ]
      : [];
  });
  const given =
    provider.kind === 'class' ? methods.flatMap((method) => givenEntries(provider, method, setup, receiver)) : [];
  const itself = isFunction(settled(receiver)) ? resultEntry(provider, settled(receiver)) : [];
  const acts =
    itself.length > 0 && setup.events.some(({ kind }) => kind === 'write' || kind === 'effect' || kind === 'pause');
  const found = withRegistered(script, provider, [...paired(provider, methods), ...itself, ...given], setup);
  const beside = besides(script, provider, setup);
  return { ...found, entries: [...found.entries, ...beside.entries], gaps: [...found.gaps, ...beside.gaps], acts };
}

/** `handler() { return async (req, res) => … }`: what it gives is called by the outside. */
function givenEntries(provider: Provider, method: EntryPoint, { machine }: Run, receiver: Value): EntryPoint[] {
  const { node, reach, name } = method;
  if (node.async || node.generator || reach.kind !== 'method' || !givesFunction(node)) return [];
  return [false, true].flatMap((shared): EntryPoint[] => {
    const given = { kind: 'given', name: reach.name, shared } as const;
    const found = givenIn(machine, provider, receiver, given);
    if (!found?.async || found.notConcurrent) return [];
    const shown = shared ? `one ${name}()` : `${name}()`;
    return [{ reach: given, name: shown, node: found, after: [], isHandler: false }];
  });
}

function givenIn(machine: Run['machine'], provider: Provider, receiver: Value, reach: Reach): FunctionNode | undefined {
  try {
    const callee = calleeOf(machine, provider, receiver, reach)?.callee;
    return callee && nodeOf(callee);
  } catch (error) {
    if (!isCutShort(error)) throw error;
    return undefined;
  }
}

/** By the text: it is not called to find out. */
function givesFunction({ body }: FunctionNode): boolean {
  return body.some(({ kind, ...rest }) => kind === 'return' && 'value' in rest && rest.value?.kind === 'function');
}

function resultEntry({ name }: Provider, { raw }: Value): EntryPoint[] {
  const node = isCallable(raw) ? nodeOf(raw) : undefined;
  if (!node || node.notConcurrent) return [];
  return [{ reach: { kind: 'result' }, name: `${name}()()`, node, after: [], isHandler: false }];
}

function shownName(provider: Provider, name: string): string {
  return provider.kind === 'class' ? `${provider.name}.${name}()` : `${name}()`;
}

function moduleEntries(
  script: Script,
  module: number,
  functions: readonly string[],
  makers: ReadonlySet<string>,
  { provider, setup }: Made,
): Discovered {
  const entries = functions.flatMap((name): EntryPoint[] => {
    const { raw } = exportedValue(setup.machine, module, name);
    const node = isCallable(raw) ? nodeOf(raw) : undefined;
    if (!node || node.notConcurrent) return [];
    const makes = makers.has(name) ? { makes: true } : {};
    const shown = `${node.name || name}()`;
    return [{ reach: { kind: 'export', name }, name: shown, node, after: [], isHandler: false, ...makes }];
  });
  return withRegistered(script, provider, paired(provider, entries), setup);
}

const acquiring = /^(?:acquire|lock|enter|take)$/;
const releasing = /^(?:release|unlock|leave|exit|give)$/;

/** `acquire` and `release` of a lock are one entry: take it, work, give it back. */
function paired(provider: Provider, entries: readonly EntryPoint[]): readonly EntryPoint[] {
  if (!/lock|mutex|semaphore/i.test(provider.name) || /rw|read/i.test(provider.name)) return entries;
  const bare = (entry: EntryPoint) => (entry.reach.kind === 'method' ? entry.reach.name : '');
  // Who hands over a function to be told by is not let in when the call returns.
  const acquire = entries.find((entry) => acquiring.test(bare(entry)) && !takesFunction(entry.node));
  if (!acquire) return entries;
  const release = entries.find((entry) => releasing.test(bare(entry)));
  const held = { ...acquire, release: release ? bare(release) : 'release' };
  return [held, ...entries.filter((entry) => entry !== acquire && entry !== release)];
}

const mostHandlers = 40;

/** Adds what is registered by the setup, and what the entries register when they are called. */
function withRegistered(script: Script, provider: Provider, entries: readonly EntryPoint[], setup: Run): Discovered {
  const handlers = handlersOf(setup, 0, []);
  const later: EntryPoint[] = [];
  const registering = new Set<EntryPoint>();
  const open = [...entries, ...handlers];
  // Handlers register handlers: a connection listens to its messages.
  for (const entry of open) {
    if (later.length > mostHandlers || entry.after.length > 1) break;
    const solo = run(script, scenarioOf(provider, entry.after, [entry]), plainOptions, []);
    const known = new Set([...entries, ...handlers, ...later].map(({ node }) => node));
    const found = handlersOf(solo, setup.machine.registrations.length, [...entry.after, entry]).filter(
      ({ node }) => !known.has(node),
    );
    if (found.length > 0 && !leaves(solo)) registering.add(entry);
    later.push(...found);
    open.push(...found);
  }
  const kept = entries.filter((entry) => !registering.has(entry) || entry.node.async || mayPause(entry.node));
  const { gaps, abandoned } = setup;
  return {
    provider,
    entries: [...kept, ...handlers, ...later],
    gaps: abandoned === undefined ? gaps : [...gaps, cutShort(provider.name, abandoned)],
    ...(abandoned === undefined ? {} : { abandoned }),
  };
}

/** Beside what it registers, it puts something where others find it. */
function leaves({ events, start }: Run): boolean {
  return events.slice(start).some((event) => event.kind === 'write' && !event.cell.external);
}

function handlersOf({ machine }: Run, from: number, after: readonly EntryPoint[]): EntryPoint[] {
  return machine.registrations.slice(from).flatMap((registration, index): EntryPoint[] => {
    const { name, callback, once } = registration;
    const node = nodeOf(callback);
    if (!node || node.notConcurrent) return [];
    const reach = { kind: 'registered', index: from + index, at: placeOf(registration) } as const;
    return [{ reach, name: `${name} handler`, node, after, isHandler: true, ...(once ? { once } : {}) }];
  });
}

/** R12: a worker that goes on for ever is started once. */
function isLoop({ name, body }: FunctionNode): boolean {
  if (!/^(?:run|start|loop|main|work|consume|serve)/i.test(name)) return false;
  return body.some(
    (statement) =>
      (statement.kind === 'for' && statement.test === undefined) ||
      (statement.kind === 'while' && statement.test.kind === 'literal' && statement.test.value === true),
  );
}
