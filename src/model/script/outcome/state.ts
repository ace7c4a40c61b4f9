// What is in memory, and in stores outside, when an execution is over: each location that the program can still come to, by
// the way there, with a text of what it holds. Numbers of things, of answers and of timers are left out.

import type { Scope } from '../machine/frame.js';
import type { Machine } from '../machine/machine.js';
import { type Raw, Thing, termOf, type Value } from '../machine/value.js';
import { withoutNumbers } from './numbers.js';

export interface Held {
  readonly text: string;
  /** The location, as accesses in the trace name it. */
  readonly cell: string;
}

/** By the way there, which is the same in executions that make things in another order. */
export type State = ReadonlyMap<string, Held>;

/** Ways there that are longer than this are not followed. */
const longest = 7;

export function stateOf(machine: Machine): State {
  const walk = new Walk(machine.timerIds);
  for (const [module, scope] of machine.moduleScopes) walk.scope(scope, `${module}:`, 0);
  for (const [index, { raw }] of machine.held.entries()) walk.value(raw, `held ${index}`, '', 0);
  for (const [cell, { raw }] of machine.world) {
    const text = withoutNumbers(termOf(raw));
    // What the outside adds up in one step is told by how often it was asked.
    if (!text.endsWith(' stored')) walk.found.set(cell, { text, cell });
  }
  return walk.found;
}

class Walk {
  readonly found = new Map<string, Held>();
  readonly #things = new Map<Thing, string>();
  readonly #scopes = new Set<Scope>();

  constructor(readonly timers: ReadonlySet<number>) {}

  scope(scope: Scope, path: string, depth: number): void {
    if (this.#scopes.has(scope)) return;
    this.#scopes.add(scope);
    for (const [name, { value }] of scope.bindings) this.value(value.raw, path + name, `s${scope.id}.${name}`, depth);
  }

  value(raw: Raw, path: string, cell: string, depth: number): void {
    if (!(raw instanceof Thing)) {
      const isTimer = typeof raw === 'number' && this.timers.has(raw);
      this.found.set(path, { text: isTimer ? 'a timer' : withoutNumbers(termOf(raw)), cell });
      return;
    }
    const known = this.#things.get(raw);
    if (known !== undefined || depth > longest) {
      this.found.set(path, { text: known ?? 'something', cell });
      return;
    }
    this.#things.set(raw, path);
    this.#thing(raw, path, cell, depth + 1);
  }

  #thing(thing: Thing, path: string, cell: string, depth: number): void {
    const { promise, closure, entries, items, id } = thing;
    if (thing.kind === 'function') {
      for (let scope = closure?.scope; scope; scope = scope.parent) this.scope(scope, `${path}()`, depth);
      return;
    }
    this.found.set(path, { text: promise ? promise.status : thing.kind, cell });
    if (promise?.status === 'fulfilled') this.value(promise.value.raw, `${path} value`, cell, depth);
    for (const [name, { raw }] of thing.properties) this.value(raw, `${path}.${name}`, `${id}.${name}`, depth);
    for (const [key, { value }] of entries ?? [])
      this.value(value.raw, `${path}[${withoutNumbers(key)}]`, `${id}[${key}]`, depth);
    this.#items(items, path, `${id}.*`, depth);
  }

  #items(items: readonly Value[], path: string, cell: string, depth: number): void {
    if (items.length > 0) this.found.set(`${path}.length`, { text: String(items.length), cell });
    for (const [index, { raw }] of items.entries()) this.value(raw, `${path}[${index}]`, cell, depth);
  }
}
