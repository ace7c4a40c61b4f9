// Whether an execution drives a phase automaton, written out in the property over its threads, to its end.

import { SourceText } from '../../base/source-text.js';
import { parsePhaseAutomata } from '../../logic/access-patterns/parse-phase-automata.js';
import { acceptsRun, type ObservedEvent } from '../../logic/access-patterns/phase-automaton.js';
import { kindsOf } from '../../model/program/event.js';
import type { ProgramRun, RunStep } from '../program-run.js';
import type { AtomicityProperty } from '../property.js';

/** Undefined if it does, else what is missing. */
export function showsAutomaton(run: ProgramRun, property: AtomicityProperty): string | undefined {
  const lines = property.transitions ?? [];
  // Thread names contain `#`, which begins a comment in files.
  const text = [`automaton ${property.automaton}`, ...lines].join('\n').replaceAll('#', '@');
  const { automata } = parsePhaseAutomata(new SourceText('property', text));
  const [automaton] = automata;
  if (!automaton || automaton.transitions.length === 0) return 'the property has no transitions';
  const events = run.steps.flatMap(observed);
  return acceptsRun(automaton, events) ? undefined : `the run does not drive automaton ${automaton.name} to its end`;
}

function observed({ before, move, event }: RunStep): ObservedEvent[] {
  const { name, unitDepth } = before.threads[move.thread]!;
  const thread = name.replaceAll('#', '@');
  if (move.edge.action.kind === 'end-unit' && unitDepth === 1)
    return [{ thread, event: { kind: 'end-unit' }, inUnit: true }];
  if (move.edge.action.kind === 'begin-unit' && unitDepth === 0)
    return [{ thread, event: { kind: 'begin-unit' }, inUnit: false }];
  if (event.kind !== 'access') return [];
  const variable = event.cell.name;
  return kindsOf(event).map((kind) => ({ thread, event: { kind, variable }, inUnit: unitDepth > 0 }));
}
