// Names of what a run touches, and its values as readers see them: `account#1.balance`, `slots[2]`, `null`, `true`. Objects
// are numbered per class in the order in which they were made; an array is called after the one variable or field that
// ever holds it, if that never holds another. So a name means one thing from the first step to the last.

import { evaluate } from '../model/program/evaluate.js';
import { locationName } from '../model/program/event.js';
import type { Expression, Location, Program, Type } from '../model/program/program.js';
import { type Address, type HeapObject, type State, type Thread, topFrame } from '../model/program/state.js';

export class StateWords {
  readonly #names: ReadonlyMap<Address, string>;
  /** Arrays by the variable or field that holds them: the beginning of the names of their elements. */
  readonly #holders: ReadonlyMap<Address, string>;

  /** `states`: those of the run, in order, the last of which is `last`; asked for only where there are objects to be named. */
  constructor(
    readonly program: Program,
    last: State,
    states: () => readonly State[],
  ) {
    const hasObjects = last.heap.length > program.locks.length;
    this.#names = hasObjects ? nameObjects(program, last) : new Map();
    this.#holders = hasObjects ? soleHolders(program, states(), this.#names) : new Map();
  }

  objectName(address: Address): string {
    return this.program.locks[address - 1]?.name ?? this.#names.get(address) ?? `object ${address}`;
  }

  value(type: Type | undefined, value: number, threads: readonly Thread[]): string {
    switch (type?.kind) {
      case 'bool':
        return value === 0 ? 'false' : 'true';
      case 'lock':
      case 'class':
      case 'array':
        return value === 0 ? 'null' : this.objectName(value);
      case 'thread':
        return value === 0 ? 'null' : (threads[value - 1]?.name ?? `thread ${value}`);
      default:
        return String(value);
    }
  }

  /** The cell that a thread is about to access; without its index or object where there is none. */
  locationName(location: Location, thread: Thread): string {
    const valueIn = (expression: Expression) => evaluate(expression, topFrame(thread)!.locals);
    if (location.kind === 'field') {
      const object = valueIn(location.object);
      const field = this.program.classes[location.class]!.fields[location.field]!.name;
      if (typeof object === 'number' && object > 0) return `${this.objectName(object)}.${field}`;
    } else if (location.kind === 'element') {
      const [array, index] = [valueIn(location.array), valueIn(location.index)];
      if (typeof array === 'number' && array > 0 && typeof index === 'number')
        return `${this.#holders.get(array) ?? this.objectName(array)}[${index}]`;
    }
    return locationName(this.program, location);
  }

  /** What a location holds in a state; undefined where it has no value. */
  valueAt(location: Location, thread: Thread, state: State): string | undefined {
    const found = this.#contents(location, thread, state);
    return found && this.value(found.type, found.value, state.threads);
  }

  #contents(location: Location, thread: Thread, { shared, heap }: State): { type: Type; value: number } | undefined {
    if (location.kind === 'variable') {
      const { type } = this.program.variables[location.variable]!;
      return type && { type, value: shared[location.variable]! };
    }
    const { locals } = topFrame(thread)!;
    const address = evaluate(location.kind === 'field' ? location.object : location.array, locals);
    const object = typeof address === 'number' ? heap[address - 1] : undefined;
    if (location.kind === 'field') {
      if (object?.kind !== 'object') return undefined;
      const { type } = this.program.classes[object.class]!.fields[location.field]!;
      return { type, value: object.fields[location.field]! };
    }
    const index = evaluate(location.index, locals);
    if (object?.kind !== 'array' || typeof index !== 'number' || !(index in object.cells)) return undefined;
    return { type: object.element, value: object.cells[index]! };
  }
}

function nameObjects(program: Program, last: State): Map<Address, string> {
  const names = new Map<Address, string>();
  const counts = new Map<string, number>();
  last.heap.forEach((object, i) => {
    if (object.kind === 'lock') return;
    const stem =
      object.kind === 'object' ? program.classes[object.class]!.name : typeName(program, object.element, '[]');
    const number = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, number);
    names.set(i + 1, `${stem}#${number}`);
  });
  return names;
}

export function typeName(program: Program, type: Type, suffix = ''): string {
  if (type.kind === 'array') return typeName(program, type.element, `[]${suffix}`);
  return `${type.kind === 'class' ? program.classes[type.class]!.name : type.kind}${suffix}`;
}

/** Arrays to the only variable or field that ever holds them and never another array. */
function soleHolders(
  program: Program,
  states: readonly State[],
  names: ReadonlyMap<Address, string>,
): Map<Address, string> {
  const heldBy = new Map<Address, Set<string>>();
  const holds = new Map<string, Set<Address>>();
  const note = (type: Type | undefined, holder: () => string, value: number) => {
    if (type?.kind !== 'array' || value === 0) return;
    const name = holder();
    heldBy.set(value, (heldBy.get(value) ?? new Set()).add(name));
    holds.set(name, (holds.get(name) ?? new Set()).add(value));
  };
  let before: State | undefined;
  for (const state of states) {
    if (state.shared !== before?.shared)
      program.variables.forEach(({ type, name }, id) => void note(type, () => name, state.shared[id]!));
    if (state.heap !== before?.heap)
      state.heap.forEach((object, i) => {
        if (object !== before?.heap[i]) noteCells(program, object, names.get(i + 1) ?? '', note);
      });
    before = state;
  }
  const sole = [...heldBy].filter(([, holders]) => holders.size === 1 && holds.get([...holders][0]!)!.size === 1);
  return new Map(sole.map(([array, holders]) => [array, [...holders][0]!]));
}

function noteCells(
  program: Program,
  object: HeapObject,
  name: string,
  note: (type: Type | undefined, holder: () => string, value: number) => void,
): void {
  if (object.kind === 'object') {
    const { fields } = program.classes[object.class]!;
    object.fields.forEach((value, i) => void note(fields[i]!.type, () => `${name}.${fields[i]!.name}`, value));
  } else if (object.kind === 'array') {
    object.cells.forEach((value, i) => void note(object.element, () => `${name}[${i}]`, value));
  }
}
