// One unit of work from its specification to its graph.

import { type ClassInfo, type FieldInfo, has, type MethodInfo } from '../symbols/class-info.js';
import { simpleName } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { construct } from './bodies/constructions.js';
import { nameOfKept } from './bodies/kept-code.js';
import { evaluate } from './expressions.js';
import type { Frame, Surroundings, Task } from './frames.js';
import { inFrame, invoke, lowerBody, spawn } from './inlining.js';
import { acquire, recordLeaks, release } from './locks/locking.js';
import { Lowering } from './lowering.js';
import { type Callable, noSources, type SharedObject, type Value } from './shared-object.js';
import { withoutSilentSteps } from './silent-steps.js';
import { lowerStatement } from './statements/statements.js';
import { type HandedCode, namesBehind, type UnitGraph } from './unit-graph.js';

export interface UnitSpec {
  readonly name: string;
  readonly cls: ClassInfo;
  readonly origin: SyntaxNode;
  readonly self: Value | undefined;
  readonly enclosing?: Value;
  readonly code:
    | { readonly kind: 'method'; readonly method: MethodInfo; readonly values: ReadonlyMap<string, Value> }
    | { readonly kind: 'task'; readonly callable: Callable; readonly confinedTo: SharedObject | undefined }
    | { readonly kind: 'block'; readonly block: SyntaxNode }
    /** A constructor that is not written. */
    | { readonly kind: 'creation' }
    /** The value of a field; code in it runs later. */
    | { readonly kind: 'value'; readonly expression: SyntaxNode; readonly field: FieldInfo };
  readonly once: boolean;
  readonly rank: UnitGraph['rank'];
  readonly isTask: boolean;
  readonly handed?: HandedCode;
}

export interface LoweredUnit {
  readonly graph: UnitGraph;
  readonly tasks: readonly Task[];
  /** Keys that the unit uses in a class with a lock per key. */
  readonly keys: readonly string[];
}

export function lowerUnit(world: Surroundings, spec: UnitSpec, chosenKey?: string): LoweredUnit {
  const low = new Lowering(world, spec.code.kind === 'task', chosenKey);
  low.frames.push(outermost(low, spec));
  low.isStartedOnce = spec.code.kind === 'task' && spec.once && spec.handed?.isPeriodic !== true;
  low.watchesWaysOut = spec.isTask && world.objects.hasSignals;
  if (spec.code.kind === 'method') lowerMethod(low, spec, spec.code.method, spec.code.values);
  else if (spec.code.kind === 'block') lowerStatement(low, spec.code.block);
  else if (spec.code.kind === 'creation') construct(low, spec.cls, spec.self!, [], spec.origin);
  else if (spec.code.kind === 'value') lowerValue(low, spec.code.expression, spec.code.field);
  else lowerTask(low, spec.code.callable, spec.code.confinedTo);
  recordLeaks(low, spec.origin, 'return');
  low.forget(({ id }) => low.unvalidated.has(id) && !isUsed(low, id));
  low.leavesTasks ||= [...low.running].some((task) => !low.signalled.has(task));
  if (low.at !== undefined) low.edges.push({ from: low.at, to: 1, action: { kind: 'skip' }, node: spec.origin });
  if (low.isTooLarge) low.unknowns.push({ node: spec.origin, because: 'this unit is too large' });
  return { graph: graphOf(low, spec), tasks: low.tasks, keys: low.keys };
}

/** Under one of its names. */
function isUsed({ uses, derived }: Lowering, id: number): boolean {
  return (
    uses.has(id) || [...derived].some(([name, sources]) => uses.has(name) && namesBehind({ derived }, sources).has(id))
  );
}

function lowerValue(low: Lowering, expression: SyntaxNode, field: FieldInfo): void {
  const { callable, type } = evaluate(low, expression);
  const keptIn = /^(Thread|TimerTask)$/.test(simpleName(type.name)) ? undefined : nameOfKept(field);
  if (callable) spawn(low, callable, expression, undefined, { keptIn });
}

function outermost(low: Lowering, spec: UnitSpec): Frame {
  return {
    cls: spec.cls,
    method: undefined,
    title: spec.name,
    self: spec.self,
    enclosing: spec.enclosing,
    returns: low.target(),
    results: [],
    depth: 0,
    building: spec.code.kind === 'method' ? spec.code.method.isConstructor : spec.code.kind !== 'task',
    body: spec.origin,
    caller: new Map(),
    entry: noSources,
  };
}

function lowerMethod(low: Lowering, spec: UnitSpec, method: MethodInfo, values: ReadonlyMap<string, Value>): void {
  const locals = new Map<string, Value>();
  for (const { name, type } of method.parameters) {
    const object = low.world.project.resolve(type, method.owner) && low.world.objects.opaque(type, method.owner, name);
    locals.set(name, values.get(name) ?? { type, sources: noSources, text: name, ...(object ? { object } : {}) });
  }
  if (method.isBroken) low.unknown(method.node, `${spec.name} could not be parsed`);
  const { self, enclosing } = spec;
  const made = {
    cls: method.owner,
    method,
    title: spec.name,
    self,
    enclosing,
    body: method.body ?? method.node,
    building: method.isConstructor,
  };
  low.frames.pop();
  low.frames.push({ ...outermost(low, spec), method: undefined });
  const value = inFrame(low, made, locals, () => lowerBody(low, method, self, method.node));
  low.use(value.sources, 'return');
}

function lowerTask(low: Lowering, callable: Callable, confinedTo: SharedObject | undefined): void {
  // Values of the thread that started it are what they are: nothing of them is read here.
  const locals = new Map([...callable.locals].map(([name, value]) => [name, { ...value, sources: noSources }]));
  if (confinedTo) acquire(low, confinedTo, 'exclusive', callable.node, { explicit: false, tries: true });
  const value = callAny(low, { ...callable, locals }, entriesOf(callable));
  if (confinedTo) release(low, confinedTo, 'exclusive', callable.node);
  low.use(value.sources, 'return');
}

/** What others can call of it. */
function entriesOf({ anonymous }: Callable): readonly string[] {
  const open = (anonymous?.methods ?? []).filter((method) => method.body && !has(method, 'private'));
  const names = [...new Set(open.map(({ name }) => name))];
  return names.includes('run') || names.length < 2 ? ['run'] : names;
}

/** One of several. */
function callAny(low: Lowering, callable: Callable, names: readonly string[]): Value {
  const [before, from, after] = [low.snapshot(), low.at, low.target()];
  let value: Value | undefined;
  for (const name of names) {
    low.restore(before, from);
    value = invoke(low, callable, name, [], callable.node);
    if (names.length > 1) low.jump(after, callable.node);
  }
  if (names.length > 1) low.enter(after);
  return value!;
}

function graphOf(low: Lowering, spec: UnitSpec): UnitGraph {
  const {
    edges,
    accesses,
    signs,
    uses,
    derived,
    carried,
    sideNames,
    meetings,
    equalities,
    parts,
    orders,
    waits,
    blocking,
    joins,
    signals,
    permits,
    waysOut,
    surplus,
    repeated,
    nested,
    leaks,
    handsOut,
    handOvers,
    foundUses,
    swaps,
    unstable,
    unknowns,
    guesses,
    assumptions,
  } = low;
  return withoutSilentSteps({
    name: spec.name,
    method: spec.name,
    origin: spec.origin,
    once: spec.once,
    rank: spec.rank,
    isTask: spec.isTask,
    handed: spec.handed,
    spawns: new Set(low.tasks.map(({ callable }) => callable.node)),
    waitsForAll: !low.leavesTasks,
    nodeCount: low.nodeCount,
    entry: 0,
    exit: 1,
    edges,
    accesses,
    signs,
    uses,
    derived,
    carried,
    sideNames,
    meetings,
    equalities,
    parts,
    orders,
    waits,
    blocking,
    joins,
    signals,
    permits,
    waysOut,
    surplus,
    repeated,
    nested,
    leaks,
    handsOut,
    handOvers,
    foundUses,
    swaps,
    released: low.released,
    gives: low.gives,
    unstable,
    unknowns,
    guesses,
    hints: new Map(),
    assumptions,
  });
}
