// Random executions on the reference semantics: at each step some thread that can move takes one of its moves, all with equal
// chances. What they show is shown; what they do not show says nothing, so a simulation never ends in `holds`.

import type { Stop } from '../../base/budget.js';
import type { Rng } from '../../base/rng.js';
import { type Move, movesOf } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State } from '../../model/program/state.js';
import type { EngineEvent } from '../../verdict/engine.js';
import { takeStep } from '../../verdict/program-run.js';
import type { Monitor } from './monitor.js';
import type { FoundViolation } from './search-result.js';
import { deadlockViolations, failureViolation, type Violation } from './violation.js';

export interface SimulationLimits {
  readonly runs: number;
  /** In steps; longer executions are left there. */
  readonly maxDepth: number;
}

export interface SimulationResult {
  readonly violations: readonly FoundViolation[];
  readonly runs: number;
  readonly steps: number;
  /** Executions that were left before their end. */
  readonly unfinished: number;
  /** Why there were fewer runs than asked for. */
  readonly cut?: string;
}

/** Steps until the next yield, if there are few threads. */
const tick = 4096;
const threadsPerStep = 16;

export function* simulate(
  program: Program,
  monitors: readonly Monitor[],
  rng: Rng,
  limits: SimulationLimits,
): Generator<EngineEvent, SimulationResult, Stop | undefined> {
  const simulation = new Simulation(program, monitors, rng);
  let untilTick = tick;
  while (simulation.runs < limits.runs) {
    while (simulation.depth < limits.maxDepth && simulation.step()) {
      untilTick -= 1 + simulation.threads / threadsPerStep;
      if (untilTick > 0) continue;
      untilTick = tick;
      const stop = yield { kind: 'progress', done: simulation.runs, total: limits.runs, text: 'runs' };
      if (stop) return { ...simulation.result(), cut: stop.message };
    }
    simulation.endRun();
  }
  return simulation.result();
}

class Simulation {
  readonly #violations = new Map<string, FoundViolation>();
  readonly #initial: State;
  #state: State;
  #watched: unknown[];
  #moves: Move[] = [];
  #steps = 0;
  #unfinished = 0;
  runs = 0;

  constructor(
    readonly program: Program,
    readonly monitors: readonly Monitor[],
    readonly rng: Rng,
  ) {
    this.#initial = initialState(program);
    this.#state = this.#initial;
    this.#watched = monitors.map((monitor) => monitor.initial(this.#initial));
  }

  get threads(): number {
    return this.#state.threads.length;
  }

  get depth(): number {
    return this.#moves.length;
  }

  /** Whether there was one to take. */
  step(): boolean {
    const moves = movesOf(this.program, this.#state);
    if (moves.length === 0) return false;
    const thread = this.rng.pick([...new Set(moves.map((move) => move.thread))]);
    const step = takeStep(this.program, this.#state, this.rng.pick(moves.filter((move) => move.thread === thread)));
    this.#moves.push(step.move);
    this.#steps++;
    this.#state = step.after;
    const failed = failureViolation(this.program, step);
    if (failed) this.#note(failed);
    this.#watched = this.monitors.map((monitor, i) => {
      const { watched, violations } = monitor.next(this.#watched[i], step);
      for (const violation of violations) this.#note(violation);
      return watched;
    });
    return true;
  }

  endRun(): void {
    if (movesOf(this.program, this.#state).length > 0) this.#unfinished++;
    else for (const violation of deadlockViolations(this.program, this.#state)) this.#note(violation);
    this.runs++;
    this.#state = this.#initial;
    this.#watched = this.monitors.map((monitor) => monitor.initial(this.#initial));
    this.#moves = [];
  }

  /** Of several executions that show one violation the shortest is kept. */
  #note(violation: Violation): void {
    const known = this.#violations.get(violation.id);
    if (known && known.moves.length <= this.#moves.length) return;
    this.#violations.set(violation.id, { ...violation, moves: [...this.#moves] });
  }

  result(): SimulationResult {
    return {
      violations: [...this.#violations.values()],
      runs: this.runs,
      steps: this.#steps,
      unfinished: this.#unfinished,
    };
  }
}
