// Boolean programs: one non-recursive procedure that any number of threads execute, over shared and local Boolean variables.

import type { Span } from '../../base/source-text.js';

export type Expression =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** `*`: either value. */
  | { readonly kind: 'any' }
  /** Variables are numbered, the shared ones first; primed: the value after the assignment (in `constrain`). */
  | { readonly kind: 'variable'; readonly index: number; readonly primed: boolean }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: '&' | '|' | '^' | '=' | '!=';
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    };

export type Statement =
  | { readonly kind: 'skip' | 'end-thread' | 'atomic-begin' | 'atomic-end' | 'wait' | 'broadcast' }
  | { readonly kind: 'goto'; readonly labels: readonly string[] }
  | { readonly kind: 'branch'; readonly condition: Expression; readonly label: string }
  | { readonly kind: 'assume' | 'assert'; readonly condition: Expression }
  | {
      readonly kind: 'assign';
      readonly variables: readonly number[];
      readonly values: readonly Expression[];
      readonly constraint?: Expression;
    }
  | { readonly kind: 'start-thread'; readonly label: string };

export interface Variable {
  readonly name: string;
  /** Absent: either value. */
  readonly initial?: boolean;
}

export interface Line {
  readonly statement: Statement;
  readonly span: Span;
}

export interface BooleanProgram {
  readonly shared: readonly Variable[];
  readonly local: readonly Variable[];
  readonly lines: readonly Line[];
  /** The line that each label stands before; one past the end is allowed. */
  readonly labels: ReadonlyMap<string, number>;
}
