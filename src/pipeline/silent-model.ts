// A model that says nothing about what it should do is asked only what goes for every program: that it does not race,
// deadlock or go wrong. `check` says so once, and what to add.

import type { Diagnostic } from '../base/diagnostic.js';
import type { Subject } from '../verdict/inquiry.js';

const claims: ReadonlySet<string> = new Set(['assert', 'begin-unit', 'label']);

export function warnOfSilence(model: Subject): Diagnostic[] {
  if (model.kind !== 'program') return [];
  const { functions, source } = model;
  if (functions.some(({ edges }) => edges.some(({ action }) => claims.has(action.kind)))) return [];
  return [
    {
      code: 'HD0015',
      severity: 'warning',
      message:
        'the model asserts nothing, declares no unit and has no label: only races, deadlocks and errors are asked',
      file: source.file,
      help: 'say what should hold: `assert x == 2;`, `unit { … }` around what belongs together, `label A;` at places that exclude each other',
    },
  ];
}
