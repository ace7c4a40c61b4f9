// Why threads that cannot move wait: each waits for a lock and so for its owner, for the end of other threads, or for a
// notification. Following one edge from every thread leads to what keeps it from moving: a cycle, a notification that does
// not come, a lock whose owner has ended, a thread that was never started, a promise that nobody settles. That is the cause;
// whoever only waits for threads in it, directly or not, is no cause of its own.
// Threads that wait for nothing but threads that went wrong (or for such as do) are excused: what went wrong is reported.

export type Wait =
  /** Several owners hold it in shared mode: all must give it back. */
  | { readonly kind: 'lock'; readonly lock: number; readonly owners: readonly number[] }
  | { readonly kind: 'notification'; readonly lock: number }
  /** For their ends; nobody: a handle that never got a thread. */
  | { readonly kind: 'threads'; readonly threads: readonly number[] };

export type ThreadFate = 'blocked' | 'ended' | 'wrong' | 'unsettled';

/** A state in which no thread can move. */
export interface WaitsFor {
  readonly threadCount: number;
  fateOf(thread: number): ThreadFate;
  /** Of a blocked thread: what would let it go on, any of them. */
  waitsOf(thread: number): readonly Wait[];
}

export type DeadlockCause =
  /** Each waits for the next, the last for the first. */
  | { readonly kind: 'cycle'; readonly threads: readonly number[] }
  | { readonly kind: 'notification'; readonly lock: number; readonly threads: readonly number[] }
  | {
      readonly kind: 'unreleased';
      readonly lock: number;
      readonly owner: number;
      readonly threads: readonly number[];
    }
  | { readonly kind: 'never-started'; readonly threads: readonly number[] }
  | { readonly kind: 'unsettled'; readonly promise: number; readonly threads: readonly number[] };

/** In the order of their first threads; none: nobody waits, or only for what went wrong. */
export function deadlockCauses(state: WaitsFor): DeadlockCause[] {
  return new CauseSearch(state).run();
}

class CauseSearch {
  readonly #blocked: readonly number[];
  readonly #excused = new Set<number>();

  constructor(readonly state: WaitsFor) {
    this.#blocked = Array.from({ length: state.threadCount }, (_, id) => id).filter(
      (id) => state.fateOf(id) === 'blocked',
    );
    this.#excuse();
  }

  run(): DeadlockCause[] {
    const causes = new Map<string, DeadlockCause>();
    for (const id of this.#blocked) {
      if (this.#excused.has(id)) continue;
      const cause = this.#causeOf(id);
      causes.set(`${cause.kind} ${cause.threads.join()}`, cause);
    }
    return [...causes.values()];
  }

  #isExcused(id: number): boolean {
    return this.#excused.has(id) || this.state.fateOf(id) === 'wrong';
  }

  /** The least set: who waits for excused threads only. */
  #excuse(): void {
    for (let before = -1; before < this.#excused.size; ) {
      before = this.#excused.size;
      for (const id of this.#blocked)
        if (this.state.waitsOf(id).every((wait) => this.#isInVain(wait))) this.#excused.add(id);
    }
  }

  #isInVain(wait: Wait): boolean {
    const awaited = awaitedBy(wait);
    return awaited.length > 0 && awaited.every((id) => this.#isExcused(id));
  }

  #causeOf(start: number): DeadlockCause {
    const path: number[] = [];
    for (let id = start; ; ) {
      const seen = path.indexOf(id);
      if (seen !== -1) return { kind: 'cycle', threads: fromLeast(path.slice(seen)) };
      path.push(id);
      const next = this.#follow(id);
      if (typeof next !== 'number') return next;
      id = next;
    }
  }

  /** The thread that this one waits for, or the end of the search. */
  #follow(id: number): number | DeadlockCause {
    const open = this.state.waitsOf(id).filter((each) => !this.#isInVain(each));
    const wait = open.find((each) => awaitedBy(each).length > 0) ?? open[0]!;
    if (wait.kind === 'notification') return { kind: 'notification', lock: wait.lock, threads: this.#sharing(wait) };
    const next = awaitedBy(wait)
      .filter((thread) => !this.#isExcused(thread))
      .sort((a, b) => a - b)[0];
    if (next === undefined) return { kind: 'never-started', threads: [id] };
    const fate = this.state.fateOf(next);
    if (fate === 'unsettled') return { kind: 'unsettled', promise: next, threads: [id] };
    if (wait.kind !== 'lock' || fate !== 'ended') return next;
    return { kind: 'unreleased', lock: wait.lock, owner: next, threads: this.#sharing(wait) };
  }

  /** Everybody who waits for the same lock, or for a notification on it. */
  #sharing({ kind, lock }: Extract<Wait, { lock: number }>): number[] {
    const shares = (wait: Wait) => wait.kind === kind && wait.lock === lock;
    return this.#blocked.filter((id) => this.state.waitsOf(id).some(shares));
  }
}

export function awaitedBy(wait: Wait): readonly number[] {
  switch (wait.kind) {
    case 'lock':
      return wait.owners;
    case 'threads':
      return wait.threads;
    case 'notification':
      return [];
  }
}

function fromLeast(cycle: readonly number[]): number[] {
  const first = cycle.indexOf(Math.min(...cycle));
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}
