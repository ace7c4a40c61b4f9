// What all units together say about a location: who writes it and how, under which locks. From it follow the atomic sets
// (rules S1 to S5): which locations belong together.

import type { SharedLocation } from '../lower/shared-object.js';
import type { Access, UnitGraph } from '../lower/unit-graph.js';

export class LocationFacts {
  readonly #accesses = new Map<string, Access[]>();
  readonly #related = new Set<string>();

  constructor(readonly units: readonly UnitGraph[]) {
    for (const { accesses } of units) {
      for (const access of accesses) {
        const list = this.#accesses.get(access.location.id);
        if (list) list.push(access);
        else this.#accesses.set(access.location.id, [access]);
      }
    }
  }

  of({ id }: SharedLocation): readonly Access[] {
    return this.#accesses.get(id) ?? [];
  }

  locations(): SharedLocation[] {
    return [...this.#accesses.values()].map(([first]) => first!.location);
  }

  isWritten(location: SharedLocation): boolean {
    return this.of(location).some(({ kind }) => kind === 'write');
  }

  /** Only counted up and down: the order does not matter to anybody (S2). */
  isCounter(location: SharedLocation): boolean {
    const writes = this.of(location).filter(({ kind }) => kind === 'write');
    return writes.length > 0 && writes.every(({ commutes }) => commutes);
  }

  /** Only drawn from, by increments: each number is drawn once, whatever else is true. */
  isTicket(location: SharedLocation): boolean {
    const writes = this.of(location).filter(({ kind }) => kind === 'write');
    return writes.length > 0 && writes.every(({ counts }) => counts);
  }

  /** A flag that is only ever set to one value: once seen, it stays true. */
  isLatch(location: SharedLocation): boolean {
    const writes = this.of(location).filter(({ kind }) => kind === 'write');
    const [first] = writes;
    return (
      first?.constant !== undefined &&
      first.constant !== 'null' &&
      writes.every(({ constant }) => constant === first.constant)
    );
  }

  /** Filled by tests and writes in one step, otherwise only read (S3). */
  isMemo(location: SharedLocation): boolean {
    const writes = this.of(location).filter(({ kind }) => kind === 'write');
    return (
      location.isContent &&
      writes.length > 0 &&
      writes.every((write) => write.tests && /IfAbsent/.test(write.node.text))
    );
  }

  /** Locks held at every access. */
  guards(location: SharedLocation): ReadonlySet<string> {
    const [first, ...rest] = this.of(location).map(
      ({ held }) => new Set(held.filter(({ object }) => object.exact).map(({ object }) => object.id)),
    );
    return new Set([...(first ?? [])].filter((id) => rest.every((held) => held.has(id))));
  }

  belongTogether(a: SharedLocation, b: SharedLocation): boolean {
    if (a.id === b.id) return true;
    const key = a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
    if (this.#related.has(key)) return true;
    if (this.isTicket(a) || this.isTicket(b) || this.isMemo(a) || this.isMemo(b)) return false;
    const [left, right] = [this.guards(a), this.guards(b)];
    if (left.size > 0 && right.size > 0 && ![...left].some((id) => right.has(id))) return false;
    this.#related.add(key);
    return true;
  }

  /** Written only by setters that store what they are given (rank low). */
  isConfiguration(location: SharedLocation): boolean {
    const writes = this.of(location).filter(({ kind }) => kind === 'write');
    return (
      !location.isContent &&
      writes.length > 0 &&
      writes.every(
        (write) =>
          /^(set|init|initialize|configure|start|launch|setUp)[A-Z(]/.test(write.method) &&
          write.data.size === 0 &&
          write.constant === undefined &&
          write.control.size === 0,
      )
    );
  }
}
