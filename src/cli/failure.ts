// A command that cannot run: carried as an exception from anywhere in the cli to the one place that prints it.

import type { Diagnostic } from '../base/diagnostic.js';

export class CommandFailure extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message ?? 'failed');
  }
}

export function fail(code: Diagnostic['code'], message: string, extra: { file?: string; help?: string } = {}): never {
  throw new CommandFailure([{ code, severity: 'error', message, ...extra }]);
}
