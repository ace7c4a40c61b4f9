// The cells of shared memory as a step sees them: variables, fields of objects, elements of arrays; and new objects.

import { initialValue } from './evaluate.js';
import type { Expression, LocalId, Location, Type } from './program.js';
import type { Address, HeapObject } from './state.js';
import type { WorkingState } from './working-state.js';

export interface MemoryCellAccess {
  readonly type: Type | undefined;
  get(): number;
  set(value: number): void;
}

/** Undefined when there is no such cell: then the step has failed. */
export function cellAt(work: WorkingState, location: Location): MemoryCellAccess | undefined {
  switch (location.kind) {
    case 'variable': {
      const id = location.variable;
      return {
        type: work.program.variables[id]!.type,
        get: () => work.shared[id]!,
        set: (value) => {
          work.shared = work.shared.with(id, value);
        },
      };
    }
    case 'field':
      return fieldCell(work, location);
    case 'element':
      return elementCell(work, location);
  }
}

function fieldCell(work: WorkingState, location: Extract<Location, { kind: 'field' }>): MemoryCellAccess | undefined {
  const address = work.value(location.object);
  if (address === undefined) return undefined;
  const object = work.heap[address - 1];
  if (object?.kind !== 'object') return work.fail('null dereference');
  return {
    type: work.program.classes[object.class]!.fields[location.field]!.type,
    get: () => object.fields[location.field]!,
    set: (value) => replace(work, address, { ...object, fields: object.fields.with(location.field, value) }),
  };
}

function elementCell(
  work: WorkingState,
  location: Extract<Location, { kind: 'element' }>,
): MemoryCellAccess | undefined {
  const address = work.value(location.array);
  const index = work.value(location.index);
  if (address === undefined || index === undefined) return undefined;
  const array = work.heap[address - 1];
  if (array?.kind !== 'array') return work.fail('null dereference');
  if (index < 0 || index >= array.cells.length) return work.fail('index out of range');
  return {
    type: array.element,
    get: () => array.cells[index]!,
    set: (value) => replace(work, address, { ...array, cells: array.cells.with(index, value) }),
  };
}

function replace(work: WorkingState, address: Address, object: HeapObject): void {
  work.heap = work.heap.with(address - 1, object);
}

export function allocateObject(work: WorkingState, local: LocalId, id: number): void {
  const fields = work.program.classes[id]!.fields.map((field) => initialValue(field.type));
  allocate(work, local, { kind: 'object', class: id, fields });
}

export function allocateArray(work: WorkingState, local: LocalId, element: Type, length: Expression): void {
  const size = work.value(length);
  if (size === undefined) return;
  if (size < 0) return work.fail('negative array length');
  const cells = Array.from({ length: size }, () => initialValue(element));
  allocate(work, local, { kind: 'array', element, cells });
}

function allocate(work: WorkingState, local: LocalId, object: HeapObject): void {
  work.heap = [...work.heap, object];
  work.assign(local, work.heap.length);
}
