// Warnings about declarations that nothing refers to, and functions that no process gets to.

import type { Action, Program } from '../../../model/program/program.js';
import type { Declarations } from './declarations.js';

export function reportUnusedDeclarations(declarations: Declarations, program: Program): void {
  const { log, used, locks, variables, classes } = declarations;
  const kinds = [
    ['lock', locks],
    ['variable', variables],
    ['class', classes],
  ] as const;
  for (const [what, declared] of kinds) {
    for (const { name, origin } of declared) {
      if (!used.has(name)) log.warning(origin, 'HD0152', `${what} \`${name}\` is never used`);
    }
  }
  reportUncalledFunctions(declarations, program);
}

function reportUncalledFunctions({ log, functions, instances }: Declarations, program: Program): void {
  // What is behind a call that was not made may be called.
  if (program.cut) return;
  const called = new Set(program.processes.map((process) => process.entry));
  // A set iterates over what is added on the way: this is the worklist.
  for (const id of called) {
    for (const { action } of program.functions[id]!.edges) {
      const callee = calledFunction(action);
      if (callee !== undefined) called.add(callee);
    }
  }
  const codes = new Set(Array.from(called, (id) => instances.all[id]!.code));
  for (const code of functions) {
    if (!codes.has(code)) log.warning(code.syntax.name.span, 'HD0152', `function \`${code.name}\` is never called`);
  }
}

function calledFunction(action: Action): number | undefined {
  return action.kind === 'call' || action.kind === 'spawn' ? action.function : undefined;
}
