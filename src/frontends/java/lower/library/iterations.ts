// Going through a collection or map: what each round finds there, and that iteration which notices changes looks at the
// content again and again.

import { isMapType } from '../../summaries/library.js';
import { elementType, plainType, simpleName, unknownType } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { access, elementOf } from '../accesses.js';
import { foundAt } from '../found-objects.js';
import { invoke } from '../inlining.js';
import { acquire, release } from '../locks/locking.js';
import type { Lowering } from '../lowering.js';
import { noSources, type Sources, union, type Value } from '../shared-object.js';

export const iterators = new Set(['Iterator', 'ListIterator', 'Enumeration', 'Stream', 'IntStream', 'Spliterator']);

/** `hasNext`, `next` and the operations of streams: each looks at the content. */
export function iteratorCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value {
  const isStream = /Stream/.test(receiver.type.name);
  const isFailFast = receiver.object?.library?.iteration === 'fail-fast';
  let sources = receiver.sources;
  const isFinal =
    /^(forEach|forEachOrdered|collect|reduce|sum|count|anyMatch|allMatch|noneMatch|findFirst|findAny|toList|toArray|max|min|average|next|nextElement|hasNext|hasMoreElements)$/.test(
      name,
    );
  if (receiver.object && isFinal && isFailFast) sources = union(sources, lookThrough(low, receiver, node, isStream));
  if (receiver.object && name === 'remove') {
    const location = low.world.objects.contentLocation(receiver.object);
    if (location) access(low, 'write', location, node, { atomic: location.isSafe, data: sources });
  }
  const isMapped = isStream && /^(map|flatMap|mapTo\w+|boxed|keys|asDoubleStream|collect|reduce)$/.test(name);
  const one = foundIn(low, receiver, elementType(receiver.type), sources);
  for (const value of values) if (value.callable) invoke(low, value.callable, '', [one], node);
  if (isStream && !isFinal) {
    // Other things from here on: a stream whose elements are not those of the collection.
    return { ...receiver, ...(isMapped ? { type: plainType('IntStream') } : {}), sources };
  }
  return isStream || !/^next/.test(name)
    ? { type: elementType(receiver.type), sources, ...(isStream ? { fresh: true as const } : {}) }
    : one;
}

/** One look for `next`; the end of a stream goes through all that is there, without a lock of its own. */
function lookThrough(low: Lowering, over: Value, node: SyntaxNode, isWhole: boolean): Sources {
  const first = contentRead(low, over, node, true).sources;
  return isWhole ? union(first, contentRead(low, over, node, true).sources) : first;
}

/** Any number of rounds of the lambda, each after another look at the content. */
export function iterate(low: Lowering, receiver: Value, values: readonly Value[], node: SyntaxNode): void {
  if (low.at === undefined) return;
  const head = low.at;
  const [body, after] = [low.target(), low.target()];
  if (receiver.object?.library?.iteration === 'fail-fast') contentRead(low, receiver, node, true);
  low.branch(noSources, node, body, after);
  low.enter(body);
  for (const value of values) if (value.callable) invoke(low, value.callable, '', eachOf(low, receiver), node);
  if (low.at !== undefined) low.edges.push({ from: low.at, to: head, action: { kind: 'skip' }, node });
  low.enter(after);
}

/** What `forEach` calls its function with: the value, for maps after the key. */
function eachOf(low: Lowering, receiver: Value): Value[] {
  const { object, type, isView } = receiver;
  if (!object || isView || !isMapType(object.type.name)) return [foundIn(low, receiver, elementType(type), noSources)];
  const { args } = object.field?.type ?? type;
  const key: Value = { type: args[0] ?? unknownType, sources: noSources };
  const value = elementOf(low, object, `each of ${receiver.text ?? '?'}`);
  return [key, { type: elementType(type), sources: noSources, ...(value ? { object: value } : {}) }];
}

/** One of what an iteration finds; in a map, an entry of it, or the value of one. */
export function foundIn(low: Lowering, over: Value, type: Value['type'], sources: Sources): Value {
  const { object } = over;
  const value: Value = { type, sources, text: `each of ${over.text ?? '?'}` };
  if (!object || over.type.name === 'IntStream') return value;
  const isMap = over.isView === true && isMapType(object.type.name);
  const isValue = over.type.name === 'Collection' || over.isOverValues === true;
  const isEntry = isMap && !isValue && simpleName(elementType(over.type).name) === 'Entry';
  if (isMap && !isEntry && !isValue) return value;
  const element = elementOf(low, object, value.text);
  if (isEntry) return { ...value, entry: { map: object, value: element } };
  return {
    ...value,
    ...(element ? { object: element } : {}),
    ...foundAt(low, low.world.objects.contentLocation(object)),
  };
}

/** `entry.getValue()` is what the map holds there. */
export function entryCall(
  low: Lowering,
  receiver: Value,
  name: string,
  values: readonly Value[],
  node: SyntaxNode,
): Value | undefined {
  const { entry } = receiver;
  if (!entry || !/^(getKey|getValue|setValue)$/.test(name)) return undefined;
  const { args } = entry.map.field?.type ?? entry.map.type;
  const text = `${receiver.text ?? '?'}.${name}()`;
  if (name === 'getKey') return { type: args[0] ?? unknownType, sources: receiver.sources, text };
  if (name === 'setValue') {
    const location = low.world.objects.contentLocation(entry.map);
    const data = union(receiver.sources, ...values.map((value) => value.sources));
    if (location) access(low, 'write', location, node, { atomic: location.isSafe, data });
  }
  return {
    type: entry.value?.type ?? args.at(-1) ?? unknownType,
    sources: receiver.sources,
    text,
    ...(entry.value ? { object: entry.value } : {}),
    ...foundAt(low, low.world.objects.contentLocation(entry.map)),
  };
}

/** One look at the content of a collection or array. */
export function contentRead(low: Lowering, value: Value, node: SyntaxNode, iterates: boolean): Value {
  const { object } = value;
  const location = object && low.world.objects.contentLocation(object);
  if (!object || !location || object.library?.policy === 'immutable' || object.library?.policy === 'private')
    return value;
  const isSelf = object.library?.policy === 'self' && !iterates;
  if (isSelf) acquire(low, object, 'exclusive', node, { explicit: false, tries: true });
  const id = access(low, 'read', location, node, { atomic: location.isSafe, iterates });
  if (isSelf) release(low, object, 'exclusive', node);
  return { type: value.type, sources: union(value.sources, new Set([id])) };
}
