// What a call on a library object gives back: an element that others may have too, the object itself under another name, or
// a value made of what was read.

import { isMapType } from '../../summaries/library.js';
import type { MethodEffect } from '../../summaries/library-type.js';
import { elementType, plainType } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { elementOf } from '../accesses.js';
import { codeInElement } from '../bodies/kept-code.js';
import { foundAt } from '../found-objects.js';
import type { Lowering } from '../lowering.js';
import { detach } from '../ownership.js';
import { type Callable, callText, type SharedObject, type Sources, union, type Value } from '../shared-object.js';

export interface LibraryCall {
  readonly receiver: Value;
  readonly effect: MethodEffect;
  readonly name: string;
  readonly values: readonly Value[];
  readonly node: SyntaxNode;
  /** Nobody looks at the result. */
  readonly unused: boolean;
}

/** Of a collection that never changes: its elements may. */
export function fixedElement(
  low: Lowering,
  receiver: Value,
  object: SharedObject,
  effect: MethodEffect,
  name: string,
  values: readonly Value[],
): Value {
  if (effect.view) return { ...receiver, type: viewType(receiver, name), isView: true };
  if (effect.iterator && effect.lambda === undefined) return walkOver(receiver, name);
  const isElement = effect.element && object.library?.policy === 'immutable';
  const element = isElement ? elementOf(low, object, values[0]?.text) : undefined;
  return {
    type: element?.type ?? elementType(receiver.type),
    sources: receiver.sources,
    text: callText(receiver, name, values),
    ...codeIn(low, object),
    ...(element ? { object: element } : {}),
    ...(object.library?.policy === 'private' && name === 'get' ? { confined: object.name } : {}),
  };
}

export function resultOf(
  low: Lowering,
  { receiver, effect, name, values, node, unused }: LibraryCall,
  sources: Sources,
): Value {
  const object = receiver.object!;
  const all = union(receiver.sources, sources, ...values.map((value) => value.sources));
  if (effect.view) return { ...receiver, sources: all };
  if (effect.iterator && effect.lambda === undefined) return { ...walkOver(receiver, name), sources: all };
  if (!effect.element)
    return {
      type: plainType('?'),
      sources: all,
      ...(name === 'size' ? { text: callText(receiver, name, values) } : {}),
    };
  const key = isMapType(object.type.name) || values.length > 0 ? values[0]?.text : 'next';
  const element = elementOf(low, object, object.library?.policy === 'atomic' && values.length === 0 ? 'value' : key);
  const type = element?.type ?? elementType(object.field?.type ?? object.type);
  // What was taken out of a collection is the taker's alone, unless whoever put it there goes on with it.
  if (/^(remove|poll|pop|take)/.test(name)) {
    const taken = low.world.objects.element(object, low.frame.cls);
    const heldOn = low.world.stored.heldOn(taken?.id ?? '');
    // Under whatever name it was found before: it is the same object.
    if (taken && !heldOn && isMapType(object.type.name)) detach(low, taken.id);
    const place = low.world.objects.contentLocation(object);
    const found = foundAt(low, place);
    if (place && isMapType(object.type.name) && !unused)
      low.swaps.push({ how: 'removed', place, node, method: low.frame.title, held: low.held });
    return { type, sources: all, ...found, ...(heldOn ? { object: heldOn } : newlyOwned(low)) };
  }
  return {
    type,
    sources: all,
    ...codeIn(low, object),
    ...(element ? { object: element } : {}),
    ...foundAt(low, low.world.objects.contentLocation(object)),
    ...(name === 'getOrDefault' && values[1]?.fresh ? { isPerhaps: true as const } : {}),
    text: `${receiver.text ?? '?'}.${name}(${key ?? ''})`,
  };
}

/** A table of functions: one of them. */
function codeIn(low: Lowering, container: SharedObject): { readonly callable?: Callable } {
  const callable = codeInElement(low, container, low.frame.self);
  return callable ? { callable } : {};
}

/** An object that is this call's alone from now on, by a name of its own. */
export function newlyOwned(low: Lowering): { readonly fresh: true; readonly made: number } {
  const made = low.newSource();
  low.handOvers.made.set(made, [...low.loops]);
  return { fresh: true, made };
}

/** An iterator or stream. */
function walkOver(over: Value, name: string): Value {
  const kind = /[sS]tream/.test(name) ? 'Stream' : 'Iterator';
  const isOverValues = over.isView && over.type.name === 'Collection';
  return {
    ...over,
    type: { name: kind, args: [elementType(over.type)], dimensions: 0 },
    ...(isOverValues ? { isOverValues } : {}),
  };
}

export function viewType(receiver: Value, name: string): Value['type'] {
  const { args } = receiver.type;
  if (name === 'values') return { name: 'Collection', args: args.slice(-1), dimensions: 0 };
  if (name === 'keySet') return { name: 'Set', args: args.slice(0, 1), dimensions: 0 };
  return name === 'entrySet'
    ? { name: 'Set', args: [{ name: 'Entry', args, dimensions: 0 }], dimensions: 0 }
    : receiver.type;
}
