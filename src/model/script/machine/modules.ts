// Names: variables of enclosing scopes, imports (modules run when one of their names is first asked for), what is
// declared but not there, and the globals of the language.

import type { Span } from '../../../base/source-text.js';
import { globalValue } from './builtins/globals.js';
import { libraryValue } from './builtins/library.js';
import { type Body, startAsync } from './calls.js';
import { type Binding, type Frame, Scope, setupUnit, type Unit } from './frame.js';
import type { Machine } from './machine.js';
import { hoistVariables, runStatements } from './statements.js';
import { none, plain, Thing, Unknown, undefinedValue, type Value } from './value.js';

export type Found = { readonly scope: Scope; readonly binding: Binding } | { readonly value: Value };

export function lookUp(machine: Machine, frame: Frame, name: string, span: Span): Found {
  const local = frame.scope.find(name);
  if (local && !isRequired(machine, frame.module, name, local.binding)) return local;
  return inModule(machine, frame.module, name) ?? outsideName(machine, frame, name, span);
}

/** `const x = require('m')` is an import, whatever the call gave. */
function isRequired(machine: Machine, module: number, name: string, { value }: Binding): boolean {
  return (
    value.raw instanceof Unknown &&
    value.raw.term.startsWith('require(') &&
    importOf(machine, module, name) !== undefined
  );
}

function importOf(machine: Machine, module: number, name: string) {
  return machine.script.modules[module]?.imports.find(({ local }) => local === name);
}

function inModule(machine: Machine, module: number, name: string): Found | undefined {
  const imported = importOf(machine, module, name);
  if (!imported) return undefined;
  if (imported.module === undefined) {
    const library = libraryValue(machine, imported.from, imported.imported);
    if (library) return { value: library };
    const term = ['*', 'default'].includes(imported.imported) ? imported.from : `${imported.from}.${imported.imported}`;
    return { value: plain(new Unknown(term, { external: true })) };
  }
  return imported.imported === '*'
    ? { value: namespaceOf(machine, imported.module) }
    : exported(machine, imported.module, imported.imported);
}

function outsideName(machine: Machine, frame: Frame, name: string, _span: Span): Found {
  const ambient = machine.script.modules[frame.module]?.ambient;
  if (ambient && Object.hasOwn(ambient, name))
    return { value: plain(new Unknown(name, { external: true, type: ambient[name] })) };
  return { value: globalValue(machine, name) ?? plain(new Unknown(name, { external: true })) };
}

/** The binding behind an exported name, through re-exports. */
function exported(machine: Machine, module: number, name: string, steps = 0): Found {
  const missing = { value: plain(new Unknown(`${machine.script.modules[module]?.file}.${name}`, { external: true })) };
  if (steps > 12) return missing;
  const scope = moduleScope(machine, module);
  const { exports } = machine.script.modules[module]!;
  const direct = exports.find((candidate) => candidate.name === name);
  if (direct?.local?.startsWith('exports.')) return { value: fromExports(scope, direct.local.slice(8)) };
  if (direct?.local === 'module.exports') return { value: fromExports(scope, undefined) };
  if (direct?.local !== undefined)
    return scope.find(direct.local) ?? inModule(machine, module, direct.local) ?? missing;
  if (direct?.from)
    return direct.from.module === undefined
      ? missing
      : direct.from.imported === '*'
        ? { value: namespaceOf(machine, direct.from.module) }
        : exported(machine, direct.from.module, direct.from.imported, steps + 1);
  for (const { name: star, from } of exports) {
    if (star !== '*' || from?.module === undefined) continue;
    const isThere = machine.script.modules[from.module]!.exports.some(
      (candidate) => candidate.name === name || candidate.name === '*',
    );
    if (isThere) return exported(machine, from.module, name, steps + 1);
  }
  return missing;
}

function fromExports(scope: Scope, name: string | undefined): Value {
  const holder = scope.find('module')?.binding.value.raw;
  const raw = holder instanceof Thing ? holder.properties.get('exports')?.raw : undefined;
  if (name === undefined) return plain(raw);
  return raw instanceof Thing ? (raw.properties.get(name) ?? undefinedValue) : undefinedValue;
}

export function exportedValue(machine: Machine, module: number, name: string): Value {
  const found = exported(machine, module, name);
  return 'value' in found ? found.value : found.binding.value;
}

function namespaceOf(machine: Machine, module: number): Value {
  const thing = machine.newThing('function', machine.script.modules[module]!.file);
  const names = machine.script.modules[module]!.exports.flatMap(({ name }) => (name === '*' ? [] : [name]));
  for (const name of names) thing.properties.set(name, exportedValue(machine, module, name));
  const whole = names.includes('default') ? thing.properties.get('default')?.raw : undefined;
  const isReplaced = machine.script.modules[module]!.exports.some(({ local }) => local === 'module.exports');
  // module.exports = something
  if (names.length === 1 && (whole instanceof Thing || (isReplaced && whole instanceof Unknown))) return plain(whole);
  return plain(thing);
}

function moduleFrame(_machine: Machine, module: number, scope: Scope, unit: Unit): Frame {
  return {
    node: undefined,
    module,
    activation: scope.activation,
    unit,
    self: undefinedValue,
    home: undefined,
    detached: true,
    depth: 0,
    scope,
    control: none,
    guard: none,
  };
}

/** The module's own scope; its statements run the first time it is asked for. */
export function moduleScope(machine: Machine, module: number): Scope {
  const known = machine.moduleScopes.get(module);
  if (known) return known;
  const scope = new Scope(machine.nextId(), machine.nextId(), module);
  machine.moduleScopes.set(module, scope);
  const holder = machine.newThing('object', 'module');
  const exports = machine.newThing('function', 'exports');
  holder.properties.set('exports', plain(exports));
  scope.declare('module', plain(holder), true);
  scope.declare('exports', plain(exports), true);
  const frame = moduleFrame(machine, module, scope, setupUnit);
  const done = startAsync(machine, frame, moduleBody(machine, frame, module));
  if (done.raw instanceof Thing) machine.awaited.push(done.raw);
  return scope;
}

function* moduleBody(machine: Machine, frame: Frame, module: number): Body {
  hoistVariables(frame, machine.script.modules[module]!.body);
  yield* runStatements(machine, frame, machine.script.modules[module]!.body);
  return undefinedValue;
}
