// A program as tables for the machine: per function the steps that leave each node, what its locals hold and which of them
// are live; per step the closures that evaluate its operands. Steps are numbered over the whole program.

import { liveLocals } from '../../../model/program/analyses/live-locals.js';
import { initialValue, maxInt, minInt } from '../../../model/program/evaluate.js';
import { locationName } from '../../../model/program/event.js';
import { argumentsOf, operandsOf } from '../../../model/program/operands.js';
import {
  type Action,
  type Edge,
  type Expression,
  type FunctionGraph,
  type Location,
  outgoingEdges,
  type Program,
  type Type,
} from '../../../model/program/program.js';
import { compileExpression, type Evaluator } from './evaluator.js';
import { type Layout, layoutOf } from './layout.js';
import type { TrailedMemory } from './trailed-memory.js';

const none = -1;

/** How a stored value is renamed: not at all, as a reference, or as a thread handle. */
export const valueKind = { plain: 0, reference: 1, thread: 2 } as const;

export interface PlaceType {
  readonly kind: number;
  readonly low: number;
  readonly high: number;
  readonly initial: number;
}

export interface CompiledProgram {
  readonly program: Program;
  readonly layout: Layout;
  readonly functions: readonly CompiledFunction[];
  readonly steps: readonly CompiledStep[];
  readonly variables: readonly PlaceType[];
  readonly classes: readonly (readonly PlaceType[])[];
  /** Types of array elements; objects with tag 1 + classes + i are arrays of the i-th. */
  readonly elements: readonly PlaceType[];
}

export interface CompiledFunction {
  readonly entry: number;
  readonly parameters: readonly number[];
  readonly locals: readonly PlaceType[];
  readonly returns: PlaceType;
  readonly outgoing: readonly (readonly CompiledStep[])[];
  /** Of each node, each local: 1 if its value may still be read. */
  readonly live: Uint8Array;
}

export interface CompiledStep {
  readonly id: number;
  readonly edge: Edge;
  /** What of the action the machine asks for at every step: an action's own properties are slow, there are too many kinds. */
  readonly kind: Action['kind'];
  /** The local that it assigns, or -1. */
  readonly local: number;
  /** The function that it calls or spawns, or the class that it makes an object of; else -1. */
  readonly target: number;
  /** A `notify` of all. */
  readonly isAll: boolean;
  readonly to: number;
  /** Whether it leads back in the code: every cycle has such a step. */
  readonly goesBack: boolean;
  /** Value, condition, lock, thread, length or the lower bound of a choice. */
  readonly operand: Evaluator | undefined;
  /** The upper bound of a choice. */
  readonly second: Evaluator | undefined;
  readonly arguments: readonly Evaluator[];
  readonly cell: CompiledCell | undefined;
  /** For `allocate-array`: which of `elements`. */
  readonly element: number;
}

export type CompiledCell = {
  /** The name that properties use. */
  readonly name: string;
  readonly volatile: boolean;
} & (
  | { readonly kind: 'variable'; readonly variable: number; readonly type: PlaceType }
  | { readonly kind: 'field'; readonly object: Evaluator; readonly field: number }
  | { readonly kind: 'element'; readonly array: Evaluator; readonly index: Evaluator }
);

export function compileProgram(program: Program, memory: TrailedMemory): CompiledProgram {
  return new Compiler(program, memory).compile();
}

class Compiler {
  readonly #layout: Layout;
  readonly #elements: PlaceType[] = [];
  readonly #steps: CompiledStep[] = [];

  constructor(
    readonly program: Program,
    readonly memory: TrailedMemory,
  ) {
    this.#layout = layoutOf(program);
  }

  compile(): CompiledProgram {
    const { program } = this;
    return {
      program,
      layout: this.#layout,
      functions: program.functions.map((graph) => this.#function(graph)),
      steps: this.#steps,
      variables: program.variables.map((variable) => ({ ...placeType(variable.type), initial: variable.initial })),
      classes: program.classes.map(({ fields }) => fields.map((field) => placeType(field.type))),
      elements: this.#elements,
    };
  }

  #function(graph: FunctionGraph): CompiledFunction {
    const outgoing = outgoingEdges(graph).map((edges) => edges.map((edge) => this.#step(edge)));
    return {
      entry: graph.entry,
      parameters: graph.parameters,
      locals: graph.locals.map((local) => placeType(local.type)),
      returns: placeType(graph.returnType),
      outgoing,
      live: liveLocals(graph),
    };
  }

  #step(edge: Edge): CompiledStep {
    const { action } = edge;
    const [operand, second] = operandsOf(action).map((operand) => this.#expression(operand));
    const step: CompiledStep = {
      id: this.#steps.length,
      edge,
      kind: action.kind,
      local: assignedLocal(action) ?? none,
      target: targetOf(action),
      isAll: action.kind === 'notify' && action.all,
      to: edge.to,
      goesBack: edge.to <= edge.from,
      operand,
      second,
      arguments: argumentsOf(action).map((argument) => this.#expression(argument)),
      cell: 'location' in action ? this.#cell(action.location) : undefined,
      element: action.kind === 'allocate-array' ? this.#element(placeType(action.element)) : -1,
    };
    this.#steps.push(step);
    return step;
  }

  #element({ kind, low, high, initial }: PlaceType): number {
    const known = this.#elements.findIndex((type) => type.kind === kind && type.low === low && type.high === high);
    return known === -1 ? this.#elements.push({ kind, low, high, initial }) - 1 : known;
  }

  #cell(location: Location): CompiledCell {
    const name = locationName(this.program, location);
    switch (location.kind) {
      case 'variable': {
        const { type, volatile } = this.program.variables[location.variable]!;
        return { kind: 'variable', variable: location.variable, type: placeType(type), name, volatile };
      }
      case 'field': {
        const { volatile } = this.program.classes[location.class]!.fields[location.field]!;
        return { kind: 'field', object: this.#expression(location.object), field: location.field, name, volatile };
      }
      case 'element': {
        const array = this.#expression(location.array);
        return { kind: 'element', array, index: this.#expression(location.index), name, volatile: false };
      }
    }
  }

  #expression(expression: Expression): Evaluator {
    return compileExpression(expression, this.memory, this.#layout);
  }
}

/** Where a read, a call and the like put what they get. */
function assignedLocal(action: Action): number | undefined {
  switch (action.kind) {
    case 'read':
    case 'update':
      return action.into;
    case 'assign':
    case 'choose':
    case 'allocate':
    case 'allocate-array':
      return action.local;
    case 'call':
      return action.result;
    case 'spawn':
      return action.handle;
    default:
      return undefined;
  }
}

function targetOf(action: Action): number {
  if (action.kind === 'call' || action.kind === 'spawn') return action.function;
  return action.kind === 'allocate' ? action.class : none;
}

function placeType(type: Type | undefined): PlaceType {
  const initial = type ? initialValue(type) : 0;
  if (type?.kind !== 'int') return { kind: kindOf(type), low: minInt, high: maxInt, initial };
  return { kind: valueKind.plain, low: type.low ?? minInt, high: type.high ?? maxInt, initial };
}

function kindOf(type: Type | undefined): number {
  if (type === undefined || type.kind === 'bool') return valueKind.plain;
  return type.kind === 'thread' ? valueKind.thread : valueKind.reference;
}
