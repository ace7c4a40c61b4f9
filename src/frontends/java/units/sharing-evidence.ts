// Which classes are worth asking about: those with a sign that threads share their objects (section 5 of the design).

import { type ClassInfo, has } from '../symbols/class-info.js';
import type { JavaProject } from '../symbols/java-project.js';
import { simpleName } from '../symbols/java-type.js';
import { ancestorOf, descendants, type SyntaxNode } from '../syntax/syntax-node.js';

const concurrentType =
  /^(Atomic\w+|Concurrent\w+|CopyOnWrite\w+|\w*Blocking(Queue|Deque)|\w*Lock|Semaphore|CountDownLatch|CyclicBarrier|Phaser|Exchanger|Condition|Executor\w*|\w*ExecutorService|CompletableFuture|LongAdder|DoubleAdder|LongAccumulator|DelayQueue|SynchronousQueue|ThreadLocal|Thread|Timer)$/;
const threadNames = new Set(['Thread', 'Runnable', 'Callable', 'TimerTask', 'RecursiveTask', 'RecursiveAction']);

export interface Evidence {
  readonly because: string;
  /** Found in the class itself, not in a class that uses it. */
  readonly own: boolean;
}

export function sharingEvidence(
  project: JavaProject,
  comments: ReadonlyMap<unknown, readonly SyntaxNode[]>,
): Map<ClassInfo, Evidence> {
  const found = new Map<ClassInfo, Evidence>();
  for (const info of project.classes) {
    const because = ownEvidence(project, info, comments.get(info.node.source) ?? []);
    if (because !== undefined) found.set(info, { because, own: true });
  }
  for (const info of project.classes) if (startsThreads(info)) spreadToUsed(project, info, found);
  for (const info of project.classes) if (isExcluded(info)) found.delete(info);
  return found;
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
  for (const field of info.fields.values()) {
    if (has(field, 'volatile')) return `${field.name} is volatile`;
    if (field.modifiers.annotations.has('GuardedBy')) return `${field.name} is @GuardedBy`;
    if (concurrentType.test(simpleName(field.type.name))) return `${field.name} is a ${field.type.name}`;
  }
  if (info.methods.some((method) => has(method, 'synchronized'))) return 'it has synchronized methods';
  if (project.isSubclassOf(info, threadNames)) return 'its objects run in threads';
  return bodyEvidence(info) ?? commentEvidence(info, comments);
}

function bodyEvidence(info: ClassInfo): string | undefined {
  for (const node of ownNodes(info)) {
    if (node.type === 'synchronized_statement') return 'it synchronizes';
    if (node.type !== 'method_invocation' && node.type !== 'object_creation_expression') continue;
    const name = node.field('name')?.text ?? '';
    if (/^(wait|notify|notifyAll)$/.test(name) && !node.field('object')) return 'it waits and notifies';
    if (/^synchronized(List|Map|Set|Collection)/.test(name)) return 'it makes synchronized collections';
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

function startsThreads(info: ClassInfo): boolean {
  for (const node of ownNodes(info)) {
    if (node.type === 'object_creation_expression' && /^(Thread|Timer)$/.test(node.field('type')?.text ?? ''))
      return true;
    if (
      node.type === 'method_invocation' &&
      /^(submit|execute|runAsync|supplyAsync|scheduleAtFixedRate)$/.test(node.field('name')?.text ?? '')
    )
      return true;
  }
  return false;
}

/** Classes whose objects a class that starts threads handles inside of the code it hands over. */
function spreadToUsed(project: JavaProject, info: ClassInfo, found: Map<ClassInfo, Evidence>): void {
  const handed = new Set(['lambda_expression', 'class_body']);
  for (const node of descendants(info.node)) {
    if (node.type !== 'identifier' || !ancestorOf(node, handed)) continue;
    const type = declaredTypeOf(info, node.text);
    const cls = type === undefined ? undefined : project.resolveName(type, info);
    if (cls && cls !== info && !found.has(cls))
      found.set(cls, { because: `${info.name} uses it from threads`, own: false });
  }
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
