// Which classes are worth asking about: those with a sign that threads share their objects (section 5 of the design).

import { type ClassInfo, has } from '../symbols/class-info.js';
import type { Collaborators } from '../symbols/collaborators.js';
import type { FieldTable } from '../symbols/field-facts.js';
import type { JavaProject } from '../symbols/java-project.js';
import { simpleName } from '../symbols/java-type.js';
import { ancestorOf, descendants, type SyntaxNode } from '../syntax/syntax-node.js';

const concurrentType =
  /^(Atomic\w+|Concurrent\w+|CopyOnWrite\w+|\w*Blocking(Queue|Deque)|\w*Lock|Semaphore|CountDownLatch|CyclicBarrier|Phaser|Exchanger|Condition|Executor\w*|\w*ExecutorService|CompletableFuture|LongAdder|DoubleAdder|\w+Accumulator|VarHandle|DelayQueue|SynchronousQueue|ThreadLocal|Thread|Timer)$/;
const threadNames = new Set(['Thread', 'Runnable', 'Callable', 'TimerTask', 'RecursiveTask', 'RecursiveAction']);

/** One object of such a class handles the requests of all threads. */
const sharedByFramework = [
  'Service',
  'Component',
  'Controller',
  'RestController',
  'Repository',
  'Singleton',
  'ApplicationScoped',
  'WebServlet',
];

export interface Evidence {
  readonly because: string;
  /** Found in the class itself, not in a class that uses it. */
  readonly own: boolean;
  /** Nothing but its users says so: what they do with it is looked at, with the locks they hold. */
  readonly byUsers?: true;
  /** A class above is shared: what it does to what it has from there is looked at. */
  readonly inherits?: true;
}

export function sharingEvidence(
  project: JavaProject,
  fields: FieldTable,
  comments: ReadonlyMap<unknown, readonly SyntaxNode[]>,
  collaborators: Collaborators,
): Map<ClassInfo, Evidence> {
  const found = new Map<ClassInfo, Evidence>();
  for (const info of project.classes) {
    const because =
      ownEvidence(project, info, comments.get(info.node.source) ?? []) ?? safeField(project, collaborators, info);
    if (because !== undefined) found.set(info, { because, own: true });
  }
  for (const info of project.classes) if (startsThreads(info)) spreadToUsed(project, info, found);
  for (const info of [...found.keys()]) spreadToInjected(project, fields, info, found);
  for (const info of project.classes) if (!found.has(info)) spreadToSubclass(project, info, found);
  for (const info of project.classes) if (isExcluded(info)) found.delete(info);
  return found;
}

function spreadToSubclass(project: JavaProject, info: ClassInfo, found: Map<ClassInfo, Evidence>): void {
  const [, ...above] = project.lineage(info).filter(({ kind }) => kind === 'class');
  const parent = above.find((at) => found.get(at)?.own);
  if (!parent || info.kind !== 'class') return;
  const names = new Set(
    above.flatMap(({ fields, methods }) => [
      ...[...fields.values()].flatMap(({ name, modifiers }) => (modifiers.words.has('final') ? [] : [name])),
      ...methods.flatMap((method) => (has(method, 'private') ? [] : [method.name])),
    ]),
  );
  const isUsed = info.methods.some(({ body }) => body && [...descendants(body)].some((node) => isNamed(node, names)));
  if (isUsed) found.set(info, { because: `${parent.name}, which it extends, is shared`, own: false, inherits: true });
}

/** Something that it has from above, as its own. */
function isNamed(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  if (node.type !== 'identifier' || !names.has(node.text)) return false;
  const { parent } = node;
  const object =
    parent?.type === 'method_invocation' || parent?.type === 'field_access' ? parent.field('object') : undefined;
  return object === undefined || object === node || /^(this|super)$/.test(object.type);
}

/** Objects with a state that a shared class was given, and so may have in common with others. */
function spreadToInjected(
  project: JavaProject,
  fields: FieldTable,
  info: ClassInfo,
  found: Map<ClassInfo, Evidence>,
): void {
  for (const field of info.fields.values()) {
    const cls = fields.of(field).owned ? undefined : project.resolve(field.type, info);
    if (cls?.kind !== 'class' || cls === info || found.has(cls) || cls.fields.size === 0) continue;
    found.set(cls, { because: `${info.name}, which threads share, uses it`, own: false, byUsers: true });
  }
}

function isExcluded(info: ClassInfo): boolean {
  return (
    info.kind === 'interface' ||
    info.kind === 'anonymous' ||
    ['NotThreadSafe', 'Immutable'].some((name) => info.modifiers.annotations.has(name))
  );
}

function ownEvidence(project: JavaProject, info: ClassInfo, comments: readonly SyntaxNode[]): string | undefined {
  if (info.modifiers.annotations.has('ThreadSafe')) return '@ThreadSafe';
  const shared = sharedByFramework.find((name) => info.modifiers.annotations.has(name));
  if (shared !== undefined) return `one object of @${shared} serves all threads`;
  for (const field of info.fields.values()) {
    if (has(field, 'volatile')) return `${field.name} is volatile`;
    if (field.modifiers.annotations.has('GuardedBy')) return `${field.name} is @GuardedBy`;
    if (concurrentType.test(simpleName(field.type.name))) return `${field.name} is a ${field.type.name}`;
  }
  if (info.methods.some((method) => has(method, 'synchronized'))) return 'it has synchronized methods';
  if (project.isSubclassOf(info, threadNames)) return 'its objects run in threads';
  if (startsThreads(info)) return 'it starts tasks';
  return bodyEvidence(info) ?? commentEvidence(info, comments);
}

/** It was given something that many threads may use. */
function safeField(project: JavaProject, collaborators: Collaborators, info: ClassInfo): string | undefined {
  for (const field of info.fields.values()) {
    const cls = has(field, 'final') ? project.resolve(field.type, info) : undefined;
    if (cls && collaborators.isSafe(cls)) return `${field.name} is made for several threads`;
  }
  return undefined;
}

function bodyEvidence(info: ClassInfo): string | undefined {
  for (const node of ownNodes(info)) {
    if (node.type === 'synchronized_statement') return 'it synchronizes';
    if (node.type !== 'method_invocation' && node.type !== 'object_creation_expression') continue;
    const name = node.field('name')?.text ?? '';
    if (/^(wait|notify|notifyAll)$/.test(name) && !node.field('object')) return 'it waits and notifies';
    if (/^synchronized(List|Map|Set|Collection)/.test(name)) return 'it makes synchronized collections';
    if (name === 'newKeySet') return 'it makes a concurrent set';
    const type = simpleName(node.field('type')?.text.replace(/<.*/s, '') ?? '');
    if (node.type === 'object_creation_expression' && concurrentType.test(type)) return `it makes a ${type}`;
    if (/^(runAsync|supplyAsync|parallelStream)$/.test(name)) return 'it starts tasks';
  }
  return undefined;
}

/** Nodes of the class itself, without those of classes declared inside of it. */
function* ownNodes(info: ClassInfo): Generator<SyntaxNode> {
  const inner = new Set(info.nested.filter(({ kind }) => kind !== 'anonymous').map(({ node }) => node));
  const pending = [info.node];
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    for (const child of node.children) if (!inner.has(child)) pending.push(child);
  }
}

function commentEvidence(info: ClassInfo, comments: readonly SyntaxNode[]): string | undefined {
  const { start, end } = info.node;
  const about = comments.find(
    (comment) => comment.start > start - 400 && comment.end < end && /\bthread|concurrent/i.test(comment.text),
  );
  return about && !/not thread|single.thread/i.test(about.text) && usesState(info)
    ? 'a comment speaks of threads'
    : undefined;
}

function usesState(info: ClassInfo): boolean {
  return info.fields.size > 0;
}

const starters =
  /^(submit|execute|invokeAll|schedule|scheduleAtFixedRate|scheduleWithFixedDelay|runAsync|supplyAsync)$/;
const code = /^(lambda_expression|method_reference|object_creation_expression|this)$/;

function startsThreads(info: ClassInfo): boolean {
  for (const node of ownNodes(info)) {
    if (node.type === 'object_creation_expression' && /^(Thread|Timer)$/.test(node.field('type')?.text ?? ''))
      return true;
    if (node.type !== 'method_invocation') continue;
    if (node.field('object')?.text === 'Executors') return true;
    const values = node.field('arguments')?.children ?? [];
    if (starters.test(node.field('name')?.text ?? '') && values.some(({ type }) => code.test(type))) return true;
  }
  return false;
}

/** Classes whose objects a class that starts threads handles inside of the code it hands over. */
function spreadToUsed(project: JavaProject, info: ClassInfo, found: Map<ClassInfo, Evidence>): void {
  for (const node of descendants(info.node)) {
    if (node.type !== 'identifier' || !isInHandedCode(node)) continue;
    const type = declaredTypeOf(info, node.text);
    const cls = type === undefined ? undefined : project.resolveName(type, info);
    if (cls && cls !== info && !found.has(cls))
      found.set(cls, {
        because: `${info.name} uses it from threads`,
        own: false,
        ...(isLockedByUsers(project, cls) ? { byUsers: true as const } : {}),
      });
  }
}

/** Some class takes the monitor of an object it was given: then it is for the users to lock it. */
function isLockedByUsers(project: JavaProject, cls: ClassInfo): boolean {
  return project.classes.some((user) => {
    if (user === cls) return false;
    for (const node of ownNodes(user)) {
      const monitor = node.type === 'synchronized_statement' ? node.child('parenthesized_expression') : undefined;
      const name = monitor?.children[0]?.type === 'identifier' ? monitor.children[0].text : undefined;
      const type = name === undefined ? undefined : declaredTypeOf(user, name);
      if (type !== undefined && project.resolveName(type, user) === cls) return true;
    }
    return false;
  });
}

const bodies = new Set(['lambda_expression', 'class_body']);

/** Inside of a lambda or an anonymous class. */
function isInHandedCode(node: SyntaxNode): boolean {
  const around = ancestorOf(node, bodies);
  return around?.type === 'lambda_expression' || around?.parent?.type === 'object_creation_expression';
}

/** The type of a local or field of this name, found by its text. */
function declaredTypeOf(info: ClassInfo, name: string): string | undefined {
  const field = info.fields.get(name);
  if (field) return field.type.name;
  for (const node of ownNodes(info)) {
    if (node.type !== 'local_variable_declaration' && node.type !== 'formal_parameter') continue;
    const declared = node.field('declarator')?.field('name')?.text ?? node.field('name')?.text;
    if (declared !== name) continue;
    const type = node.field('type')?.text.replace(/<.*/s, '');
    if (type !== 'var') return type;
    return node.field('declarator')?.field('value')?.field('type')?.text;
  }
  return undefined;
}
