// What happens in a run, as far as interference goes. Judging is done on this alone.

import type { Span } from '../../../base/source-text.js';
import type { Unit } from './frame.js';
import type { About } from './outside/endings.js';
import type { Dependences, Raw } from './value.js';

export interface Spot {
  readonly module: number;
  readonly span: Span;
}

export interface Cell {
  /** Identity. */
  readonly key: string;
  /** As the source writes it: `this.sock`, `cache[k]`. */
  readonly name: string;
  /** The object or module it is part of. */
  readonly owner: string;
  /** In the outside world. */
  readonly external: boolean;
}

/** `clear`: replaced by something empty; `shift`: elements change their index; `add`: put in without looking. */
export type WriteKind = 'set' | 'add' | 'delete' | 'clear' | 'shift';

export type TraceEvent = { readonly unit: Unit; readonly spot: Spot /** Its place in the trace. */; index?: number } & (
  | { readonly kind: 'start' }
  | { readonly kind: 'end'; readonly outcome: 'returned' | 'threw'; readonly raw: Raw; readonly deps: Dependences }
  /** `bit`: its place among the reads. `shallow`: only that something is there was seen. */
  | {
      readonly kind: 'read';
      readonly cell: Cell;
      readonly bit: number;
      readonly raw: Raw;
      /** By the outside, in one step with what it does. */
      readonly atomic?: true;
    }
  | {
      readonly kind: 'write';
      readonly cell: Cell;
      readonly how: WriteKind;
      readonly raw: Raw;
      readonly before: Raw;
      readonly value: Dependences;
      readonly control: Dependences;
      /** An effect that the outside world performs only if its own condition holds. */
      readonly conditional: boolean;
    }
  /** A call of the outside world that may change it. */
  | {
      readonly kind: 'effect';
      readonly name: string;
      /** What was asked, with what: equal where nobody outside can tell the difference. */
      readonly term: string;
      /** Who is told, about what: the last word counts. */
      readonly to?: string | undefined;
      /** The answer, as soon as it is known. */
      answer?: string;
      /** What it is about turns out otherwise when it is asked for again: who does it twice has not looked. */
      readonly isDone?: true;
      /** Twice is another thing than once. */
      readonly counts: boolean;
      /** What is begun or ended. */
      readonly about?: About | undefined;
      /** It only matters for when what it is about is ended. */
      readonly quiet?: true;
      readonly deps: Dependences;
      readonly control: Dependences;
    }
  | { readonly kind: 'pause'; readonly what: string }
  | { readonly kind: 'resume'; readonly what: string; readonly rejected: boolean }
  | { readonly kind: 'iterate'; readonly cell: Cell; readonly loop: number }
  | { readonly kind: 'iterated'; readonly loop: number }
  /** A property of null or undefined was asked for. */
  | { readonly kind: 'broken'; readonly cell: string; readonly deps: Dependences; readonly control: Dependences }
  /** `lost`: what could have ended the wait was overwritten, or came unseen, at this place in the trace; `stale`: after this read. */
  | { readonly kind: 'deadlock'; readonly what: string; readonly lost?: number; readonly stale?: number }
  /** The outside has given something that has to be closed. */
  | { readonly kind: 'opened'; readonly what: string; readonly term: string }
  /** The unit goes on, but what waited for it has gone on without it. */
  | { readonly kind: 'left' }
);

/** Why something was not followed. */
export interface Gap {
  readonly reason: string;
  readonly spot: Spot | undefined;
}
