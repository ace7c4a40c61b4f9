// Whether an execution contains every access pattern that an atomicity finding claims, each within two units of two
// different threads of the named processes.

import { patternById } from '../../logic/access-patterns/conflict-cycles.js';
import { showsPattern } from '../../logic/access-patterns/shows-pattern.js';
import type { ProgramRun } from '../program-run.js';
import type { Property } from '../property.js';
import { type AccessStep, processOfThread, unitAccesses } from '../unit-accesses.js';
import { showsAutomaton } from './atomicity-automaton-check.js';

export function showsAtomicityViolation(run: ProgramRun, property: Property): string | undefined {
  if (typeof property['automaton'] === 'string') return showsAutomaton(run, property);
  const variables = Array.isArray(property['variables']) ? property['variables'].map(String) : [];
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
function playedBy(property: Property, role: 'unit' | 'other') {
  const name = property[`${role}Name`];
  return ({ thread, unitName }: AccessStep) =>
    processOfThread(thread) === property[role] && (name === undefined || unitName === name);
}

/** A finding that lists several patterns has a witness for the first only; `--all` gives each its own. */
function claimedPatterns(property: Property): string[] {
  if (typeof property['pattern'] === 'string') return [property['pattern']];
  const patterns = property['patterns'];
  return Array.isArray(patterns) ? patterns.slice(0, 1).map(String) : [];
}
