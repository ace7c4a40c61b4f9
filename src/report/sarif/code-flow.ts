// A witness as a SARIF code flow: one thread flow per thread, whose locations carry their place in the interleaving as
// `executionOrder` (the step's number in the witness). Silent steps are left out.

import type { JsonObject } from '../../base/json.js';
import type { Place } from '../../base/source-text.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import { interleave, type StepRow } from '../interleaving.js';
import { describeStep } from '../wording.js';
import { artifactLocation } from './artifact-uri.js';

/** Long enough for any witness a person steps through. */
const mostSteps = 5000;

export function codeFlows(witness: Witness): readonly JsonObject[] | undefined {
  const { threads, rows } = interleave(witness, mostSteps);
  if (threads.length === 0) return undefined;
  const steps = rows.filter((row) => row.kind === 'step');
  const threadFlows = threads
    .map((id, lane) => ({ id, locations: steps.filter((row) => row.lane === lane).map(threadFlowLocation) }))
    .filter(({ locations }) => locations.length > 0);
  return [{ threadFlows }];
}

function threadFlowLocation({ number, step }: StepRow): JsonObject {
  const { note, place } = step;
  const text = note === undefined ? describeStep(step) : `${describeStep(step)} (${note})`;
  return {
    executionOrder: number,
    importance: note === undefined ? 'important' : 'essential',
    kinds: kindsOf(step),
    state: stateOf(step),
    location: { ...(place === undefined ? {} : physical(place)), message: { text } },
  };
}

/** The words that SARIF suggests for kinds of locations (section 3.38.8). */
const kinds = new Map<string, readonly string[]>([
  ['acquire', ['acquire', 'lock']],
  ['release', ['release', 'lock']],
  ['call', ['call', 'function']],
  ['return', ['return', 'function']],
]);

function kindsOf({ action }: WitnessStep): readonly string[] | undefined {
  return kinds.get(action);
}

function stateOf({ change }: WitnessStep): JsonObject | undefined {
  const assignment = change === undefined ? null : /^(\S+) = (.+)$/s.exec(change);
  return assignment === null ? undefined : { [assignment[1]!]: { text: assignment[2]! } };
}

export function physical(place: Place): JsonObject {
  const { file, line, column, length } = place;
  const region = { startLine: line, startColumn: column, endColumn: column + length };
  return { physicalLocation: { artifactLocation: artifactLocation(file), region } };
}
