// Whether an execution contains every access pattern that an atomicity finding claims, each within two units of two
// different threads of the named processes.

import { patternById } from '../../logic/access-patterns/conflict-cycles.js';
import { showsPattern } from '../../logic/access-patterns/shows-pattern.js';
import type { ProgramRun } from '../program-run.js';
import type { AtomicityProperty } from '../property.js';
import { type AccessStep, processOfThread, unitAccesses } from '../unit-accesses.js';
import { showsAutomaton } from './atomicity-automaton-check.js';

export function showsAtomicityViolation(run: ProgramRun, property: AtomicityProperty): string | undefined {
  if (property.automaton !== undefined) return showsAutomaton(run, property);
  const { variables = [] } = property;
  const accesses = unitAccesses(run);
  const binding = { u: playedBy(property, 'unit'), v: playedBy(property, 'other'), variables };
  for (const id of claimedPatterns(property)) {
    const pattern = patternById(id);
    if (!pattern) return `there is no pattern ${id}`;
    if (!showsPattern(pattern, binding, accesses))
      return `the run does not show pattern ${id} on ${variables.join(', ')}`;
  }
  return undefined;
}

/** Threads of the named process, in units of the given name if there is one. */
function playedBy(property: AtomicityProperty, role: 'unit' | 'other') {
  const name = property[`${role}Name`];
  return ({ thread, unitName }: AccessStep) =>
    processOfThread(thread) === property[role] && (name === undefined || unitName === name);
}

/** A finding that lists several patterns has a witness for the first only; `--all` gives each its own. */
function claimedPatterns({ pattern, patterns = [] }: AtomicityProperty): readonly string[] {
  return pattern === undefined ? patterns.slice(0, 1) : [pattern];
}
