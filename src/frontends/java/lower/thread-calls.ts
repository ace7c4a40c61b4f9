// Starting threads and tasks: the code handed over becomes a unit of its own. Calls that block end a unit of work where
// no lock is held; what they wait for, tasks or a signal of another thread, is kept for the rules about waiting.

import { elementType, plainType, simpleName } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { handInto, handWith } from './hand-overs.js';
import { spawn } from './inlining.js';
import { newlyOwned } from './library/library-results.js';
import type { Lowering } from './lowering.js';
import { noSources, type SharedObject, type Value } from './shared-object.js';
import { nothing } from './statements/jumps.js';
import { mayThrow } from './statements/throws.js';

const executors =
  /^(Executor|ExecutorService|ScheduledExecutorService|SingleThreadExecutor|FixedThreadPool|ThreadPoolExecutor|ForkJoinPool|CompletionService|ExecutorCompletionService|Timer)$/;
const hands = /^(execute|submit|schedule|scheduleAtFixedRate|scheduleWithFixedDelay|invokeAll|invokeAny)$/;
const blocks = /^(sleep|join|await|awaitTermination|acquire|arriveAndAwaitAdvance|park|parkNanos)$/;
const waitables =
  /^(Thread|CountDownLatch|CyclicBarrier|Semaphore|Phaser|ExecutorService|FixedThreadPool|SingleThreadExecutor|TimeUnit)$/;
const signals = /^(CountDownLatch|CompletableFuture)$/;
const futures = /^(Future|CompletableFuture|ScheduledFuture|FutureTask)$/;

export function threadCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value | undefined {
  const type = simpleName(receiver.type.name);
  if (name === 'start' && receiver.callable && values.length === 0) {
    spawn(low, receiver.callable, node, undefined);
    return nothing;
  }
  if (isSignal(type, name) && receiver.object) return signal(low, receiver.object, node);
  if (type === 'Exchanger' && name === 'exchange') return exchange(low, receiver, values, node);
  if (executors.test(type) && hands.test(name)) return handOver(low, receiver, values, node);
  if (futures.test(type) && /^(get|join)$/.test(name)) return pause(low, name, receiver, values, node);
  if (blocks.test(name) && (type === '?' || waitables.test(type) || receiver.text === 'Thread'))
    return pause(low, name, receiver, values, node);
  return undefined;
}

/** What is given belongs to the other thread from now on, and what comes back to this one. */
function exchange(low: Lowering, receiver: Value, [given]: readonly Value[], node: SyntaxNode): Value {
  if (given) handInto(low, receiver, given, node);
  mayThrow(low, node);
  if (!low.isLocked) low.emit({ kind: 'boundary' }, node);
  return { type: elementType(receiver.type), sources: noSources, ...newlyOwned(low) };
}

/** Waits on the other side end by these. */
function isSignal(type: string, name: string): boolean {
  return type === 'CountDownLatch'
    ? name === 'countDown'
    : type === 'CompletableFuture' && /^(complete|completeExceptionally|cancel)$/.test(name);
}

function signal(low: Lowering, object: SharedObject, node: SyntaxNode): Value {
  if (low.at === undefined) return nothing;
  low.signals.push({ id: low.newSource(), object, node, held: low.held });
  low.given = new Set([...low.given, object.id]);
  return nothing;
}

/** Of an executor: the object, if all its tasks share one thread, or if they share a fixed number of threads. */
export function threadsOf({ type, object }: Value): {
  single?: SharedObject | undefined;
  pool?: SharedObject | undefined;
} {
  const name = simpleName(type.name);
  if (name === 'SingleThreadExecutor' || name === 'Timer') return { single: object };
  return name === 'FixedThreadPool' ? { pool: object } : {};
}

function handOver(low: Lowering, receiver: Value, values: readonly Value[], node: SyntaxNode): Value {
  const { single, pool } = threadsOf(receiver);
  const name = node.field('name')?.text ?? '';
  const isPeriodic = /^schedule(AtFixedRate|WithFixedDelay)$/.test(name);
  for (const { callable } of values) {
    if (!callable) continue;
    handWith(low, callable, node);
    spawn(low, callable, node, single, { repeats: isPeriodic && !single, isPeriodic, pool });
  }
  if (/^invoke(All|Any)$/.test(name)) awaitTasks(low, [...low.running], node);
  mayThrow(low, node);
  const [task] = values.flatMap(({ callable }) => (callable ? [callable.node] : []));
  return { type: plainType('Future'), sources: noSources, ...(task ? { task } : {}) };
}

export function awaitTasks(low: Lowering, tasks: readonly SyntaxNode[], node: SyntaxNode): void {
  waitFor(low, tasks, node, {});
  low.join(tasks);
}

/** What a thread or future stands for: the code it was made with, or that its field was. */
function tasksOf(low: Lowering, { task, callable, object }: Value): readonly SyntaxNode[] | undefined {
  if (task || callable) return [task ?? callable!.node];
  const field = object?.field;
  return field && /^(Thread|\w*Future)$/.test(simpleName(field.type.name)) ? low.world.fields.codeIn(field) : undefined;
}

function pause(low: Lowering, name: string, receiver: Value, values: readonly Value[], node: SyntaxNode): Value {
  mayThrow(low, node);
  if (!/^(sleep|park|parkNanos|acquire)$/.test(name)) {
    const tasks = tasksOf(low, receiver);
    if (values.length === 0 && /^(get|join|await)$/.test(name)) waitForEnd(low, receiver, tasks, node);
    // A signal says what was done before it, not that whoever gives it has come to its end.
    if (!tasks && receiver.object && signals.test(simpleName(receiver.type.name)))
      for (const task of low.running) low.signalled.add(task);
    else low.join(tasks);
  }
  if (!low.isLocked) low.emit({ kind: 'boundary' }, node);
  return { type: plainType('?'), sources: receiver.sources };
}

function waitForEnd(low: Lowering, receiver: Value, tasks: readonly SyntaxNode[] | undefined, node: SyntaxNode): void {
  const type = simpleName(receiver.type.name);
  const { object } = receiver;
  if (type === 'CountDownLatch') return waitFor(low, [], node, { signal: object });
  // Whoever arrives wakes the others.
  if (type === 'CyclicBarrier') {
    if (object && low.at !== undefined) low.signals.push({ id: low.newSource(), object, node, held: low.held });
    return waitFor(low, [], node, { signal: object });
  }
  if (type === 'Phaser') return;
  const runsThis = object?.field !== undefined && low.world.fields.runsThis(object.field);
  waitFor(low, tasks ?? [...low.running], node, {
    runsThis,
    signal: type === 'CompletableFuture' ? object : undefined,
  });
}

function waitFor(
  low: Lowering,
  tasks: readonly SyntaxNode[],
  node: SyntaxNode,
  { signal: awaited, runsThis = false }: { signal?: SharedObject | undefined; runsThis?: boolean },
): void {
  if (low.at === undefined) return;
  // Who arrives at a barrier has not written last.
  if (awaited && simpleName(awaited.type.name) !== 'CyclicBarrier') low.heard = new Set([...low.heard, awaited.id]);
  low.joins.push({ tasks, runsThis, signal: awaited, node, method: low.frame.title, held: low.held });
}
