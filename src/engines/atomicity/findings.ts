// Verdicts in words: what the reports print about a pair of processes.

import { isRuleCode, type RuleCode, type RuleTable } from '../../base/rule.js';
import { type AccessPattern, printEvents } from '../../logic/access-patterns/pattern.js';
import type { Program } from '../../model/program/program.js';
import type { Certificate, NoCertificate } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import type { CaptionedPlace, Finding, Verdict } from '../../verdict/verdict.js';
import { atomicityRules } from './rules.js';
import { type FoundRun, witnessOf } from './witness/witness.js';

/** Who plays u and v, and on which variables: by name. */
export interface Subject {
  readonly unit: string;
  readonly other: string;
  readonly variables: readonly string[];
}

interface Common {
  readonly method: string;
  readonly statistics: Finding['statistics'];
}

/** `lost update`: what the pattern is called. */
function titleOf(rule: RuleCode): string {
  const rules: RuleTable = atomicityRules;
  return rules[rule]?.title ?? 'units interleave';
}

/** HD1001..HD1014 and HD1101..HD1118. */
function ruleOfPattern({ id }: AccessPattern): RuleCode {
  const number = id.startsWith('c') ? 1100 + Number(id.slice(1)) : 1000 + Number(id);
  const code = `HD${number}`;
  if (!isRuleCode(code)) throw new Error(`no rule for pattern ${id}`);
  return code;
}

export function queryProperty(subject: Subject, pattern: AccessPattern): Property {
  const { unit, other, variables } = subject;
  return { kind: 'atomicity', pattern: pattern.id, unit, other, variables };
}

/** Several patterns on the same variables; the first is the one that the witness shows. */
export function groupProperty(subject: Subject, patterns: readonly AccessPattern[]): Property {
  const { unit, other, variables } = subject;
  return { kind: 'atomicity', patterns: patterns.map(({ id }) => id), unit, other, variables };
}

export function violationFinding(
  common: Common,
  program: Program,
  subject: Subject,
  shown: AccessPattern,
  property: Property,
  found: FoundRun,
  verdict: { readonly confirmed: boolean; readonly scope: Scope },
): Finding {
  const { unit, other, variables } = subject;
  const notes = new Map(found.accesses.map((step, i) => [step, noteOf(shown, i)]));
  const what = printEvents(shown.events, variables);
  return {
    engine: 'atomicity',
    ...common,
    property,
    rule: ruleOfPattern(shown),
    message: `${titleOf(ruleOfPattern(shown))} on ${variables.join(' and ')}: ${unit} and ${other}, ${what}`,
    verdict: { kind: 'violated', witness: witnessOf(found, notes), ...verdict },
    places: placesOf(program, shown, subject, found),
    because: reasons(shown, variables),
    help: `let both units hold one lock from their first to their last access to ${variables.join(' and ')}`,
  };
}

function noteOf(pattern: AccessPattern, index: number): string {
  return `access ${index + 1} of ${pattern.events.length}`;
}

function placesOf(program: Program, pattern: AccessPattern, subject: Subject, found: FoundRun): CaptionedPlace[] {
  return found.edges.map(({ origin }, i) => {
    const { role, kind, variable } = pattern.events[i]!;
    const who = role === 'u' ? subject.unit : subject.other;
    const verb = kind === 'R' ? 'reads' : 'writes';
    const place = program.source.place(origin);
    return { place, caption: `${i + 1}. ${who} (${role}) ${verb} ${subject.variables[variable]}` };
  });
}

/** The two conflicts that point in opposite directions. */
function reasons(pattern: AccessPattern, variables: readonly string[]): string[] {
  const { events } = pattern;
  const before = (role: 'u' | 'v') =>
    events.flatMap((a, i) =>
      events.slice(i + 1).flatMap((b) => {
        const conflict = a.variable === b.variable && a.role === role && b.role !== role;
        return conflict && (a.kind === 'W' || b.kind === 'W') ? [{ a, b }] : [];
      }),
    )[0];
  return (['u', 'v'] as const).flatMap((role) => {
    const pair = before(role);
    if (!pair) return [];
    const done = pair.a.kind === 'R' ? 'read' : 'wrote';
    const then = pair.b.kind === 'R' ? 'reads' : 'overwrites';
    return `${pair.b.role} ${then} the ${variables[pair.a.variable]} that ${role} ${done}, so ${role} would have to come first`;
  });
}

export function holdsFinding(
  common: Common,
  property: Property,
  message: string,
  scope: Scope,
  certificate: Certificate | NoCertificate,
): Finding {
  return quietFinding(common, property, message, { kind: 'holds', scope, certificate });
}

export function unknownFinding(common: Common, property: Property, message: string, because: string): Finding {
  return quietFinding(common, property, message, { kind: 'unknown', because });
}

/** Nothing to point at. */
function quietFinding(common: Common, property: Property, message: string, verdict: Verdict): Finding {
  return { engine: 'atomicity', ...common, property, rule: 'HD1000', message, verdict, places: [], because: [] };
}
