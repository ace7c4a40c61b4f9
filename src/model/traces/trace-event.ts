// What can happen in a trace. An event is an operation of a thread on a target; the operation says in which of the
// three name spaces the target lives: threads, variables, or synchronisation objects (locks and volatile variables).

import { NameTable } from './name-table.js';

/** Operation codes: small integers, because the hot loops switch on them. */
export const Op = {
  read: 0,
  write: 1,
  acquire: 2,
  release: 3,
  fork: 4,
  join: 5,
  volatileRead: 6,
  volatileWrite: 7,
  wait: 8,
  notify: 9,
  allocate: 10,
  /** begin, end, req, …: nothing that orders or accesses. */
  none: 11,
} as const;

export type OpCode = (typeof Op)[keyof typeof Op];

/** Short names as in STD, indexed by code. */
export const opNames = ['r', 'w', 'acq', 'rel', 'fork', 'join', 'vr', 'vw', 'wait', 'notify', 'new', 'begin'] as const;

export type TargetSpace = 'variable' | 'lock' | 'volatile' | 'thread' | 'none';

/** Kinds of names in the table of synchronisation objects. */
const LOCK_KIND = 0;
const VOLATILE_KIND = 1;

function targetSpace(op: number): TargetSpace {
  switch (op) {
    case Op.read:
    case Op.write:
    case Op.allocate:
      return 'variable';
    case Op.acquire:
    case Op.release:
    case Op.wait:
    case Op.notify:
      return 'lock';
    case Op.volatileRead:
    case Op.volatileWrite:
      return 'volatile';
    case Op.fork:
    case Op.join:
      return 'thread';
    default:
      return 'none';
  }
}

/** The names that occur in a trace, numbered by first occurrence. */
export class TraceNames {
  constructor(
    readonly threads = new NameTable(),
    readonly variables = new NameTable(),
    readonly syncs = new NameTable(),
  ) {}

  get bytes(): number {
    return this.threads.bytes + this.variables.bytes + this.syncs.bytes;
  }

  copy(): TraceNames {
    return new TraceNames(this.threads.copy(), this.variables.copy(), this.syncs.copy());
  }

  internTarget(op: number, bytes: Uint8Array, start: number, end: number): number {
    // Most events are accesses, and this is the hottest line of reading.
    if (op <= Op.write) return this.variables.intern(bytes, start, end);
    switch (targetSpace(op)) {
      case 'variable':
        return this.variables.intern(bytes, start, end);
      case 'lock':
        return this.syncs.intern(bytes, start, end, LOCK_KIND);
      case 'volatile':
        return this.syncs.intern(bytes, start, end, VOLATILE_KIND);
      case 'thread':
        return this.threads.intern(bytes, start, end);
      default:
        return -1;
    }
  }

  /** The target of an event as text, '' where it has none. */
  targetText(op: number, target: number): string {
    switch (targetSpace(op)) {
      case 'variable':
        return this.variables.text(target);
      case 'lock':
      case 'volatile':
        return this.syncs.text(target);
      case 'thread':
        return this.threads.text(target);
      default:
        return '';
    }
  }
}
