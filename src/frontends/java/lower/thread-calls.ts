// Starting threads and tasks: the code handed over becomes a unit of its own. Calls that block end a unit of work where
// no lock is held.

import { plainType, simpleName } from '../symbols/java-type.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import { spawn } from './calls.js';
import type { Lowering } from './lowering.js';
import { noSources, type Value } from './shared-object.js';
import { mayThrow, nothing } from './statements/jumps.js';

const executors =
  /^(Executor|ExecutorService|ScheduledExecutorService|SingleThreadExecutor|ThreadPoolExecutor|ForkJoinPool|CompletionService|ExecutorCompletionService|Timer)$/;
const hands = /^(execute|submit|schedule|scheduleAtFixedRate|scheduleWithFixedDelay|invokeAll|invokeAny)$/;
const blocks = /^(sleep|join|await|awaitTermination|acquire|arriveAndAwaitAdvance|park|parkNanos)$/;

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
  if (executors.test(type) && hands.test(name)) return handOver(low, receiver, values, node);
  if (/^(Future|CompletableFuture|ScheduledFuture|FutureTask)$/.test(type) && /^(get|join)$/.test(name))
    return pause(low, node, receiver);
  if (
    blocks.test(name) &&
    (type === '?' ||
      /^(Thread|CountDownLatch|CyclicBarrier|Semaphore|Phaser|ExecutorService|TimeUnit)$/.test(type) ||
      receiver.text === 'Thread')
  )
    return pause(low, node, receiver);
  return undefined;
}

function handOver(low: Lowering, receiver: Value, values: readonly Value[], node: SyntaxNode): Value {
  const single =
    simpleName(receiver.type.name) === 'SingleThreadExecutor' || simpleName(receiver.type.name) === 'Timer'
      ? receiver.object
      : undefined;
  const name = node.field('name')?.text ?? '';
  const repeats = /^schedule(AtFixedRate|WithFixedDelay)$/.test(name) && !single;
  for (const value of values) if (value.callable) spawn(low, value.callable, node, single, repeats);
  if (/^invoke(All|Any)$/.test(name)) low.join();
  mayThrow(low, node);
  const [task] = values.flatMap(({ callable }) => (callable ? [callable.node] : []));
  return { type: plainType('Future'), sources: noSources, ...(task ? { task } : {}) };
}

/** What a thread or future stands for: the code it was made with, or that its field was. */
function tasksOf(low: Lowering, { task, callable, object }: Value): readonly SyntaxNode[] | undefined {
  if (task || callable) return [task ?? callable!.node];
  const field = object?.field;
  return field && /^(Thread|\w*Future)$/.test(simpleName(field.type.name)) ? low.world.fields.codeIn(field) : undefined;
}

function pause(low: Lowering, node: SyntaxNode, receiver: Value): Value {
  mayThrow(low, node);
  if (!/^(sleep|park|parkNanos|acquire)$/.test(node.field('name')?.text ?? '')) low.join(tasksOf(low, receiver));
  if (!low.isLocked) low.emit({ kind: 'boundary' }, node);
  return { type: plainType('?'), sources: receiver.sources };
}
