// What a diagram says about itself in comments above its header: `# initial 0|1/0` and `# target 2|1 (name)`, one to a line, as
// `printDiagram` writes them. A comment of any other form is a comment.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/source-text.js';
import type { Configuration, Target, ThreadDiagram } from './diagram.js';
import { outOfRange, parseConfiguration } from './parse-configuration.js';

export interface Heading {
  readonly initial: readonly Configuration[];
  readonly targets: readonly Target[];
  readonly diagnostics: readonly Diagnostic[];
}

const form = /^#\s*(initial|target)\s+([\d|,/]+)(?:\s+\((.*)\))?\s*$/;

export function parseHeading(source: SourceText, diagram: Pick<ThreadDiagram, 'sharedCount' | 'localCount'>): Heading {
  const initial: Configuration[] = [];
  const targets: Target[] = [];
  const diagnostics: Diagnostic[] = [];
  for (let line = 1, start = 0; line <= source.lineCount; line++) {
    const text = source.line(line);
    if (!/^\s*(#|$)/.test(text)) break;
    start = source.text.indexOf(text, start);
    const [, what, written = '', name] = form.exec(text.trim()) ?? [];
    const parsed = what === undefined ? undefined : parseConfiguration(written);
    const problem = parsed?.ok ? outOfRange(parsed.value, diagram) : undefined;
    if (problem !== undefined)
      diagnostics.push(diagnosticAt(source, { start, end: start + text.length }, 'HD4003', problem));
    else if (parsed?.ok && what === 'initial') initial.push(parsed.value);
    else if (parsed?.ok) targets.push({ configuration: parsed.value, ...(name === undefined ? {} : { name }) });
    start += text.length;
  }
  return { initial, targets, diagnostics };
}
