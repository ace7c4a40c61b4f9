// The general form of a program's process: every synchronized block and unit is an anonymous procedure, entered by a push
// and left by a pop, as 004 models Java's blocks. The control state carries where a block was left to.

import type { ScopeSymbols } from '../../../../logic/nested-words/scope-template.js';
import { declaredLock, type Edge, type Program } from '../../../../model/program/program.js';
import { PushdownBuilder } from '../../../../model/pushdown/pushdown-builder.js';
import type { Configuration, PushdownSystem } from '../../../../model/pushdown/pushdown-system.js';

export interface ScopedProgram {
  readonly system: PushdownSystem;
  readonly initial: Configuration;
  /** The exit of the entry function. */
  readonly exit: number;
  /** One per lock, and the last for units. */
  readonly scopes: readonly ScopeSymbols[];
  readonly scopeNames: readonly (readonly [open: string, close: string])[];
}

export function scopesAsCalls(program: Program): ScopedProgram {
  const builder = new PushdownBuilder();
  const scopes = [...program.locks, undefined].map(() => ({ entries: new Set<number>(), exits: new Set<number>() }));
  const main = program.processes[0]!.entry;
  program.functions.forEach((graph, f) => {
    const symbol = (node: number) => `${f}:${node}`;
    builder.rule('p', symbol(graph.exit), 'p', []);
    graph.edges.forEach((edge, e) => {
      const [from, to] = [symbol(edge.from), symbol(edge.to)];
      const scope = scopeOf(program, edge);
      if (edge.action.kind === 'call') {
        const callee = edge.action.function;
        builder.rule('p', from, 'p', [`${callee}:${program.functions[callee]!.entry}`, to]);
      } else if (scope === undefined) builder.rule('p', from, 'p', [to], labelOf(program, edge));
      else if (edge.action.kind === 'acquire' || edge.action.kind === 'begin-unit') {
        scopes[scope]!.entries.add(builder.symbol(`enter ${f}:${e}`));
        builder.rule('p', from, 'p', [`enter ${f}:${e}`, 'block']);
        builder.rule('p', `enter ${f}:${e}`, 'p', [to]);
      } else {
        scopes[scope]!.exits.add(builder.symbol(`leave ${f}:${e}`));
        builder.rule('p', from, 'p', [`leave ${f}:${e}`]);
        builder.rule('p', `leave ${f}:${e}`, `to ${to}`, []);
        builder.rule(`to ${to}`, 'block', 'p', [to]);
      }
    });
  });
  const { entry, exit } = program.functions[main]!;
  const initial = builder.configuration('p', [`${main}:${entry}`]);
  const exitSymbol = builder.symbol(`${main}:${exit}`);
  const lockNames = program.locks.map(({ name }) => [`acquire ${name}`, `release ${name}`] as const);
  const scopeNames = [...lockNames, ['begin unit', 'end unit'] as const];
  return { system: builder.build(), initial, exit: exitSymbol, scopes, scopeNames };
}

function scopeOf(program: Program, { action }: Edge): number | undefined {
  if (action.kind === 'acquire' || action.kind === 'release') return declaredLock(action.lock);
  return action.kind === 'begin-unit' || action.kind === 'end-unit' ? program.locks.length : undefined;
}

function labelOf(program: Program, { action }: Edge): string {
  if (action.kind !== 'read' && action.kind !== 'write') return '';
  const { location } = action;
  return location.kind === 'variable' ? `${action.kind} ${program.variables[location.variable]!.name}` : '';
}
