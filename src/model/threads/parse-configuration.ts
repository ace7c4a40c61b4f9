// Configurations as text: `s|l1,l2` bounded, `s|b/u` with u unbounded, `s/u`, `s`. A `.prop` file has one per line.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import { failure, type Result, success } from '../../base/result.js';
import type { SourceText } from '../../base/source-text.js';
import type { Configuration, Target, ThreadDiagram } from './diagram.js';

const configurationForm = /^(\d+)(?:\|(\d+(?:,\d+)*)?)?(?:\/(\d+(?:,\d+)*))?$/;

/** The failure says what is wrong, without a place: options have none. */
export function parseConfiguration(text: string): Result<Configuration, string> {
  const match = configurationForm.exec(text.replace(/\s+/g, ''));
  if (!match) return failure(`'${text}' is not a configuration`);
  const numbers = (list: string | undefined) => (list === undefined ? [] : list.split(',').map(Number));
  return success({ shared: Number(match[1]), bounded: numbers(match[2]), unbounded: numbers(match[3]) });
}

/** Why the configuration does not belong to the diagram, if so. */
export function outOfRange(
  { shared, bounded, unbounded }: Configuration,
  { sharedCount, localCount }: Pick<ThreadDiagram, 'sharedCount' | 'localCount'>,
): string | undefined {
  if (shared >= sharedCount) return `shared state ${shared} is not below ${sharedCount}`;
  const local = [...bounded, ...unbounded].find((each) => each >= localCount);
  return local === undefined ? undefined : `local state ${local} is not below ${localCount}`;
}

/** A configuration of the diagram. */
export function configurationIn(diagram: ThreadDiagram, text: string): Result<Configuration, string> {
  const parsed = parseConfiguration(text);
  if (!parsed.ok) return parsed;
  const problem = outOfRange(parsed.value, diagram);
  return problem === undefined ? parsed : failure(problem);
}

export interface ParsedTargets {
  readonly targets: readonly Target[];
  readonly diagnostics: readonly Diagnostic[];
}

export function parseTargets(source: SourceText, diagram: ThreadDiagram): ParsedTargets {
  const targets: Target[] = [];
  const diagnostics: Diagnostic[] = [];
  for (let line = 1, start = 0; line <= source.lineCount; line++) {
    const text = source.line(line);
    start = source.text.indexOf(text, start);
    const content = text.replace(/#.*/, '').trim();
    if (content !== '') {
      const span = { start: start + text.indexOf(content), end: start + text.indexOf(content) + content.length };
      const parsed = parseConfiguration(content);
      const problem = parsed.ok ? outOfRange(parsed.value, diagram) : parsed.error;
      if (parsed.ok && problem === undefined) targets.push({ configuration: parsed.value });
      else diagnostics.push(diagnosticAt(source, span, parsed.ok ? 'HD4003' : 'HD4004', problem ?? ''));
    }
    start += text.length;
  }
  return { targets, diagnostics };
}
