// From a syntax tree to a program: collect the declarations, lower each function once, find the entry of each process.
// Name resolution and type checking happen on the way; when anything is wrong there is no program, only messages.

import { nearestName } from '../../../base/nearest-name.js';
import type { Span } from '../../../base/source-text.js';
import type { FunctionGraph, Process, Program } from '../../../model/program/program.js';
import type { DiagnosticLog } from '../diagnostic-log.js';
import { instanceLimits } from '../functions/instances.js';
import { schemeOfFunctions } from '../functions/scheme-of-functions.js';
import type { ModelSyntax } from '../syntax/syntax.js';
import { collectDeclarations } from './collect-declarations.js';
import type { Declarations, DeclaredProcess } from './declarations.js';
import { lowerInstance, lowerOpen } from './lower-functions.js';
import { specializeLocks } from './specialize-locks.js';
import { reportUnusedDeclarations } from './unused-declarations.js';

export function lowerEml(model: ModelSyntax, log: DiagnosticLog): Program | undefined {
  const declarations = collectDeclarations(model, log);
  if (!model.items.some((item) => item.kind === 'process')) reportNoProcess(log);
  const processes = declarations.processes.flatMap((process) => resolveProcess(declarations, process) ?? []);
  const functions = lowerFunctions(declarations);
  if (log.hasErrors) return undefined;
  const { scheduling, schedulingOrigin, locks, variables, classes, sets } = declarations;
  const tables = {
    scheduling,
    ...(schedulingOrigin ? { schedulingOrigin } : {}),
    locks,
    variables,
    classes,
    atomicSets: sets,
    functions,
    processes,
  };
  const origin = declarations.instances.cut;
  const cut = origin && { origin, scheme: schemeOfFunctions(declarations) };
  const program: Program = { kind: 'program', source: log.source, ...tables, ...(cut ? { cut } : {}) };
  reportUnusedDeclarations(declarations, program);
  if (origin) reportGrowth(log, origin);
  return specializeLocks(program);
}

/** Graphs ask for further ones. Of a model with mistakes only the functions that are there anyway are looked at. */
function lowerFunctions(declarations: Declarations): readonly FunctionGraph[] {
  const { instances, log } = declarations;
  const declared = instances.all.length;
  const graphs: FunctionGraph[] = [];
  for (;;) {
    const next = graphs.length < declared || !log.hasErrors ? instances.all[graphs.length] : undefined;
    const unchecked = instances.nextUnchecked();
    if (unchecked) lowerOpen(declarations, unchecked);
    if (next) graphs.push(lowerInstance(declarations, next));
    if (!next && !unchecked) return graphs;
  }
}

function reportGrowth(log: DiagnosticLog, cut: Span): void {
  const { depth, size, instances } = instanceLimits;
  const limits = `more than ${depth} deep, ${size} large or ${instances} calls of them`;
  const help = 'what is found is real; that something holds is shown by `pairwise` only, and is unknown otherwise';
  log.warning(cut, 'HD0154', `functions that are passed grow without bound here (${limits})`, help);
}

function reportNoProcess(log: DiagnosticLog): void {
  const help = 'add one: `process P { main { … } }`';
  log.error({ start: 0, end: 1 }, 'HD0105', 'the model has no process', help);
}

/** `main` is looked up like any function: in the process, then among the global functions. */
function resolveProcess(declarations: Declarations, process: DeclaredProcess): Process | undefined {
  const { name, instances } = process.syntax;
  const main = declarations.findFunction('main', process);
  if (main === undefined) {
    const near = nearestName('main', process.functions.keys());
    const help = near === undefined ? 'execution starts in `main { … }`' : `is \`${near}\` meant to be \`main\`?`;
    declarations.log.error(name.span, 'HD0106', `process \`${name.text}\` has no function \`main\``, help);
    return undefined;
  }
  if (main.parameters.length > 0) {
    declarations.log.error(main.syntax.name.span, 'HD0106', '`main` takes no parameters');
  }
  if (main.parameters.length > 0) return undefined;
  const { id } = declarations.instances.instanceFor(main, [], name.span);
  return { name: name.text, instances, entry: id, origin: process.syntax.span };
}
