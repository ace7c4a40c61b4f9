// Functions become graphs of the program once for every choice of functions that they are passed, as templates do. The shape of a
// function value is its code with the shapes of what it captured; data is a hole in it, which an instance has a parameter for.
// Equal shapes are one number, so shapes that share parts cost nothing. Where shapes grow for ever, instances beyond the limits
// are not made: a call of one never returns. What such a program does is real, but it is not all.

import type { Span } from '../../../base/source-text.js';
import type { FunctionId } from '../../../model/program/program.js';
import type { DeclaredFunction } from '../lower/declarations.js';
import type { FunctionValue, Passed } from './function-value.js';

export type ShapeId = number;

/** The shape of what is no function. */
const data: ShapeId = 0;

interface Shape {
  readonly code: DeclaredFunction;
  readonly captured: readonly ShapeId[];
  readonly depth: number;
  readonly size: number;
}

export interface Instance {
  readonly code: DeclaredFunction;
  /** Of its captures and parameters. */
  readonly shapes: readonly ShapeId[];
  /** It was not made. */
  readonly isCut: boolean;
}

export const instanceLimits = { instances: 1_000, depth: 12, size: 64 };

export class Instances {
  readonly #shapes: (Shape | undefined)[] = [undefined];
  readonly #shapeIds = new Map<string, ShapeId>();
  readonly #shapeOfValue = new WeakMap<FunctionValue, ShapeId>();
  readonly #instances: Instance[] = [];
  readonly #ids = new Map<string, FunctionId>();
  readonly #codes = new Map<DeclaredFunction, number>();
  readonly #unchecked: DeclaredFunction[] = [];
  /** The first call whose instance was not made. */
  cut: Span | undefined;

  /** A function that takes no functions is one graph, called or not; the others are checked on their own. */
  declare(code: DeclaredFunction): void {
    const parameters = [...code.captures.map(({ type }) => type), ...code.parameters];
    const isOpen = code.isAnonymous || parameters.some(({ kind }) => kind === 'function');
    if (isOpen) this.#unchecked.push(code);
    else
      this.#idOf(
        code,
        parameters.map(() => data),
      );
  }

  get all(): readonly Instance[] {
    return this.#instances;
  }

  /** A function that is still to be checked for whatever it is called with. */
  nextUnchecked(): DeclaredFunction | undefined {
    return this.#unchecked.shift();
  }

  shape(id: ShapeId): Shape | undefined {
    return this.#shapes[id];
  }

  /** The graph for a call, or one that never returns where the instance is too large to be made. */
  instanceFor(code: DeclaredFunction, passed: readonly Passed[], origin: Span): { id: FunctionId; isCut: boolean } {
    const shapes = passed.map((one) => (one.kind === 'data' ? data : this.#shapeOf(one)));
    const known = this.#ids.get(this.#key(code, shapes));
    if (known !== undefined) return { id: known, isCut: false };
    const isLarge = shapes.some((shape) => this.#isTooLarge(shape));
    if (!isLarge && this.#instances.length < instanceLimits.instances)
      return { id: this.#idOf(code, shapes), isCut: false };
    this.cut ??= origin;
    const key = `cut ${this.#numberOf(code)}`;
    const id = this.#ids.get(key) ?? this.#instances.push({ code, shapes: [], isCut: true }) - 1;
    this.#ids.set(key, id);
    return { id, isCut: true };
  }

  #isTooLarge(id: ShapeId): boolean {
    const shape = this.#shapes[id];
    return shape !== undefined && (shape.depth > instanceLimits.depth || shape.size > instanceLimits.size);
  }

  #idOf(code: DeclaredFunction, shapes: readonly ShapeId[]): FunctionId {
    const key = this.#key(code, shapes);
    const id = this.#instances.push({ code, shapes, isCut: false }) - 1;
    this.#ids.set(key, id);
    return id;
  }

  #key(code: DeclaredFunction, shapes: readonly ShapeId[]): string {
    return `${this.#numberOf(code)} ${shapes}`;
  }

  #numberOf(code: DeclaredFunction): number {
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    this.#codes.set(code, this.#codes.size);
    return this.#codes.size - 1;
  }

  /** As deep as the text nests functions; of values that share parts, each part once. */
  #shapeOf(value: FunctionValue): ShapeId {
    const known = this.#shapeOfValue.get(value);
    if (known !== undefined) return known;
    if (value.kind === 'open') throw new Error('an open function has no shape');
    const captured = value.captured.map((one) => (one.kind === 'data' ? data : this.#shapeOf(one)));
    const id = this.#shapeIdOf(value.code, captured);
    this.#shapeOfValue.set(value, id);
    return id;
  }

  #shapeIdOf(code: DeclaredFunction, captured: readonly ShapeId[]): ShapeId {
    const key = this.#key(code, captured);
    const known = this.#shapeIds.get(key);
    if (known !== undefined) return known;
    const parts = captured.map((id) => this.#shapes[id]);
    const depth = 1 + Math.max(0, ...parts.map((part) => part?.depth ?? 0));
    const size = parts.reduce((sum, part) => sum + (part?.size ?? 1), 1);
    const id = this.#shapes.push({ code, captured, depth, size }) - 1;
    this.#shapeIds.set(key, id);
    return id;
  }
}
