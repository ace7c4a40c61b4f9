// Dependencies that are classes of the program: one instance of each, made with dependencies of its own, shared by everything
// that is given one. What takes a class as `this.cache` is seen with its code, not as something outside.

import { construct } from '../machine/calls.js';
import { Abandoned } from '../machine/choices.js';
import { ScriptError } from '../machine/flow/errors.js';
import { setupUnit } from '../machine/frame.js';
import { withoutNull } from '../machine/hints.js';
import type { Machine } from '../machine/machine.js';
import { exportedValue, moduleScope } from '../machine/modules.js';
import { outsideFrame } from '../machine/run.js';
import { Thing, type Value } from '../machine/value.js';
import type { FunctionNode, TypeHint } from '../syntax.js';

export type ArgumentsOf = (node: FunctionNode, name: string) => readonly Value[];

const mostNested = 6;

/** The class that a type names, if the program has its code. */
export function classBehind(machine: Machine, type: TypeHint | undefined): Thing | undefined {
  const hint = withoutNull(type);
  if (hint?.kind !== 'reference') return undefined;
  const where = machine.script.modules[hint.module];
  const imported = where?.imports.find(({ local }) => local === hint.name);
  if (imported && (imported.module === undefined || imported.imported === '*')) return undefined;
  const value = imported
    ? exportedValue(machine, imported.module!, imported.imported).raw
    : moduleScope(machine, hint.module).find(hint.name)?.binding.value.raw;
  return value instanceof Thing && value.classOf && !isAbstract(value) ? value : undefined;
}

/** Without code of its own it says nothing. */
function isAbstract({ classOf }: Thing): boolean {
  return !classOf!.node.members.some(({ kind }) => kind === 'method' || kind === 'field');
}

/** The one instance of it in this run; undefined where it cannot be made. */
export function instanceOf(machine: Machine, type: Thing, argumentsOf: ArgumentsOf): Value | undefined {
  const known = machine.injected.get(type);
  if (known) return known;
  if (machine.injecting > mostNested) return undefined;
  machine.injecting++;
  try {
    const node = constructorOf(type);
    const values = node ? argumentsOf(node, type.name) : [];
    const site = { span: { start: 0, end: 0 }, use: 'value' as const, text: '(entry)' };
    const made = construct(machine, outsideFrame(setupUnit), { raw: type, deps: 0n }, values, site);
    machine.injected.set(type, made);
    return made;
  } catch (error) {
    if (isCutShort(error)) return undefined;
    throw error;
  } finally {
    machine.injecting--;
  }
}

export function constructorOf(type: Thing): FunctionNode | undefined {
  if (type.classOf?.node.construct) return type.classOf.node.construct;
  const base = type.classOf?.base?.raw;
  return base instanceof Thing ? constructorOf(base) : undefined;
}

/** What happens in the code of the program, or is too much to follow: no bug of ours. */
export function isCutShort(error: unknown): boolean {
  return error instanceof ScriptError || error instanceof Abandoned;
}
