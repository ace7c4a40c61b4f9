// Makes a witness easier to read: leaves out steps that it does without, then lets threads run longer before another one
// takes over. Every candidate is executed on the reference semantics and must still show the violation; the number of
// candidates is bounded, so a long witness is left as it is rather than improved for ever.

import { hasTurn, type Move, movesOfThread } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState } from '../../model/program/state.js';
import { checkShown } from '../../verdict/meaning/program-checks.js';
import { type RunStep, takeStep } from '../../verdict/program-run.js';
import type { FoundViolation } from './search-result.js';

const mostSteps = 20_000;

export function minimise(program: Program, violation: FoundViolation): FoundViolation {
  return { ...violation, moves: new Minimiser(program, violation).minimise() };
}

class Minimiser {
  #moves: readonly Move[];
  /** Steps that may still be executed in trials. */
  #budget = mostSteps;

  constructor(
    readonly program: Program,
    readonly violation: FoundViolation,
  ) {
    this.#moves = violation.moves;
  }

  minimise(): readonly Move[] {
    while (this.#dropSteps() && this.#budget > 0);
    while (this.#joinBlocks() && this.#budget > 0);
    return this.#moves;
  }

  #accept(moves: readonly Move[]): boolean {
    this.#budget -= moves.length;
    if (this.#budget < 0 || !this.#shows(moves)) return false;
    this.#moves = moves;
    return true;
  }

  #shows(moves: readonly Move[]): boolean {
    const { program, violation } = this;
    const initial = initialState(program);
    const steps: RunStep[] = [];
    for (const move of moves) {
      const state = steps[steps.length - 1]?.after ?? initial;
      if (!state.threads[move.thread] || !hasTurn(state, move.thread)) return false;
      if (!movesOfThread(program, state, move.thread).some(isSame(move))) return false;
      steps.push(takeStep(program, state, move));
    }
    return checkShown({ program, initial, steps }, violation.property) === undefined;
  }

  /** Leaves out the last steps of a thread: all of them, half, a quarter, … */
  #dropSteps(): boolean {
    const threads = [...new Set(this.#moves.map((move) => move.thread))];
    let dropped = false;
    for (const thread of threads) {
      const own = this.#moves.flatMap((move, i) => (move.thread === thread ? [i] : []));
      for (let count = own.length; count > 0; count >>= 1) {
        const unwanted = new Set(own.slice(own.length - count));
        if (!this.#accept(this.#moves.filter((_, i) => !unwanted.has(i)))) continue;
        dropped = true;
        break;
      }
    }
    return dropped;
  }

  /** Moves a block of one thread's steps up to that thread's block before, or that one down to it. */
  #joinBlocks(): boolean {
    const blocks = blocksOf(this.#moves);
    for (let i = 0; i < blocks.length; i++) {
      const next = blocks.findIndex((block, k) => k > i && block[0]!.thread === blocks[i]![0]!.thread);
      if (next === -1) continue;
      const between = blocks.slice(i + 1, next);
      const [before, after] = [blocks.slice(0, i), blocks.slice(next + 1)];
      const candidates = [
        [...before, blocks[i]!, blocks[next]!, ...between, ...after],
        [...before, ...between, blocks[i]!, blocks[next]!, ...after],
      ];
      if (candidates.some((candidate) => this.#accept(candidate.flat()))) return true;
    }
    return false;
  }
}

/** Maximal runs of steps of one thread. */
function blocksOf(moves: readonly Move[]): Move[][] {
  const blocks: Move[][] = [];
  for (const move of moves) {
    const last = blocks[blocks.length - 1];
    if (last && last[0]!.thread === move.thread) last.push(move);
    else blocks.push([move]);
  }
  return blocks;
}

function isSame(move: Move): (other: Move) => boolean {
  const value = move.kind === 'edge' ? move.value : undefined;
  return (other) =>
    other.kind === move.kind && other.edge === move.edge && (other.kind === 'resume' || other.value === value);
}
