// Which edges of a process matter to a question, and what they still say in its slice. Slicing, the reduction of lock uses
// and the lifting of witnesses must agree on it.

import { type BitSet, emptySet, singleton } from '../../../base/integers/bit-set.js';
import { accessCode } from '../../../logic/access-patterns/side.js';
import type { FlowEdge, FlowFunction, FlowProcess } from '../flow/flow.js';

export type SlicedLabel =
  | 'silent'
  | 'use'
  | 'access'
  | 'acquire'
  | 'release'
  | 'begin-unit'
  | 'end-unit'
  | 'call'
  | 'switch';

/** What a slice keeps; positions in the lists are the new numbers. */
export interface Cone {
  readonly variables: readonly number[];
  readonly locks: readonly number[];
  /** Keep units without a kept access too: their end matters. */
  readonly allUnits?: true;
}

/** What a kept edge says in a slice. */
export interface KeptLabel {
  readonly label: SlicedLabel;
  readonly operand: number;
  readonly always: boolean;
  readonly uses: readonly number[];
}

export class ConeFilter {
  readonly #variables: BitSet;
  readonly #locks: BitSet;
  readonly #variableNumbers: ReadonlyMap<number, number>;
  readonly #lockNumbers: ReadonlyMap<number, number>;
  readonly #cooperative: boolean;

  constructor(
    readonly flow: FlowProcess,
    readonly cone: Cone,
  ) {
    this.#variables = cone.variables.reduce((set, variable) => set | singleton(variable), emptySet);
    this.#locks = cone.locks.reduce((set, lock) => set | singleton(lock), emptySet);
    this.#variableNumbers = new Map(cone.variables.map((variable, i) => [variable, i]));
    this.#lockNumbers = new Map(cone.locks.map((lock, i) => [lock, i]));
    this.#cooperative = flow.program.scheduling === 'cooperative';
  }

  /** Does anything in the function, or below it, matter? */
  keepsFunction(id: number): boolean {
    if (((this.flow.variables.get(id) ?? emptySet) & this.#variables) !== emptySet) return true;
    if (((this.flow.locks.get(id) ?? emptySet) & this.#locks) !== emptySet) return true;
    if (this.cone.allUnits && this.flow.withUnits.has(id)) return true;
    return this.#cooperative && this.flow.switching.has(id);
  }

  lockNumber(lock: number): number | undefined {
    return this.#lockNumbers.get(lock);
  }

  /** `cut`: nothing lies behind the edge. */
  kept(flow: FlowFunction, { label, from }: FlowEdge): KeptLabel | 'silent' | 'cut' {
    switch (label.kind) {
      case 'use': {
        const own = label.locks.filter((lock) => !flow.scopes[from]!.locks.includes(lock));
        const uses = own.flatMap((lock) => this.#lockNumbers.get(lock) ?? []);
        if (uses.length > 0) return { ...keep('use', 0), uses };
        return this.#cooperative ? keep('switch', -1) : 'silent';
      }
      case 'access': {
        const variable = this.#variableNumbers.get(label.variable);
        return variable === undefined ? 'silent' : keep('access', accessCode(label.access, variable));
      }
      case 'acquire':
      case 'release': {
        const lock = this.#lockNumbers.get(label.lock);
        if (lock !== undefined) return keep(label.kind, lock, label.always);
        return this.#cooperative && label.kind === 'acquire' ? keep('switch', label.lock, label.always) : 'silent';
      }
      case 'begin-unit':
      case 'end-unit':
        return this.keepsUnit(flow, label.unit) ? keep(label.kind, 0) : 'silent';
      case 'call':
        if (this.keepsFunction(label.function)) return keep('call', label.function);
        return this.flow.returnPaths.has(label.function) ? 'silent' : 'cut';
      case 'switch':
        return this.#cooperative ? keep('switch', -1) : 'silent';
      case 'silent':
        return 'silent';
    }
  }

  /** Is there a kept access in this unit? No unit (-1) has none. */
  keepsUnit(flow: FlowFunction, unit: number): boolean {
    if (this.cone.allUnits) return unit !== -1;
    return ((this.flow.unitVariables.get(flow.id)!.get(unit) ?? emptySet) & this.#variables) !== emptySet;
  }
}

function keep(label: SlicedLabel, operand: number, always = false): KeptLabel {
  return { label, operand, always, uses: [] };
}
