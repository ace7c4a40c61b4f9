// Configurations: how unknown conditions turn out while a provider is made. A constructor asks what it was given (`options.pool
// !== undefined`); the first way on is tried, and where that throws, the last condition before it the other way, and so on.

import type { Choice } from '../machine/choices.js';
import type { MachineOptions } from '../machine/machine.js';
import { moduleScope } from '../machine/modules.js';
import { type Run, run, setupThrows } from '../machine/run.js';
import { undefinedValue, type Value } from '../machine/value.js';
import type { Script } from '../script.js';
import { makeReceiver, type Provider } from './entries.js';

export const plainOptions: MachineOptions = {
  parameters: 'same',
  external: true,
  rejections: 0,
  treated: new Map(),
  populated: () => false,
};

export interface Made {
  /** With the configuration in which it comes to its end, if there is one. */
  readonly provider: Provider;
  readonly setup: Run;
  readonly receiver: Value;
}

const mostTried = 64;

/** Makes a provider, in the first configuration that does not throw. */
export function make(script: Script, provider: Provider): Made {
  const first = makeOnce(script, provider);
  const open = throws(first) ? others(first.setup.made, 0) : [];
  for (let tried = 0; open.length > 0 && tried < mostTried; tried++) {
    const making = open.pop()!;
    const next = makeOnce(script, { ...provider, making });
    if (!throws(next)) return next;
    open.push(...others(next.setup.made, making.length));
  }
  return first;
}

function throws({ setup }: Made): boolean {
  return setup.abandoned === setupThrows;
}

/** The other ways from some choice on, the last one last. */
export function others(made: readonly Choice[], from: number): number[][] {
  const taken = made.map((choice) => choice.taken);
  return taken.flatMap((at, index) => (index < from ? [] : [[...taken.slice(0, index), 1 - at]]));
}

function makeOnce(script: Script, provider: Provider): Made {
  let receiver = undefinedValue;
  const setup = run(
    script,
    {
      ...(provider.making ? { making: provider.making } : {}),
      *setUp(machine) {
        moduleScope(machine, provider.module);
        yield;
        receiver = makeReceiver(machine, provider);
        yield;
      },
      calls: () => [],
    },
    plainOptions,
    [],
  );
  return { provider, setup, receiver };
}
