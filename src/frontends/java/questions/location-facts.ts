// What all units together say about a location: who writes it and how, under which locks. From it follow the atomic sets
// (rules S1 to S5): which locations belong together.

import { wayOf } from '../detect/excuses.js';
import { isDecidedByFlags } from '../detect/plain-set.js';
import { isOfCollaborator } from '../detect/same-act.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { Access, UnitGraph } from '../lower/unit-graph.js';
import type { ClassInfo } from '../symbols/class-info.js';

interface Facts {
  readonly accesses: readonly Access[];
  readonly writes: readonly Access[];
  readonly isTicket: boolean;
  readonly isMemo: boolean;
  readonly guards: ReadonlySet<string>;
}

export class LocationFacts {
  readonly #accesses = new Map<string, Access[]>();
  readonly #unitOf = new Map<Access, UnitGraph>();
  readonly #facts = new Map<string, Facts>();
  readonly #together = new Map<string, Map<string, boolean>>();

  constructor(readonly units: readonly UnitGraph[]) {
    for (const unit of units) {
      for (const access of unit.accesses) {
        this.#unitOf.set(access, unit);
        const list = this.#accesses.get(access.location.id);
        if (list) list.push(access);
        else this.#accesses.set(access.location.id, [access]);
      }
    }
  }

  #of(location: SharedLocation): Facts {
    const known = this.#facts.get(location.id);
    if (known) return known;
    const accesses = this.#accesses.get(location.id) ?? [];
    const writes = accesses.filter(({ kind }) => kind === 'write');
    const facts = {
      accesses,
      writes,
      isTicket: isTicket(writes),
      isMemo: location.isContent && isMemo(writes),
      guards: guardsOf(accesses),
    };
    this.#facts.set(location.id, facts);
    return facts;
  }

  /** Only counted up and down: the order does not matter to anybody (S2). */
  isCounter(location: SharedLocation): boolean {
    const { writes } = this.#of(location);
    return writes.length > 0 && writes.every(({ commutes }) => commutes);
  }

  /** A flag that is only ever set to one value: once seen, it stays true. */
  isLatch(location: SharedLocation): boolean {
    const { writes } = this.#of(location);
    const [first] = writes;
    return (
      first?.constant !== undefined &&
      first.constant !== 'null' &&
      writes.every(({ constant }) => constant === first.constant)
    );
  }

  belongTogether(a: SharedLocation, b: SharedLocation): boolean {
    const row = this.#together.get(a.id) ?? new Map<string, boolean>();
    this.#together.set(a.id, row);
    const known = row.get(b.id);
    if (known !== undefined) return known;
    const isOneSet =
      a.id === b.id ||
      ([a, b].every((one) => !isOfCollaborator({ location: one })) &&
        !isElsewhere(a, b) &&
        !isElsewhere(b, a) &&
        this.#isOneSet(this.#of(a), this.#of(b)) &&
        !this.#isBeside(a, b) &&
        !this.#isBeside(b, a));
    row.set(b.id, isOneSet);
    return isOneSet;
  }

  /** Pairs that belong together. */
  sets(locations: readonly SharedLocation[]): SharedLocation[][] {
    return locations.flatMap((a, i) =>
      locations.slice(i + 1).flatMap((b) => (this.belongTogether(a, b) ? [[a, b]] : [])),
    );
  }

  #isOneSet(a: Facts, b: Facts): boolean {
    if (a.isTicket || b.isTicket || a.isMemo || b.isMemo) return false;
    return a.guards.size === 0 || b.guards.size === 0 || [...a.guards].some((id) => b.guards.has(id));
  }

  /**
   * A number that is only counted one up, which no test looks at, and something that others change without counting: nothing is
   * said about the two together.
   */
  #isBeside(count: SharedLocation, other: SharedLocation): boolean {
    const { writes, accesses } = this.#of(count);
    const isCounted = writes.length > 0 && writes.every((write) => isPlainStep(write) && wayOf(write) === 'up');
    if (!isCounted) return false;
    if (accesses.some((access) => this.#unitOf.get(access)!.uses.get(access.id)?.has('branch'))) return false;
    const counting = new Set(writes.map((write) => this.#unitOf.get(write)));
    return this.#of(other).writes.some((write) => !counting.has(this.#unitOf.get(write)));
  }

  /** No access holds a lock, and the location is not safe by itself. */
  isUnprotected(location: SharedLocation): boolean {
    const { accesses } = this.#of(location);
    return !location.isSafe && accesses.every(({ held, atomic }) => held.length === 0 && !atomic);
  }

  /** Written only by setters that store what they are given, perhaps after a look at a flag (rank low). */
  isConfiguration(location: SharedLocation): boolean {
    const { writes } = this.#of(location);
    return (
      !location.isContent &&
      writes.length > 0 &&
      writes.every(
        (write) =>
          /^(set|init|initialize|configure|start|launch|setUp)[A-Z(]/.test(write.method) &&
          write.data.size === 0 &&
          write.constant === undefined &&
          isDecidedByFlags(this.#unitOf.get(write)!, write),
      )
    );
  }
}

/** A static field of another class: that class keeps it in order, with its own fields. */
function isElsewhere(a: SharedLocation, b: SharedLocation): boolean {
  return (
    a.isStatic &&
    a.field !== undefined &&
    b.field !== undefined &&
    outermost(a.field.owner) !== outermost(b.field.owner)
  );
}

function outermost(cls: ClassInfo): ClassInfo {
  return cls.outer ? outermost(cls.outer) : cls;
}

/** `n++` on a plain field. */
function isPlainStep({ steps, node }: Access): boolean {
  return steps && node.type === 'update_expression';
}

/** Only drawn from, by steps in one direction: each number is drawn once, whatever else is true. */
function isTicket(writes: readonly Access[]): boolean {
  return writes.length > 0 && writes.every(({ counts }) => counts) && new Set(writes.map(wayOf)).size === 1;
}

/** Filled by tests and writes in one step, otherwise only read (S3). */
function isMemo(writes: readonly Access[]): boolean {
  return writes.length > 0 && writes.every((write) => write.tests && /IfAbsent/.test(write.node.text));
}

/** Locks held at every access. */
function guardsOf(accesses: readonly Access[]): ReadonlySet<string> {
  const [first, ...rest] = accesses.map(
    ({ held }) => new Set(held.filter(({ object }) => object.exact).map(({ object }) => object.id)),
  );
  return new Set([...(first ?? [])].filter((id) => rest.every((held) => held.has(id))));
}
