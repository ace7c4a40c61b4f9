// Conveniences for scripts and tests: a model straight from text, configurations by name.

import { printDiagnostic } from '../../../base/diagnostic.js';
import { SourceText } from '../../../base/source-text.js';
import type { PushdownModel } from '../pushdown-model.js';
import type { Configuration, PushdownSystem } from '../pushdown-system.js';
import { parsePushdown } from './parse-pushdown.js';

/** The model of a text that should be well-formed: throws with the printed diagnostics if it is not. */
export function readPushdownText(file: string, text: string): PushdownModel {
  const { model, diagnostics } = parsePushdown(new SourceText(file, text));
  if (model?.kind !== 'pushdown') throw new Error(diagnostics.map(printDiagnostic).join('\n'));
  return model;
}

/** Throws if the system has no state or symbol of that name. */
export function configurationOf(system: PushdownSystem, state: string, stack: readonly string[]): Configuration {
  const symbols = stack.map((name) => idOf(system.symbolCount, system.symbolName, name));
  return { state: idOf(system.stateCount, system.stateName, state), stack: symbols };
}

function idOf(count: number, nameOf: (id: number) => string, name: string): number {
  for (let id = 0; id < count; id++) if (nameOf(id) === name) return id;
  throw new RangeError(`no state or symbol '${name}'`);
}
