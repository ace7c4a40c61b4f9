// What a `holds` speaks about, and what it takes for granted.

export interface Assumption {
  readonly text: string;
}

export type Scope = { readonly assumptions: readonly Assumption[] } & (
  | { readonly kind: 'all-executions' }
  | { readonly kind: 'bounded'; readonly bounds: Readonly<Record<string, number>> }
  | { readonly kind: 'recorded-trace' }
);

export function allExecutions(...assumptions: readonly string[]): Scope {
  return { kind: 'all-executions', assumptions: assumptions.map((text) => ({ text })) };
}

export function recordedTrace(...assumptions: readonly string[]): Scope {
  return { kind: 'recorded-trace', assumptions: assumptions.map((text) => ({ text })) };
}
