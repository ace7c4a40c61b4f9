// Numbers for the plain values in objects: equal numbers, equal values. An object is looked at again only when it changed.

import { grownTo } from '../../../base/integers/typed-array.js';
import { valueKind } from './compiled-program.js';
import { objectWord } from './layout.js';
import type { Machine } from './machine.js';
import { StateTable } from './state-table.js';

export class PlainContents {
  readonly #table = new StateTable();
  /** By reference: the version that was looked at, and the number of what was seen. */
  #versions = new Int32Array(256);
  #contents = new Int32Array(256);
  #words = new Int32Array(64);

  constructor(readonly machine: Machine) {}

  get bytes(): number {
    return this.#table.bytes + 2 * this.#versions.byteLength;
  }

  of(object: number): number {
    const version = this.machine.memory.words[object + objectWord.version]!;
    if (object >= this.#versions.length) {
      this.#versions = grownTo(this.#versions, object);
      this.#contents = grownTo(this.#contents, object);
    }
    if (this.#versions[object] !== version) {
      this.#versions[object] = version;
      this.#contents[object] = this.#look(object);
    }
    return this.#contents[object]!;
  }

  #look(object: number): number {
    const { words } = this.machine.memory;
    const count = words[object + objectWord.length]!;
    const first = object + objectWord.cells;
    this.#words = grownTo(this.#words, count);
    let length = 0;
    for (let i = 0; i < count; i++)
      if (this.machine.cellType(object, i).kind === valueKind.plain) this.#words[length++] = words[first + i]!;
    return this.#table.intern(this.#words, length);
  }
}
