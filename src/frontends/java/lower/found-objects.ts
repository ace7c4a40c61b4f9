// Objects found in a field or collection that threads share, and what is done to them: those of classes that are not given are
// used or closed, collections are filled. Whoever takes one out ends it for all who found it before.

import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { Lowering } from './lowering.js';
import type { SharedLocation, Value } from './shared-object.js';
import type { HeldLock } from './unit-graph.js';

/** Where a value was found, and under which locks. */
export interface Found {
  readonly place: SharedLocation;
  readonly held: readonly HeldLock[];
}

/** When a value was asked for, and under which locks. */
export interface Loaded {
  /** Numbered with the accesses. */
  readonly id: number;
  readonly held: readonly HeldLock[];
}

/** What an object that a field holds has answered, of which the code is not given. */
export function loadedFrom(low: Lowering, receiver: Value, name: string): Pick<Value, 'loaded'> {
  const { visibleField } = low.world.fields;
  const field = visibleField.call(low.world.fields, low.frame.cls, receiver.text ?? '');
  const isAsked = field !== undefined && !asks.test(name) && low.world.project.resolve(field.type, field.owner);
  const isLibrary = receiver.object?.library !== undefined;
  return isAsked && !isLibrary && low.at !== undefined ? { loaded: { id: low.newSource(), held: low.held } } : {};
}

export interface FoundUse {
  readonly kind: 'use' | 'close' | 'keep' | 'fill';
  readonly found: Found;
  readonly node: SyntaxNode;
  readonly method: string;
  readonly held: readonly HeldLock[];
}

export function foundAt(low: Lowering, place: SharedLocation | undefined): { readonly found?: Found } {
  return place && !place.object.foreign ? { found: { place, held: low.held } } : {};
}

/** A new object was put into a field, or one was taken out of a map, and the old one is still at hand. */
export interface Swap {
  readonly how: 'replaced' | 'removed';
  readonly place: SharedLocation;
  readonly node: SyntaxNode;
  readonly method: string;
  readonly held: readonly HeldLock[];
}

/** Something is put into a collection that was found, and that nobody here has taken out. */
export function fillFound(low: Lowering, { found, object }: Value, node: SyntaxNode): void {
  if (found && object && low.at !== undefined)
    low.foundUses.push({ kind: 'fill', found, node, method: low.frame.title, held: low.held });
}

const closes = /^(close|dispose|destroy|free|disconnect)$/;
/** Asks it to stay until it is given back, or takes it for itself by one step. */
const keeps = /^(retain|acquire|tryAcquire|lock|tryLock|compareAndSet|addRef|incRef|pin|enter|borrow)/;
/** What may be asked of an object in any state. */
const asks = /^(is[A-Z]\w*|equals|hashCode|toString|getName|getId|name|id|size)$/;

export function useFound(low: Lowering, { found }: Value, name: string, count: number, node: SyntaxNode): void {
  if (!found || low.at === undefined || asks.test(name)) return;
  const kind = keeps.test(name) ? 'keep' : closes.test(name) && count === 0 ? 'close' : 'use';
  low.foundUses.push({ kind, found, node, method: low.frame.title, held: low.held });
}
