// What taking an edge may mean in each side state, as integers: two for each move. The first says what it does in its low bits, and
// how many phases are guessed before it above the flags; the second is the state after it. This depends on the class of the edge and
// on the accesses that may still come, so all saturations with an automaton share it.

import { derivedBy } from '../../../base/derived.js';
import type { SideAutomaton } from '../../../logic/access-patterns/side-automaton.js';
import { acceptsAtOnce, isHopeful } from '../product/product.js';
import type { MoveTemplate, TemplateRow } from '../product/templates.js';

export const effects = ['none', 'acquire', 'release', 'use', 'call'] as const;
export const effectMask = 7;
export const matchesFlag = 8;
export const beginsPhaseFlag = 16;
export const acceptsFlag = 32;
export const phaseShift = 6;

/** Nothing but a move: no flag, no effect, no phase. */
const plainHead = 0;

export class PackedMoves {
  readonly #known: (Int32Array | undefined)[] = [];

  constructor(
    readonly templates: TemplateRow,
    readonly ahead: number,
    readonly aheadInUnit: number,
    readonly automaton: SideAutomaton,
  ) {}

  in(state: number): Int32Array {
    return (this.#known[state] ??= Int32Array.from(this.#hopeful(state).flatMap((move) => this.#pack(move))));
  }

  #hopeful(state: number): readonly MoveTemplate[] {
    return this.templates.of(state).filter((move) => isHopeful(this.automaton, this, move.state));
  }

  #pack({ effect, matches, beginsPhase, phases, state }: MoveTemplate): [number, number] {
    const flags = (matches ? matchesFlag : 0) | (beginsPhase ? beginsPhaseFlag : 0);
    const accepts = matches && acceptsAtOnce(this.automaton, state) ? acceptsFlag : 0;
    return [effects.indexOf(effect) | flags | accepts | (phases << phaseShift), state];
  }
}

/** In a state, does the process only move on? */
export function isPlain(moves: Int32Array, state: number): boolean {
  for (let i = 0; i < moves.length; i += 2) if (moves[i] !== plainHead || moves[i + 1] !== state) return false;
  return true;
}

/** Can it only move on, among others? */
export function hasPlain(moves: Int32Array, state: number): boolean {
  for (let i = 0; i < moves.length; i += 2) if (moves[i] === plainHead && moves[i + 1] === state) return true;
  return false;
}

/** `automaton` is that of the templates. */
export const packedMoves = derivedBy(
  (ahead: number, aheadInUnit: number, _: SideAutomaton) => `${ahead} ${aheadInUnit}`,
  (templates: TemplateRow, ahead, aheadInUnit, automaton) => new PackedMoves(templates, ahead, aheadInUnit, automaton),
);
