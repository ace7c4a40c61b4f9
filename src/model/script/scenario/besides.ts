// Methods of other classes of the program that are given the same object as a provider: what they do to it comes between.
// A class that cannot be made, or is one too many, is left out, and that is said.

import { Abandoned } from '../machine/choices.js';
import { exportedValue } from '../machine/modules.js';
import type { Run } from '../machine/run.js';
import type { Gap } from '../machine/trace.js';
import { Thing } from '../machine/value.js';
import type { Script } from '../script.js';
import { besideIn, calleeOf, type EntryPoint, methodNames, nodeOf, type Provider, settled } from './entries.js';
import { classBehind, constructorOf, isCutShort } from './injected.js';

interface Besides {
  readonly entries: readonly EntryPoint[];
  readonly gaps: readonly Gap[];
}

const mostBeside = 6;

export function besides(script: Script, provider: Provider, { machine }: Run): Besides {
  if (provider.kind !== 'class' || machine.injected.size === 0) return { entries: [], gaps: [] };
  const shared = [...machine.injected.keys()];
  const entries: EntryPoint[] = [];
  const gaps: Gap[] = [];
  for (const [module, { exports }] of script.modules.slice(0, script.asked).entries())
    for (const { name, local } of exports) {
      if (local === undefined || module > provider.module || name === provider.name) continue;
      const found = besideOf(machine, provider, module, name, shared);
      entries.push(...found.entries);
      gaps.push(...found.gaps);
    }
  const left = entries.slice(mostBeside).map(({ name }) => name);
  if (left.length > 0)
    gaps.push({ reason: `${provider.name} was not tried together with ${left.join(', ')}`, spot: undefined });
  return { entries: entries.slice(0, mostBeside), gaps };
}

/** What is said of a provider that cannot be made. */
export function cutShort(name: string, why: string): Gap {
  return {
    reason: `${name === '' ? 'the module' : name} does not come to its end when it is made: ${why}`,
    spot: undefined,
  };
}

function besideOf(
  machine: Run['machine'],
  provider: Provider,
  module: number,
  name: string,
  shared: readonly Thing[],
): Besides {
  try {
    const own = exportedValue(machine, provider.module, provider.name).raw;
    const { raw } = exportedValue(machine, module, name);
    if (!(raw instanceof Thing) || !raw.classOf || raw.classOf.node.notConcurrent || raw === own)
      return { entries: [], gaps: [] };
    const takes = (constructorOf(raw)?.parameters ?? []).some(({ type }) => {
      const behind = classBehind(machine, type);
      return behind !== undefined && shared.includes(behind);
    });
    const isBeside = takes && !shared.includes(raw);
    return { entries: isBeside ? methodsBeside(machine, module, name) : [], gaps: [] };
  } catch (error) {
    if (!isCutShort(error)) throw error;
    const why = error instanceof Abandoned ? error.message : 'it throws';
    return { entries: [], gaps: [cutShort(name, why)] };
  }
}

function methodsBeside(machine: Run['machine'], module: number, of: string): EntryPoint[] {
  const reach = { kind: 'beside', module, of } as const;
  const receiver = settled(besideIn(machine, { ...reach, name: '' }));
  return methodNames(receiver).flatMap((name): EntryPoint[] => {
    const provider: Provider = { module, kind: 'class', name: of };
    const callee = calleeOf(machine, provider, receiver, { kind: 'method', name })?.callee;
    const node = callee && nodeOf(callee);
    if (!node || node.notConcurrent) return [];
    return [{ reach: { ...reach, name }, name: `${of}.${name}()`, node, after: [], isHandler: false }];
  });
}
