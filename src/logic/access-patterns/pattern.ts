// Problematic access patterns: sequences of reads and writes by two units of work u and v on one or two locations x, y
// that no serial execution can explain. A history of accesses shows a pattern if it contains it as a subsequence.

export type AccessKind = 'R' | 'W';

/** The unit that plays u, or the one that plays v. */
export type Role = 'u' | 'v';

/** 0 is x, 1 is y. */
export type PatternVariable = 0 | 1;

export interface PatternEvent {
  readonly role: Role;
  readonly kind: AccessKind;
  readonly variable: PatternVariable;
}

export interface AccessPattern {
  /** `1`..`14` for the paper's, `c1`..`c18` for the rest of the complete set. */
  readonly id: string;
  readonly variables: 1 | 2;
  readonly events: readonly PatternEvent[];
}

const variableNames = ['x', 'y'] as const;

/** `Ru(x) Wv(x) Wu(x)`, with names in place of x and y if given. */
export function printEvents(events: readonly PatternEvent[], names: readonly string[] = variableNames): string {
  return events.map(({ role, kind, variable }) => `${kind}${role}(${names[variable]})`).join(' ');
}

/** Two accesses conflict if they are to the same location and one of them writes. */
export function kindsConflict(a: AccessKind, b: AccessKind): boolean {
  return a === 'W' || b === 'W';
}
