// Statements. Each tells how it ended; conditions that were passed stay in the frame's control set for what they decide:
// the branch, and everything behind it when the branch not taken would have left.

import { mayExit, mayQueue, mayThrow, variablesIn } from '../children.js';
import type { Expression, Statement, TypeHint } from '../syntax.js';
import { populate } from './calls.js';
import { contentCell } from './cells.js';
import { Abandoned } from './choices.js';
import { declareClass } from './classes.js';
import { evaluate } from './expressions/evaluate.js';
import { assignPattern, bindPattern } from './expressions/patterns.js';
import type { Suspension } from './expressions/suspension.js';
import { makeClosure } from './expressions/variables.js';
import { ScriptError } from './flow/errors.js';
import { iterate } from './flow/iteration.js';
import { type Frame, isOfSetup, Scope } from './frame.js';
import { type Machine, spotOf } from './machine.js';
import { strictEquals } from './operators.js';
import { Thing, Unknown, undefinedValue, type Value } from './value.js';

export type Completion =
  | undefined
  | { readonly kind: 'return'; readonly value: Value }
  | { readonly kind: 'break' | 'continue'; readonly label?: string };

type Running = Generator<Suspension, Completion, Value>;

export function* runStatements(machine: Machine, frame: Frame, statements: readonly Statement[]): Running {
  hoist(machine, frame, statements);
  for (const statement of statements) {
    const done = yield* runStatement(machine, frame, statement);
    if (done) return done;
  }
  return undefined;
}

/** `var` belongs to the whole function. */
export function hoistVariables(frame: Frame, body: readonly Statement[]): void {
  for (const name of variablesIn(body))
    if (!frame.scope.bindings.has(name)) frame.scope.declare(name, undefinedValue, false);
}

function hoist(machine: Machine, frame: Frame, statements: readonly Statement[]): void {
  for (const statement of statements) {
    if (statement.kind === 'function')
      frame.scope.declare(statement.function.name, makeClosure(machine, frame, statement.function), true);
  }
}

function* inScope<T>(
  machine: Machine,
  frame: Frame,
  run: Generator<Suspension, T, Value>,
): Generator<Suspension, T, Value> {
  const outer = frame.scope;
  frame.scope = new Scope(machine.nextId(), frame.activation, frame.module, outer);
  try {
    return yield* run;
  } finally {
    frame.scope = outer;
  }
}

function* runStatement(machine: Machine, frame: Frame, statement: Statement, labels: readonly string[] = []): Running {
  machine.tick();
  if (!isOfSetup(frame.unit)) machine.reached.add(statement);
  switch (statement.kind) {
    case 'expression':
      yield* evaluate(machine, frame, statement.expression);
      return undefined;
    case 'declare':
      return yield* runDeclare(machine, frame, statement);
    case 'return': {
      const value = statement.value ? yield* evaluate(machine, frame, statement.value) : undefinedValue;
      return { kind: 'return', value };
    }
    case 'if':
      return yield* runIf(machine, frame, statement);
    case 'block':
      return yield* inScope(machine, frame, runStatements(machine, frame, statement.body));
    case 'throw': {
      const value = yield* evaluate(machine, frame, statement.value);
      throw new ScriptError(value, frame.control);
    }
    case 'try':
      return yield* runTry(machine, frame, statement);
    case 'while':
    case 'do-while':
    case 'for':
      return yield* inScope(machine, frame, runLoop(machine, frame, statement, labels));
    case 'for-of':
    case 'for-in':
      return yield* inScope(
        machine,
        frame,
        iterate(machine, frame, statement, (body) => ownOf(runStatement(machine, frame, body), labels)),
      );
    case 'switch':
      return yield* inScope(machine, frame, runSwitch(machine, frame, statement));
    case 'break':
    case 'continue':
      return { kind: statement.kind, ...(statement.label === undefined ? {} : { label: statement.label }) };
    case 'label': {
      const done = yield* runStatement(machine, frame, statement.body, [...labels, statement.name]);
      return done && done.kind !== 'return' && done.label === statement.name ? undefined : done;
    }
    case 'class':
      frame.scope.declare(statement.class.name || 'default', declareClass(machine, frame, statement.class), true);
      return undefined;
    case 'function':
    case 'empty':
      return undefined;
  }
}

function* runDeclare(machine: Machine, frame: Frame, statement: Extract<Statement, { kind: 'declare' }>): Running {
  for (const { pattern, value, type } of statement.declarations) {
    // It was declared where the function begins, and keeps what it has.
    if (!value && statement.variable === 'var') continue;
    const initial = value ? yield* evaluate(machine, frame, value) : undefinedValue;
    if (initial.raw instanceof Thing && pattern.kind === 'variable') {
      if (!machine.names.has(initial.raw.id)) machine.names.set(initial.raw.id, pattern.name);
      if (frame.node === undefined) populate(machine, initial.raw, pattern.name);
      if (isTableHint(type) && initial.raw.kind === 'object') initial.raw.isTable = true;
    }
    const typed = initial.raw instanceof Unknown && type && !initial.raw.traits.type ? retyped(initial, type) : initial;
    if (statement.variable === 'var') yield* assignPattern(machine, frame, pattern, typed);
    else yield* bindPattern(machine, frame, pattern, typed, statement.variable);
  }
  return undefined;
}

/** `Record<string, T>` */
export function isTableHint(type: TypeHint | undefined): boolean {
  return type?.kind === 'reference' && type.name === 'Record';
}

function retyped(value: Value, type: NonNullable<Unknown['traits']['type']>): Value {
  const raw = value.raw as Unknown;
  return { raw: new Unknown(raw.term, { ...raw.traits, type }), deps: value.deps };
}

/** Evaluates a condition; where it is up to the unknown, the way on is tried first. */
function* test(
  machine: Machine,
  frame: Frame,
  condition: Expression,
  want: boolean,
): Generator<Suspension, { holds: boolean; deps: bigint }, Value> {
  const outer = machine.want;
  machine.want = want;
  const value = yield* evaluate(machine, frame, condition);
  machine.want = want;
  const holds = machine.isTruthy(value);
  machine.want = outer;
  return { holds, deps: value.deps };
}

function* runIf(machine: Machine, frame: Frame, statement: Extract<Statement, { kind: 'if' }>): Running {
  const { whenTrue, whenFalse } = statement;
  const { holds, deps } = yield* test(machine, frame, statement.test, !mayExit(whenTrue) || mayExit(whenFalse));
  const taken = holds ? whenTrue : whenFalse;
  if (mayThrow(whenTrue) || mayThrow(whenFalse)) frame.guard |= deps;
  const before = frame.control;
  frame.control |= deps;
  const done = taken ? yield* runStatement(machine, frame, taken) : undefined;
  if (done) return done;
  // Whoever did not have to wait goes on because of what it saw.
  const isDecided =
    mayExit(whenTrue) || mayExit(whenFalse) || (!mayQueue(taken) && mayQueue(holds ? whenFalse : whenTrue));
  if (!isDecided) {
    const during = frame.control;
    frame.control = before | (during & ~deps) | frame.guard;
  }
  return undefined;
}

/** `continue outer` in the loop that is labelled so is a plain one. */
function* ownOf(body: Running, labels: readonly string[]): Running {
  const done = yield* body;
  const isOwn = done && done.kind !== 'return' && done.label !== undefined && labels.includes(done.label);
  return isOwn ? { kind: done.kind } : done;
}

const mostRounds = 5;

function* runLoop(
  machine: Machine,
  frame: Frame,
  loop: Extract<Statement, { kind: 'while' | 'do-while' | 'for' }>,
  labels: readonly string[],
): Running {
  if (loop.kind === 'for' && loop.first) yield* runStatement(machine, frame, loop.first);
  const iterated = loop.kind === 'for' ? indexed(loop.test) : undefined;
  if (iterated) return yield* overIndices(machine, frame, iterated, runRounds(machine, frame, loop, labels));
  return yield* runRounds(machine, frame, loop, labels);
}

/** `i < list.length`: the loop goes over a list by index. */
function indexed(test: Expression | undefined): Expression | undefined {
  if (test?.kind !== 'binary' || test.operator !== '<' || test.right.kind !== 'member') return undefined;
  const { object, property } = test.right;
  return property === 'length' && (object.kind === 'identifier' || object.kind === 'member') ? object : undefined;
}

function* overIndices(machine: Machine, frame: Frame, list: Expression, rounds: Running): Running {
  const { raw } = yield* evaluate(machine, frame, list);
  if (!(raw instanceof Thing) || raw.kind !== 'array') return yield* rounds;
  const number = machine.nextId();
  const spot = spotOf(frame, list.span);
  machine.emit({ kind: 'iterate', unit: frame.unit, spot, cell: contentCell(machine, raw), loop: number });
  try {
    return yield* rounds;
  } finally {
    machine.emit({ kind: 'iterated', unit: frame.unit, spot, loop: number });
  }
}

function* runRounds(
  machine: Machine,
  frame: Frame,
  loop: Extract<Statement, { kind: 'while' | 'do-while' | 'for' }>,
  labels: readonly string[],
): Running {
  const before = frame.control;
  for (let round = 0; ; round++) {
    const pauses = machine.events.length;
    if (loop.kind !== 'do-while' || round > 0) {
      if (loop.test) {
        const { holds, deps } = yield* test(machine, frame, loop.test, round < 1);
        frame.control = before | deps | frame.guard;
        if (!holds) return undefined;
      }
    }
    const outer = frame.scope;
    if (loop.kind === 'for') frame.scope = freshIteration(machine, frame, outer);
    const done = yield* ownOf(runStatement(machine, frame, loop.body), labels);
    if (done?.kind === 'return') return done;
    if (done && done.label !== undefined) return done;
    if (done?.kind === 'break') return undefined;
    if (loop.kind === 'for' && loop.update) yield* evaluate(machine, frame, loop.update);
    if (loop.kind === 'for') {
      for (const [name, binding] of frame.scope.bindings) outer.bindings.set(name, binding);
      frame.scope = outer;
    }
    if (round > 200 || (round > mostRounds && machine.events.length > pauses))
      throw new Abandoned('a loop goes on beyond the bound');
  }
}

/** Closures made in a round of a `for` loop have variables of their own. */
function freshIteration(machine: Machine, frame: Frame, outer: Scope): Scope {
  const scope = new Scope(machine.nextId(), frame.activation, frame.module, outer);
  for (const [name, { value, constant }] of outer.bindings) scope.declare(name, value, constant);
  return scope;
}

function* runSwitch(machine: Machine, frame: Frame, statement: Extract<Statement, { kind: 'switch' }>): Running {
  const on = yield* evaluate(machine, frame, statement.on);
  const before = frame.control;
  frame.control |= on.deps;
  let start = -1;
  for (const [index, { test: value }] of statement.cases.entries()) {
    if (!value) continue;
    const candidate = yield* evaluate(machine, frame, value);
    if (strictEquals(machine, on, candidate)) {
      start = index;
      break;
    }
  }
  if (start === -1) start = statement.cases.findIndex((clause) => clause.test === undefined);
  if (start !== -1) {
    for (const { body } of statement.cases.slice(start)) {
      const done = yield* runStatements(machine, frame, body);
      if (done?.kind === 'break' && done.label === undefined) break;
      if (done) return done;
    }
  }
  if (!statement.cases.some(({ body }) => body.some((inner) => inner.kind === 'return' || inner.kind === 'throw')))
    frame.control = before | frame.guard;
  return undefined;
}

function* runTry(machine: Machine, frame: Frame, statement: Extract<Statement, { kind: 'try' }>): Running {
  const { body, handler, finalizer, parameter } = statement;
  let done: Completion;
  let failure: ScriptError | undefined;
  const { scope } = frame;
  try {
    done = yield* runStatement(machine, frame, body);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    failure = error;
    frame.scope = scope;
  }
  if (failure && handler) {
    const caught = failure;
    failure = undefined;
    const before = frame.control;
    frame.control |= caught.guard;
    try {
      done = yield* inScope(machine, frame, handle(machine, frame, caught, parameter, handler));
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      failure = error;
      frame.scope = scope;
    }
    if (!mayExit(handler)) frame.control = before;
  }
  if (finalizer) {
    const last = yield* runStatement(machine, frame, finalizer);
    if (last) return last;
  }
  if (failure) throw failure;
  return done;
}

function* handle(
  machine: Machine,
  frame: Frame,
  caught: ScriptError,
  parameter: Extract<Statement, { kind: 'try' }>['parameter'],
  handler: Statement,
): Running {
  if (parameter) yield* bindPattern(machine, frame, parameter, caught.value, 'let');
  return yield* runStatement(machine, frame, handler);
}
