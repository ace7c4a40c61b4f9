// What one process sees of a pattern: its own accesses, divided into phases. A phase boundary is needed only where the
// pattern changes process, so a phase is a block: 23 of the 32 patterns have 3 phases and 9 have 4, and only 6 sides
// per variable and 16 per ordered pair of variables occur (theory page, step 2).

import type { AccessKind, AccessPattern, Role } from './pattern.js';

/**
 * An access as a small number: variable * 2, plus 1 for a write. Variables are numbered within the question, of which there are
 * at most 15.
 */
export type AccessCode = number;

/** The codes behind those of the variables: an outermost unit begins or ends. */
export const unitCodes = { 'begin-unit': 30, 'end-unit': 31 } as const;

export function accessCode(kind: AccessKind, variable: number): AccessCode {
  return variable * 2 + (kind === 'W' ? 1 : 0);
}

/** What a process must not do while it waits for its next step. */
export interface Forbidden {
  /** Leaving the outermost unit. */
  readonly endUnit: boolean;
  /** Bit set of access codes. */
  readonly accesses: number;
}

export const nothingForbidden: Forbidden = { endUnit: false, accesses: 0 };
const stayInUnit: Forbidden = { endUnit: true, accesses: 0 };

export type SideStep =
  /** The process makes this access (inside a unit, if so demanded), and with it perhaps begins a phase. */
  | {
      readonly kind: 'access';
      readonly code: AccessCode;
      readonly inUnit: boolean;
      readonly beginsPhase: boolean;
      readonly after: Forbidden;
    }
  /** A new phase begins: another process has made its accesses. */
  | { readonly kind: 'phase'; readonly after: Forbidden };

export interface Side {
  readonly start: Forbidden;
  readonly steps: readonly SideStep[];
}

/** The side of `role`; `variables[0]` and `variables[1]` are the numbers of x and y. */
export function sideOf(pattern: AccessPattern, role: Role, variables: readonly number[]): Side {
  const own = pattern.events.filter((event) => event.role === role).length;
  const bound = own > 1;
  let seen = 0;
  const within = () => (bound && seen > 0 && seen < own ? stayInUnit : nothingForbidden);
  const steps = pattern.events.flatMap((event, index): SideStep[] => {
    const changes = index > 0 && pattern.events[index - 1]!.role !== event.role;
    const boundary: SideStep[] = changes ? [{ kind: 'phase', after: within() }] : [];
    if (event.role !== role) return boundary;
    seen++;
    const code = accessCode(event.kind, variables[event.variable]!);
    return [...boundary, { kind: 'access', code, inUnit: bound, beginsPhase: false, after: within() }];
  });
  return { start: nothingForbidden, steps };
}

/** A process that has no access of its own, but may have to run so that others can: all phases, no access. */
export function passiveSide(phases: number): Side {
  const steps = Array.from({ length: phases - 1 }, (): SideStep => ({ kind: 'phase', after: nothingForbidden }));
  return { start: nothingForbidden, steps };
}

export function sideKey(side: Side): string {
  return [forbiddenKey(side.start), ...side.steps.map(stepKey)].join(' ');
}

export function stepKey(step: SideStep): string {
  const label = step.kind === 'phase' ? '|' : `${step.code}${step.inUnit ? 'i' : 'a'}${step.beginsPhase ? '|' : ''}`;
  return label + forbiddenKey(step.after);
}

function forbiddenKey({ endUnit, accesses }: Forbidden): string {
  return `${endUnit ? ']' : ''}${accesses === 0 ? '' : `!${accesses}`}`;
}
