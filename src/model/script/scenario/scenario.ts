// A provider with some entries of it called at once, as a scenario that the machine can run.

import { callThing } from '../machine/calls.js';
import { ScriptError } from '../machine/flow/errors.js';
import { type Frame, setupUnit, type Unit } from '../machine/frame.js';
import { type Machine, spotOf } from '../machine/machine.js';
import { moduleScope } from '../machine/modules.js';
import type { Call } from '../machine/outside/external-events.js';
import { newPromise, resolve, subscribe, toPromise } from '../machine/promises.js';
import { findMethod } from '../machine/properties.js';
import { outsideFrame, type Scenario } from '../machine/run.js';
import { isCallable, isPromise, plain, Thing, undefinedValue, type Value } from '../machine/value.js';
import { argumentsFor } from './arguments.js';
import {
  besideIn,
  calleeOf,
  makeReceiver,
  nodeOf,
  type PlannedCall,
  type Provider,
  type Reach,
  registrationOf,
} from './entries.js';

export function scenarioOf(
  provider: Provider,
  before: readonly PlannedCall[],
  overlapping: readonly PlannedCall[],
): Scenario {
  const receivers = new WeakMap<Machine, Value>();
  return {
    ...(provider.making ? { making: provider.making } : {}),
    *setUp(machine) {
      moduleScope(machine, provider.module);
      yield;
      const receiver = makeReceiver(machine, provider);
      receivers.set(machine, receiver);
      machine.held.push(receiver);
      awaitIn(machine, receiver);
      for (const { reach } of [...before, ...overlapping])
        if (reach.kind === 'beside') machine.held.push(besideIn(machine, reach));
      // All have the same one: it is there before they begin.
      for (const { reach } of overlapping)
        if (reach.kind === 'given' && reach.shared) quietly(() => calleeOf(machine, provider, receiver, reach));
      yield;
      for (const entry of before) {
        quietly(() =>
          awaitIn(machine, begin(machine, outsideFrame(setupUnit), provider, receivers.get(machine)!, entry, 0)),
        );
        yield;
      }
    },
    calls(machine) {
      return overlapping.map((entry, index): Call => {
        const unit = unitOf(entry, index, overlapping);
        return {
          unit,
          begin: (inner, frame) => begin(inner, frame, provider, receivers.get(machine)!, entry, index + 1),
        };
      });
    },
  };
}

function awaitIn(machine: Machine, value: Value): void {
  if (isPromise(value.raw)) machine.awaited.push(value.raw);
}

function quietly(body: () => unknown): void {
  try {
    body();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
  }
}

function unitOf(entry: PlannedCall, index: number, all: readonly PlannedCall[]): Unit {
  const alike = all.filter((other) => other.name === entry.name);
  const number = all.slice(0, index).filter((other) => other.name === entry.name).length + 1;
  return { id: -(index + 1), name: alike.length > 1 ? `${entry.name} #${number}` : entry.name, entry: entry.name };
}

const exclusiveName = /lock|mutex|exclusive|serial|critical|synchron/i;
const sharedName = /limit|pool|shared|read/i;

function isExclusive(provider: Provider, entry: PlannedCall): boolean {
  const name = `${provider.name} ${entry.name}`;
  return exclusiveName.test(name) && !sharedName.test(name);
}

function begin(
  machine: Machine,
  frame: Frame,
  provider: Provider,
  receiver: Value,
  entry: PlannedCall,
  instance: number,
): Value {
  if (entry.reach.kind === 'registered' && isCleared(machine, entry.reach)) return undefinedValue;
  const found = calleeOf(machine, provider, receiver, entry.reach);
  const node = found && nodeOf(found.callee);
  if (!found || !node) return undefinedValue;
  const values = argumentsFor(machine, node, {
    instance,
    injected: false,
    handler: entry.isHandler,
    exclusive: isExclusive(provider, entry),
  });
  const inner = { ...frame, module: node.module };
  const result = callThing(machine, inner, found.callee, found.self, values, {
    span: node.span,
    use: 'awaited',
    text: '(entry)',
  });
  if (result.raw instanceof Thing && result.raw.kind === 'generator') return consume(machine, inner, result.raw);
  return entry.release === undefined || instance === 0
    ? result
    : holding(machine, { ...inner, node }, result, found.self, entry.release, values);
}

function isCleared(machine: Machine, reach: Extract<Reach, { kind: 'registered' }>): boolean {
  const id = registrationOf(machine, reach)?.id;
  if (id === undefined) return false;
  // Who clears it and who is called by it do not commute.
  machine.turns.touch(`timer ${id}`, false);
  return machine.cleared.has(id);
}

const mostTaken = 3;

/** The consumer of a generator: takes a few elements. */
function consume(machine: Machine, frame: Frame, generator: Thing): Value {
  const result = newPromise(machine);
  const next = generator.properties.get('next')?.raw;
  const take = (left: number): void => {
    if (left === 0 || !isCallable(next)) return resolve(machine, result, undefinedValue);
    const record = callThing(machine, frame, next, plain(generator), [], {
      span: { start: 0, end: 0 },
      use: 'awaited',
      text: 'next',
    });
    subscribe(machine, toPromise(machine, record), ({ status, value }) => {
      const isDone = value.raw instanceof Thing && value.raw.properties.get('done')?.raw === true;
      if (status === 'rejected' || isDone) resolve(machine, result, undefinedValue);
      else take(left - 1);
    });
  };
  take(mostTaken);
  return plain(result);
}

/** Acquires, works for a while, and releases: what a caller of a lock does. */
function holding(
  machine: Machine,
  frame: Frame,
  acquired: Value,
  self: Value,
  release: string,
  values: readonly Value[],
): Value {
  const result = newPromise(machine);
  const span = frame.node?.span ?? { start: 0, end: 0 };
  const cell = {
    key: `probe ${String(values[0]?.raw instanceof Object && 'term' in values[0].raw ? values[0].raw.term : '')}`,
    name: 'the exclusive section',
    owner: 'probe',
    external: false,
  };
  subscribe(machine, toPromise(machine, acquired), ({ status, value }) => {
    if (status === 'rejected') return resolve(machine, result, undefinedValue);
    const deps = machine.read(frame, cell, undefined, span);
    const work = newPromise(machine);
    const perform = () => {
      machine.write(frame, cell, 'set', { raw: undefined, deps }, undefined, span);
      return undefinedValue;
    };
    machine.await({
      unit: frame.unit,
      what: 'the work',
      spot: spotOf(frame, span),
      promise: work,
      mayReject: false,
      touches: false,
      perform,
    });
    subscribe(machine, work, () => {
      const named = value.raw instanceof Thing ? value.raw.properties.get('release')?.raw : undefined;
      const own = self.raw instanceof Thing ? findMethod(self.raw, release) : undefined;
      const callee = isCallable(value.raw) ? value.raw : isCallable(named) ? named : own;
      if (callee)
        callThing(machine, frame, callee, callee === own ? self : value, callee === own ? values : [], {
          span,
          use: 'awaited',
          text: release,
        });
      resolve(machine, result, undefinedValue);
    });
  });
  return plain(result);
}
