// Names for heap objects that do not depend on where the objects are: numbers in the order in which a traversal meets them.
// The caller asks for the names of roots one after the other; a root without a name gets one, and so does everything that
// can be reached from it, before the next root is looked at. A root that names something new is a stage. As long as no
// reference in the heap changes and the same roots come up, the stages of the last time are walked again without a traversal.
// Variables and cells have names too: an object and its cells take consecutive numbers.

import { grownTo } from '../../../base/integers/typed-array.js';
import { valueKind } from './compiled-program.js';
import { lockReference, objectWord } from './layout.js';
import type { Machine } from './machine.js';
import { StateTable } from './state-table.js';

interface Stage {
  readonly root: number;
  /** How many objects, and how many of the other things below, are known once this stage is reached. */
  readonly objects: number;
  readonly plain: number;
  readonly handles: number;
  readonly nextName: number;
  /** Number of the shape of what has been reached, in names; and of which objects they are. */
  readonly structure: number;
  readonly naming: number;
}

export class HeapNames {
  /** In the order of their names. */
  readonly #objects: number[] = [];
  /** Objects with cells of plain values, and addresses of cells with thread handles. */
  readonly #plain: number[] = [];
  readonly #handles: number[] = [];
  readonly #stages: Stage[] = [];
  #at = 0;
  #version = -1;
  /** By reference; only those with a position among the objects of this stage count. */
  #names = new Int32Array(256);
  #positions = new Int32Array(256);
  #nextName = 0;
  readonly #structures = new StateTable();
  readonly #namings = new StateTable();
  #words = new Int32Array(256);
  #length = 0;

  constructor(readonly machine: Machine) {}

  get bytes(): number {
    return this.#structures.bytes + this.#namings.bytes + this.#names.byteLength * 2;
  }

  get structure(): number {
    return this.#stages[this.#at]!.structure;
  }

  get naming(): number {
    return this.#stages[this.#at]!.naming;
  }

  /** Objects that have names now. */
  objects(): number[] {
    return this.#objects.slice(0, this.#stages[this.#at]!.objects);
  }

  /** Before the roots of a state are named. */
  begin(): void {
    const version = this.machine.memory.words[this.machine.code.layout.heapVersion]!;
    if (version !== this.#version) this.#forget();
    this.#version = version;
    this.#at = 0;
  }

  #forget(): void {
    const { code, memory } = this.machine;
    this.#names = grownTo(this.#names, memory.words.length - 1);
    this.#positions = grownTo(this.#positions, memory.words.length - 1);
    this.#objects.length = 0;
    this.#plain.length = 0;
    this.#handles.length = 0;
    this.#stages.length = 0;
    this.#nextName = 1 + code.variables.length;
    this.#length = 0;
    for (let i = 0; i < code.program.locks.length; i++) this.#assign(lockReference(code.layout, i));
    this.#endStage(0, 0, 0);
  }

  /** The name of a root. */
  name(object: number): number {
    return this.#isNamed(object, this.#stages[this.#at]!.objects) ? this.#names[object]! : this.#nextStage(object);
  }

  #isNamed(object: number, among: number): boolean {
    const position = this.#positions[object]!;
    return position < among && this.#objects[position] === object;
  }

  #nextStage(root: number): number {
    const known = this.#stages[this.#at + 1];
    if (!known || known.root !== root) this.#traverse(root);
    this.#at++;
    return this.#names[root]!;
  }

  #traverse(root: number): void {
    const { objects, plain, handles, nextName, structure, naming } = this.#stages[this.#at]!;
    this.#stages.length = this.#at + 1;
    this.#objects.length = objects;
    this.#plain.length = plain;
    this.#handles.length = handles;
    this.#nextName = nextName;
    this.#length = 0;
    this.#emit(structure);
    this.#assign(root);
    for (let i = objects; i < this.#objects.length; i++) this.#visit(this.#objects[i]!);
    this.#endStage(root, objects, naming);
  }

  #endStage(root: number, since: number, before: number): void {
    const structure = this.#structures.intern(this.#words, this.#length);
    const added = Int32Array.from([before, structure, ...this.#objects.slice(since)]);
    this.#stages.push({
      root,
      objects: this.#objects.length,
      plain: this.#plain.length,
      handles: this.#handles.length,
      nextName: this.#nextName,
      structure,
      naming: this.#namings.intern(added, added.length),
    });
  }

  #assign(object: number): number {
    const name = this.#nextName;
    this.#names[object] = name;
    this.#positions[object] = this.#objects.length;
    this.#nextName += 1 + this.machine.memory.words[object + objectWord.length]!;
    this.#objects.push(object);
    return name;
  }

  /** Tag, length and references; plain values and handles are left to the caller. */
  #visit(object: number): void {
    const { words } = this.machine.memory;
    const length = words[object + objectWord.length]!;
    this.#emit(words[object + objectWord.tag]!);
    this.#emit(length);
    let isPlain = false;
    for (let i = 0; i < length; i++) {
      const { kind } = this.machine.cellType(object, i);
      if (kind === valueKind.reference) this.#emitReference(words[object + objectWord.cells + i]!);
      else if (kind === valueKind.plain) isPlain = true;
      else this.#handles.push(object + objectWord.cells + i);
    }
    if (isPlain) this.#plain.push(object);
  }

  #emitReference(object: number): void {
    if (object === 0) this.#emit(0);
    else this.#emit(this.#isNamed(object, this.#objects.length) ? this.#names[object]! : this.#assign(object));
  }

  #emit(word: number): void {
    if (this.#length === this.#words.length) this.#words = grownTo(this.#words, this.#length);
    this.#words[this.#length++] = word;
  }

  get plainCount(): number {
    return this.#stages[this.#at]!.plain;
  }

  plainObject(i: number): number {
    return this.#plain[i]!;
  }

  get handleCount(): number {
    return this.#stages[this.#at]!.handles;
  }

  /** The address of a cell with a thread handle. */
  handleCell(i: number): number {
    return this.#handles[i]!;
  }
}
