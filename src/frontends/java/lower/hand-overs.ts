// Objects that are handed to other threads, as themselves or inside of what wraps them, and what this unit does to them
// after that. They are told apart by who made them: this unit, a field that always holds the same one, or a ThreadLocal,
// whose object belongs to one thread and comes back with its next call.

import { libraryObject } from '../summaries/library.js';
import { type ClassInfo, has, isStatic, type MethodInfo } from '../symbols/class-info.js';
import { type JavaType, simpleName } from '../symbols/java-type.js';
import { descendants, type SyntaxNode } from '../syntax/syntax-node.js';
import type { Lowering } from './lowering.js';
import type { Callable, Value } from './shared-object.js';

export interface HandOver {
  readonly object: string;
  /** What a reader would call it. */
  readonly name: string;
  readonly node: SyntaxNode;
  readonly loops: readonly number[];
  /** The collection it was put into; nothing for code that uses it, and for a call that goes on by itself. */
  readonly container: string | undefined;
  /** The code that uses it: over once it was waited for. */
  readonly task?: SyntaxNode;
  /** A local that is declared inside of so many loops: each round of these has another one. */
  readonly declaredIn?: number;
  /** Given to a call that comes back before its work is done. */
  readonly isAsync?: true;
}

interface Change {
  readonly object: string;
  readonly node: SyntaxNode;
  readonly loops: readonly number[];
}

export interface Reuse {
  readonly handOver: HandOver;
  readonly change: SyntaxNode;
}

export class HandOvers {
  /** The loops around each creation. */
  readonly made = new Map<number, readonly number[]>();
  readonly all: HandOver[] = [];
  readonly changes: Change[] = [];
  readonly reuses: Reuse[] = [];

  reuse(handOver: HandOver, change: SyntaxNode): void {
    if (!this.reuses.some((known) => known.change === change && known.handOver.node === handOver.node))
      this.reuses.push({ handOver, change });
  }
}

/** Which object it is, if it is one that can be changed and that this unit can come back to. */
function identityOf(low: Lowering, value: Value): string | undefined {
  if (!isMutable(low, value)) return undefined;
  if (value.confined !== undefined) return `thread ${value.confined}`;
  const { object, made } = value;
  if (made !== undefined && (!object || object.id.endsWith('.*'))) return `made ${made}`;
  if (object?.local && object.id.startsWith('local ')) return object.id;
  const isKept = object?.exact && !object.foreign && object.field && low.world.fields.of(object.field).stable;
  return isKept && !object.cls ? `field ${object.id}` : undefined;
}

function isMutable(low: Lowering, { type, object }: Value): boolean {
  if (type.dimensions > 0) return true;
  const cls = object?.cls ?? low.world.project.resolve(type, low.frame.cls);
  if (cls) return [...cls.fields.values()].some((field) => !isStatic(field) && !has(field, 'final'));
  return (object?.library ?? libraryObject(simpleName(type.name)))?.policy === 'none';
}

/** All that somebody gets with a value. */
function contentsOf(low: Lowering, value: Value): ReadonlySet<string> {
  const own = identityOf(low, value);
  return new Set([...(own === undefined ? [] : [own]), ...(value.wraps ?? [])]);
}

/** What a new object of a class keeps of the arguments it was made with: those that its constructor stores as they are. */
export function keptByMaker(
  low: Lowering,
  cls: ClassInfo,
  maker: MethodInfo | undefined,
  values: readonly Value[],
): ReadonlySet<string> {
  const isRecord = cls.kind === 'record' && !cls.constructors.some(({ body }) => body !== undefined);
  return new Set(
    values.flatMap((value, i) => {
      const parameter = maker?.parameters[i]?.name;
      return isRecord || (parameter !== undefined && storesAsIs(maker!, parameter)) ? [...contentsOf(low, value)] : [];
    }),
  );
}

const views =
  /^((Byte|Char|Short|Int|Long|Float|Double)Buffer\.wrap|Arrays\.asList|Collections\.(unmodifiable|checked)\w+)$/;

/** `ByteBuffer.wrap(array)`: another way to the same content. */
export function wrappedBy(low: Lowering, callee: string, values: readonly Value[]): Pick<Value, 'wraps'> {
  const [first] = values;
  if (!first || !views.test(callee)) return {};
  const wraps = contentsOf(low, first);
  return wraps.size > 0 ? { wraps } : {};
}

/** A part or another view of what wraps something wraps it, too. */
export function wrappedAgain({ wraps }: Value, name: string): Pick<Value, 'wraps'> {
  return wraps && /^(as\w+Buffer|slice|duplicate|subList|order|flip|rewind|limit|position)$/.test(name)
    ? { wraps }
    : {};
}

function storesAsIs({ body }: MethodInfo, parameter: string): boolean {
  if (!body) return false;
  return [...descendants(body)].some(
    (node) => node.type === 'assignment_expression' && node.field('right')?.text === parameter,
  );
}

const queues = /(Queue|Deque|Exchanger)$/;

/** Put into a collection that threads share. */
export function handInto(low: Lowering, receiver: Value, value: Value, node: SyntaxNode): void {
  const isQueue = queues.test(simpleName(receiver.type.name));
  // An object of a given class may go on being changed under its own lock, unless it was handed on for good.
  if (!isQueue && low.world.project.resolve(value.type, low.frame.cls)) return;
  for (const object of contentsOf(low, value))
    pass(low, { object, name: value.text ?? simpleName(value.type.name), node, container: receiver.object?.id ?? '' });
}

/** Code that another thread runs, and that speaks of what belongs to this one, or passes on what this call has made. */
export function handWith(low: Lowering, { node, locals }: Callable, at: SyntaxNode): void {
  const words = new Set<string>();
  const given = new Set<string>();
  for (const inner of descendants(node)) {
    if (inner.type !== 'identifier') continue;
    words.add(inner.text);
    if (inner.parent?.type === 'argument_list') given.add(inner.text);
  }
  for (const [name, value] of locals) {
    const isHanded = value.confined === undefined ? value.object?.local && given.has(name) : words.has(name);
    if (!isHanded) continue;
    for (const object of contentsOf(low, value)) {
      const declared = value.object?.local?.loops;
      const task = { object, name, node: at, container: undefined, task: node };
      pass(low, declared === undefined ? task : { ...task, declaredIn: declared });
    }
  }
}

const asynchronous = /Async$|^(enqueue|dispatch|post|publish|broadcast|emit|submit)/;
const promises = /^(Completable)?Future$|^CompletionStage$/;

/** A call of code that is not given, which says by its name or its result that it comes back before its work is done. */
export function handToCall(
  low: Lowering,
  name: string,
  result: JavaType | undefined,
  values: readonly Value[],
  node: SyntaxNode,
): void {
  if (!asynchronous.test(name) && !promises.test(simpleName(result?.name ?? ''))) return;
  for (const value of values)
    for (const object of contentsOf(low, value))
      pass(low, { object, name: value.text ?? '?', node, container: undefined, isAsync: true });
}

function pass(low: Lowering, handOver: Omit<HandOver, 'loops'>): void {
  if (low.at === undefined) return;
  const made = { ...handOver, loops: [...low.loops] };
  low.handOvers.all.push(made);
  low.passedOn = new Set([...low.passedOn, made]);
}

/** The object is changed: is it still ours? */
export function change(low: Lowering, value: Value, node: SyntaxNode): void {
  const object = low.at === undefined || low.frame.building ? undefined : identityOf(low, value);
  if (object === undefined) return;
  low.handOvers.changes.push({ object, node, loops: [...low.loops] });
  for (const handOver of low.passedOn) if (handOver.object === object) low.handOvers.reuse(handOver, node);
}

/** A round of a loop has come to its end: what it has handed over is changed by the next, if that does not make a new one. */
export function changeInNextRound(low: Lowering, loop: number): void {
  if (low.at === undefined) return;
  const { made, changes } = low.handOvers;
  for (const handOver of low.passedOn) {
    const number = Number(/^made (\d+)$/.exec(handOver.object)?.[1] ?? Number.NaN);
    const isAnother =
      made.get(number)?.includes(loop) ?? (handOver.declaredIn ?? Number.MAX_VALUE) > low.loops.indexOf(loop);
    if (isAnother || !handOver.loops.includes(loop)) continue;
    for (const { object, loops, node } of changes)
      if (object === handOver.object && loops.includes(loop)) low.handOvers.reuse(handOver, node);
  }
}

const fills = /^(read|fill|next|receive|recv|load|drain|decode|generate|copyInto|get(Bytes|Chars)$|digest$|doFinal$)/;

/** Code that is not given gets an array to fill. */
export function fillArguments(low: Lowering, name: string, values: readonly Value[], node: SyntaxNode): void {
  if (!fills.test(name)) return;
  for (const value of values)
    if (value.type.dimensions > 0 || value.type.name === 'ByteBuffer') change(low, value, node);
}
