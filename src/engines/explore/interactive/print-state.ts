// A state in words: shared variables, objects, and where each thread is with its locals and locks.

import { lockName } from '../../../model/program/event.js';
import { nextEdges } from '../../../model/program/moves.js';
import type { Program, Type } from '../../../model/program/program.js';
import { type HeapObject, type State, type Thread, topFrame } from '../../../model/program/state.js';

export function printState(program: Program, state: State): string[] {
  const variables = program.variables.flatMap(({ name, type }, i) =>
    type ? [`${name} = ${printValue(program, state, type, state.shared[i]!)}`] : [],
  );
  const objects = state.heap.flatMap((object, i) =>
    object.kind === 'lock' ? [] : [`${objectName(program, state, i + 1)} = ${printObject(program, state, object)}`],
  );
  const threads = state.threads.map((thread) => printThread(program, state, thread));
  return [...(variables.length > 0 ? [variables.join(', ')] : []), ...objects, ...threads];
}

function printThread(program: Program, state: State, thread: Thread): string {
  const held = [...new Set(thread.held.map((lock) => lockName(program, lock)))];
  const parts = [placeOf(program, thread), ...printLocals(program, state, thread)];
  if (held.length > 0) parts.push(`holds ${held.join(', ')}`);
  return `${thread.name}: ${parts.join('; ')}`;
}

function placeOf(program: Program, thread: Thread): string {
  const { kind } = thread.status;
  const edge = nextEdges(program, thread)[0];
  if (kind === 'ended') return 'has ended';
  if (kind === 'wrong') return 'went wrong';
  const where = edge ? ` at line ${program.source.place(edge.origin).line}` : '';
  return `${kind}${where}`;
}

/** Of the innermost call; temporaries of the lowering are left out. */
function printLocals(program: Program, state: State, thread: Thread): string[] {
  const frame = topFrame(thread);
  if (!frame) return [];
  const { locals } = program.functions[frame.function]!;
  const shown = locals.flatMap(({ name, type }, i) =>
    name.startsWith('%') ? [] : [`${name} = ${printValue(program, state, type, frame.locals[i]!)}`],
  );
  return shown.length > 0 ? [shown.join(', ')] : [];
}

function printObject(program: Program, state: State, object: Exclude<HeapObject, { kind: 'lock' }>): string {
  if (object.kind === 'array')
    return `[${object.cells.map((value) => printValue(program, state, object.element, value)).join(', ')}]`;
  const { fields } = program.classes[object.class]!;
  const shown = fields.map(({ name, type }, i) => `${name}: ${printValue(program, state, type, object.fields[i]!)}`);
  return `{ ${shown.join(', ')} }`;
}

function printValue(program: Program, state: State, type: Type, value: number): string {
  switch (type.kind) {
    case 'int':
      return String(value);
    case 'bool':
      return value === 0 ? 'false' : 'true';
    case 'thread':
      return value === 0 ? 'null' : (state.threads[value - 1]?.name ?? String(value));
    default:
      return value === 0 ? 'null' : objectName(program, state, value);
  }
}

function objectName(program: Program, state: State, address: number): string {
  const object = state.heap[address - 1];
  if (object?.kind === 'object') return `${program.classes[object.class]!.name}@${address}`;
  return object?.kind === 'array' ? `array@${address}` : lockName(program, address);
}
