// The classic lockset algorithms that paper 001 (section 2) starts from. They check a locking discipline, not the order
// of the run, and over-report: a variable that races is always among theirs, but not the other way round.
//   eraser (the paper's std): the candidate locks of a variable are those held at every access so far; a report when
//     none is left and two threads, one of them writing, have accessed it.
//   lsa: the locks held at the last access; a report when a conflicting access of another thread holds none of them.

import { HeldLocks, type LockSetId } from '../../logic/happens-before/held-locks.js';
import type { Access, Detector, Race } from './detector.js';

interface HeldAccess extends Access {
  readonly held: LockSetId;
}

abstract class DisciplineDetector<State> implements Detector {
  readonly races: Race[] = [];
  protected readonly held = new HeldLocks();
  readonly #states = new Map<number, State | 'raced'>();

  /** About one object per variable; the sets of locks are shared. */
  get bytes(): number {
    return 200 * this.#states.size;
  }

  protected abstract initial(): State;
  /** Takes an access into account; answers the access that it clashes with. */
  protected abstract clash(state: State, access: HeldAccess): Access | undefined;

  read(thread: number, variable: number, event: number): void {
    this.#access(variable, { event, thread, op: 'r', held: this.held.of(thread) });
  }

  write(thread: number, variable: number, event: number): void {
    this.#access(variable, { event, thread, op: 'w', held: this.held.of(thread) });
  }

  acquire(thread: number, lock: number): void {
    this.held.acquire(thread, lock);
  }

  release(thread: number, lock: number): void {
    this.held.release(thread, lock);
  }

  allocate(_thread: number, variable: number): void {
    if (this.#states.get(variable) !== 'raced') this.#states.delete(variable);
  }

  fork(): void {}
  join(): void {}
  volatileRead(): void {}
  volatileWrite(): void {}
  other(): void {}

  #access(variable: number, access: HeldAccess): void {
    let state = this.#states.get(variable);
    if (state === 'raced') return;
    if (state === undefined) this.#states.set(variable, (state = this.initial()));
    const earlier = this.clash(state, access);
    if (earlier === undefined) return;
    const { event, thread, op } = access;
    this.races.push({
      variable,
      earlier: { event: earlier.event, thread: earlier.thread, op: earlier.op },
      later: { event, thread, op },
    });
    this.#states.set(variable, 'raced');
  }
}

interface EraserState {
  candidates: LockSetId | undefined;
  written: boolean;
  last: Access | undefined;
  /** The last access by a thread other than that of `last`. */
  lastOther: Access | undefined;
}

export class EraserDetector extends DisciplineDetector<EraserState> {
  protected initial(): EraserState {
    return { candidates: undefined, written: false, last: undefined, lastOther: undefined };
  }

  protected clash(state: EraserState, access: HeldAccess): Access | undefined {
    const { candidates, last } = state;
    state.candidates = candidates === undefined ? access.held : this.held.intersection(candidates, access.held);
    state.written ||= access.op === 'w';
    if (last !== undefined && last.thread !== access.thread) state.lastOther = last;
    state.last = access;
    return state.candidates === 0 && state.written ? state.lastOther : undefined;
  }
}

interface LsaState {
  write: HeldAccess | undefined;
  /** By thread, since the last write. */
  readonly reads: Map<number, HeldAccess>;
}

export class LsaDetector extends DisciplineDetector<LsaState> {
  protected initial(): LsaState {
    return { write: undefined, reads: new Map() };
  }

  protected clash(state: LsaState, access: HeldAccess): Access | undefined {
    if (state.write && this.#apart(state.write, access)) return state.write;
    if (access.op === 'r') {
      state.reads.set(access.thread, access);
      return undefined;
    }
    for (const read of state.reads.values()) if (this.#apart(read, access)) return read;
    state.reads.clear();
    state.write = access;
    return undefined;
  }

  #apart(earlier: HeldAccess, later: HeldAccess): boolean {
    return earlier.thread !== later.thread && this.held.intersection(earlier.held, later.held) === 0;
  }
}
