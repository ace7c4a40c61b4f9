// The units of work on one isolated object (rules U1 to U9 of the design): its methods, constructors that take another
// object of its class, code it hands to threads, inner classes, and methods of other classes that work on it.

import { derived } from '../../../base/derived.js';
import type { Surroundings, Task } from '../lower/frames.js';
import { type LoweredUnit, lowerUnit, type UnitSpec } from '../lower/lower-unit.js';
import { noSources, type Value } from '../lower/shared-object.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import { type ClassInfo, has, isStatic, type MethodInfo, signature } from '../symbols/class-info.js';
import type { JavaProject } from '../symbols/java-project.js';
import { plainType } from '../symbols/java-type.js';
import { ancestorOf, descendants, type SyntaxNode } from '../syntax/syntax-node.js';
import { onAnotherObject } from './another-object.js';
import { clientUnits, isClientOf, isCompound, touchesFields } from './client-units.js';
import { constantUnits, makerSpecs } from './making-units.js';
import { isolated, isRun, methodSpec, runsOnce, threadNames } from './unit-specs.js';

export interface ChosenUnits {
  readonly units: readonly UnitGraph[];
  /** Bodies that run before sharing: only what they start counts. */
  readonly preludes: readonly UnitGraph[];
  /** Names of units that were left out because the class has too many steps already. */
  readonly left: readonly string[];
}

/** Of one class, after silent ones are taken out; so that a folder takes time by its size. */
const mostSteps = 25_000;

export function chooseUnits(world: Surroundings, root: ClassInfo): ChosenUnits {
  const chosen = chooseOnce(world, root);
  // Who takes objects out that others still use has to be looked at again, knowing that.
  return world.stored.hasHeldOn ? chooseOnce(world, root) : chosen;
}

function chooseOnce(world: Surroundings, root: ClassInfo): ChosenUnits {
  // First what is there before any call: calls run the code that it put into collections.
  const preludes = preludesOf(world, root).map((spec) => lowerUnit(world, spec));
  const specs = [...ownUnits(world, root), ...innerUnits(world, root), ...clientUnits(world, root)];
  const { lowered, left } = lowerAll(world, specs);
  const isKept = ({ spec, graph }: LoweredUnit & { readonly spec: UnitSpec }) =>
    !isClientOf(spec, root) || isCompound(graph) || touchesFields(world, root, graph);
  const kept = lowered
    .filter(isKept)
    .map((unit) =>
      isClientOf(unit.spec, root) ? { ...unit, graph: { ...unit.graph, isOfUser: true as const } } : unit,
    );
  const makers = makerSpecs(world, root).map((spec) => lowerUnit(world, spec).graph);
  const counting = makers.filter(({ accesses }) => accesses.some(({ location }) => location.isStatic));
  const tasks = [
    ...lowerTasks(world, root, [...kept, ...preludes]),
    ...lowerTasks(
      world,
      root,
      lowered.filter((unit) => !isKept(unit)),
    ).filter(isCompound),
  ];
  const elsewhere = kept.flatMap(({ spec, graph }) => onAnotherObject(world, root, spec, graph));
  return {
    units: distinctNames([...kept.map(({ graph }) => graph), ...counting, ...tasks, ...elsewhere]),
    preludes: preludes.map(({ graph }) => graph),
    left,
  };
}

/** One after the other, own methods first, until there is no room left. */
export function lowerAll(
  world: Surroundings,
  specs: readonly UnitSpec[],
): { readonly lowered: readonly (LoweredUnit & { readonly spec: UnitSpec })[]; readonly left: readonly string[] } {
  const lowered: (LoweredUnit & { readonly spec: UnitSpec })[] = [];
  const left: string[] = [];
  let steps = 0;
  for (const spec of specs) {
    if (steps > mostSteps) {
      left.push(spec.name);
      continue;
    }
    for (const unit of lowerPerKey(world, spec)) {
      steps += unit.graph.edges.length;
      lowered.push({ spec, ...unit });
    }
  }
  return { lowered, left };
}

const mostKeys = 3;

/** A unit that uses several keys is looked at once for each: what it does to that key, with the locks it has then. */
function lowerPerKey(world: Surroundings, spec: UnitSpec): LoweredUnit[] {
  const first = lowerUnit(world, spec);
  const more = first.keys
    .slice(1, mostKeys)
    .map((key) => lowerUnit(world, { ...spec, name: `${spec.name} for ${shortKey(spec, key)}` }, key));
  return [first, ...more];
}

/** The parameter that the key comes from says more than how it is computed. */
function shortKey({ code }: UnitSpec, key: string): string {
  const words = new Set(key.match(/\w+/g));
  const parameters = code.kind === 'method' ? code.method.parameters : [];
  return parameters.find(({ name }) => words.has(name))?.name ?? key.slice(0, 30);
}

function ownUnits(world: Surroundings, root: ClassInfo): UnitSpec[] {
  const self = isolated(world, root);
  const around = aroundOf(world, root);
  const called = reachedInside(root);
  const hooks = new Set(world.project.lineage(root).flatMap((cls) => [...calledInside(cls)]));
  const methods = world.project
    .lineage(root)
    .flatMap((cls) => cls.methods.filter((method) => cls === root || !isOverridden(root, method)));
  const constants = root.kind === 'enum' ? constantUnits(root, self) : [];
  const specs = methods.flatMap((method): UnitSpec[] => {
    if (!isUnit(method, called)) return [];
    const plain = methodSpec(root, method, isStatic(method) ? undefined : self, new Map());
    const isStep = needsLock(method) || isHook(world, root, method, hooks);
    const base = isStep ? { ...plain, rank: 'low' as const } : plain;
    return [
      { ...base, once: runsOnce(world, root, method), isTask: isRun(world, root, method) },
      ...withPeers(world, root, method, self),
    ];
  });
  return [...specs.map((spec) => ({ ...spec, ...around })), ...constants, ...copyConstructors(root, self)];
}

/** Every object of an inner class has one object around it: its monitor and its locks are the same for all callers. */
function aroundOf({ objects }: Surroundings, root: ClassInfo): Pick<UnitSpec, 'enclosing'> {
  const { outer } = root;
  if (!outer || root.kind !== 'class' || has(root, 'static') || outer.kind === 'interface') return {};
  return { enclosing: { type: plainType(outer.name), sources: noSources, object: objects.holder(outer) } };
}

function isUnit(method: MethodInfo, called: ReadonlySet<string>): boolean {
  if (has(method, 'native')) return !has(method, 'private');
  if (!method.body || has(method, 'private') || method.name === 'main') return false;
  const isOpen = has(method, 'public') || has(method, 'protected') || method.owner.kind === 'interface';
  if (isOpen || !called.has(method.name)) return true;
  // A helper that is called by others and does not synchronize by itself is part of them.
  return (
    has(method, 'synchronized') ||
    has(method, 'static') ||
    locks.test(method.body.text) ||
    // There is no lock that callers could hold for it.
    !locks.test(method.owner.node.text)
  );
}

/** Says itself that whoever calls it holds the lock. */
function needsLock({ modifiers, body }: MethodInfo): boolean {
  return modifiers.annotations.has('GuardedBy') || /\bassert\s+Thread\.holdsLock\s*\(/.test(body?.text ?? '');
}

const locks = /synchronized|\.(lock|tryLock|lockInterruptibly|writeLock|readLock)\(/;

/** A step that the class or a class above it calls, with the locks it holds then; others may, but hardly do. */
function isHook({ project }: Surroundings, root: ClassInfo, method: MethodInfo, called: ReadonlySet<string>): boolean {
  // A class may open the step that a class above it declared for itself; who calls it is still that class.
  const declared = project
    .lineage(root)
    .flatMap(({ methods }) => methods.filter((other) => other.name === method.name && isSameShape(other, method)));
  return (
    declared.some((other) => has(other, 'protected')) &&
    called.has(method.name) &&
    !has(method, 'synchronized') &&
    !locks.test(method.body?.text ?? '')
  );
}

const calledInside = derived((root: ClassInfo): ReadonlySet<string> => {
  const called = new Set<string>();
  for (const node of descendants(root.node)) {
    const object = node.type === 'method_invocation' ? node.field('object') : undefined;
    const name = node.field('name')?.text ?? '';
    // A method that only calls itself is called by nobody else.
    if (node.type === 'method_invocation' && (!object || object.type === 'this') && methodAround(node) !== name)
      called.add(name);
  }
  return called;
});

/** Names that are called by who can be called, not only by helpers that call each other. */
const reachedInside = derived((root: ClassInfo): ReadonlySet<string> => {
  const called = calledInside(root);
  const isApart = ({ name, body }: MethodInfo) => body !== undefined && called.has(name);
  const helpers = root.methods.filter((method) => isApart(method) && !isUnit(method, called));
  const bodies = new Set(helpers.map(({ node }) => node));
  const reached = new Set<string>();
  const pending = [root.node];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const object = node.type === 'method_invocation' ? node.field('object') : undefined;
    const name =
      node.type === 'method_invocation' && (!object || object.type === 'this') ? node.field('name')?.text : undefined;
    if (name !== undefined && called.has(name) && !reached.has(name)) {
      reached.add(name);
      pending.push(...helpers.filter((method) => method.name === name).flatMap(({ body }) => body ?? []));
    }
    for (const child of node.children) if (!bodies.has(child)) pending.push(child);
  }
  return reached;
});

const members = new Set(['method_declaration', 'constructor_declaration']);

function methodAround(node: SyntaxNode): string | undefined {
  return ancestorOf(node, members)?.field('name')?.text;
}

function isSameShape(one: MethodInfo, two: MethodInfo): boolean {
  return one.parameters.length === two.parameters.length;
}

function isOverridden(root: ClassInfo, method: MethodInfo): boolean {
  return root.methods.some((own) => own.name === method.name && isSameShape(own, method));
}

/** A parameter of the same class may be the isolated object, then the receiver is another one. */
function withPeers(world: Surroundings, root: ClassInfo, method: MethodInfo, self: Value): UnitSpec[] {
  return method.parameters.flatMap(({ name, type }) => {
    if (world.project.resolve(type, method.owner) !== root) return [];
    const other: Value = { ...self, object: world.objects.opaque(self.type, root, 'this') };
    return [methodSpec(root, method, isStatic(method) ? undefined : other, new Map([[name, self]]))];
  });
}

function copyConstructors(root: ClassInfo, self: Value): UnitSpec[] {
  return root.constructors.flatMap((maker) => {
    const parameter = maker.parameters.find(({ type }) => type.name === root.name && type.dimensions === 0);
    if (!parameter || !maker.body) return [];
    const fresh: Value = { type: self.type, sources: noSources, fresh: true };
    return [methodSpec(root, maker, fresh, new Map([[parameter.name, self]]))];
  });
}

/** Methods of inner classes that see the isolated object around them. */
function innerUnits(world: Surroundings, root: ClassInfo): UnitSpec[] {
  const enclosing = isolated(world, root);
  const called = calledInside(root);
  return root.nested.flatMap((inner) => {
    if (inner.kind !== 'class' || has(inner, 'static')) return [];
    const self: Value = {
      type: { name: inner.name, args: [], dimensions: 0 },
      sources: noSources,
      object: world.objects.opaque({ name: inner.name, args: [], dimensions: 0 }, root),
    };
    const isThread = world.project.isSubclassOf(inner, threadNames);
    return inner.methods
      .filter((method) => isUnit(method, called))
      .map((method) => {
        const plain = methodSpec(inner, method, self, new Map());
        return {
          ...plain,
          ...(isHelper(world.project, root, inner, method) ? { rank: 'low' as const } : {}),
          name: `${inner.name}.${signature(method)}`,
          enclosing,
          isTask: isThread,
        };
      });
  });
}

/** Of an inner class that is not for everybody: called by the class around it, with the locks it holds then. */
function isHelper(project: JavaProject, root: ClassInfo, inner: ClassInfo, method: MethodInfo): boolean {
  if (needsLock(method)) return true;
  if (has(inner, 'public') || has(method, 'synchronized')) return false;
  if (!method.modifiers.annotations.has('Override')) return invokedInside(root).has(method.name);
  // Who calls a step that a given class above has is given too: whoever holds such an object.
  const above = project.lineage(inner).slice(1);
  const declared = above.filter(({ methods }) =>
    methods.some((other) => other.name === method.name && isSameShape(other, method)),
  );
  const isCalled = [root, ...above].some(
    (cls) => invokedInside(cls).has(method.name) || calledInside(cls).has(method.name),
  );
  return has(inner, 'private') && declared.length > 0 && isCalled;
}

/** Names of methods that are called on some object. */
const invokedInside = derived((root: ClassInfo): ReadonlySet<string> => {
  const invoked = new Set<string>();
  for (const node of descendants(root.node))
    if (node.type === 'method_invocation' && node.field('object')) invoked.add(node.field('name')?.text ?? '');
  return invoked;
});

/** Constructors, initialisers and `main` run before others see the object, but what they start does not. */
function preludesOf(world: Surroundings, root: ClassInfo): UnitSpec[] {
  const self = isolated(world, root);
  const values = [...root.fields.values()].flatMap((field): UnitSpec[] => {
    if (!field.initialiser || !/->|::|new\s+\w+\s*\([^)]*\)\s*\{/.test(field.initialiser.text)) return [];
    const code = { kind: 'value', expression: field.initialiser, field } as const;
    return [
      {
        name: field.name,
        cls: root,
        origin: field.node,
        self: isStatic(field) ? undefined : self,
        code,
        once: false,
        rank: 'low',
        isTask: false,
      },
    ];
  });
  const blocks = root.initialisers.map(({ body, isStatic: isClass }): UnitSpec => {
    return {
      name: 'initialiser',
      cls: root,
      origin: body,
      self: isClass ? undefined : self,
      code: { kind: 'block', block: body },
      once: false,
      rank: 'low',
      isTask: false,
    };
  });
  const bodies = [...root.constructors, ...root.methods.filter(({ name }) => name === 'main')];
  const methods = bodies
    .filter(({ body }) => body !== undefined)
    .map((method) => ({
      ...methodSpec(root, method, isStatic(method) ? undefined : self, new Map()),
      rank: 'low' as const,
    }));
  return [...values, ...blocks, ...methods];
}

function lowerTasks(world: Surroundings, root: ClassInfo, from: readonly LoweredUnit[]): UnitGraph[] {
  const graphs: UnitGraph[] = [];
  const elsewhere: UnitGraph[] = [];
  const seen = new Set<unknown>();
  // What a factory starts for a new object is, on the object looked at, what its constructor has made.
  const [known, ofNew] = partition(
    from.flatMap(({ tasks }) => tasks),
    ({ callable: { self } }) => self?.fresh === undefined || self.object !== undefined,
  );
  const pending: Task[] = [...known, ...ofNew];
  const stored: Task[] = [];
  for (let task = pending.shift() ?? stored.shift(); task; task = pending.shift() ?? stored.shift()) {
    if (seen.has(task.callable.node)) continue;
    if (task.keptIn !== undefined && world.stored.isCalled(task.keptIn)) continue;
    if (task.keptIn !== undefined && pending.length > 0) {
      stored.push(task);
      continue;
    }
    seen.add(task.callable.node);
    const { graph, tasks } = lowerUnit(world, specOf(task));
    graphs.push(graph);
    elsewhere.push(...onAnotherObject(world, root, specOf(task), graph));
    pending.push(...tasks);
  }
  return [...graphs, ...elsewhere];
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function specOf({ callable, confinedTo, once, title, pool, by, loops, isPeriodic }: Task): UnitSpec {
  return {
    name: `${title} at line ${callable.node.line}`,
    cls: callable.cls,
    origin: callable.node,
    self: callable.self,
    ...(callable.enclosing ? { enclosing: callable.enclosing } : {}),
    code: { kind: 'task', callable, confinedTo },
    once,
    rank: 'normal',
    isTask: true,
    handed: { node: callable.node, pool, by, loops, isPeriodic },
  };
}

/** `append(Text)` twice, for its two roles, stays apart by a number. */
export function distinctNames(units: readonly UnitGraph[]): UnitGraph[] {
  const seen = new Map<string, number>();
  return units.map((unit) => {
    const count = (seen.get(unit.name) ?? 0) + 1;
    seen.set(unit.name, count);
    return count === 1 ? unit : { ...unit, name: `${unit.name} on its argument${count > 2 ? ` ${count - 1}` : ''}` };
  });
}
