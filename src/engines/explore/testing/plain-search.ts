// Every interleaving, every state, breadth first, with states as texts: too simple to be wrong, and the oracle for `full`.
// Each node is a state of the program with what the monitors remember; the first path to a violation is a shortest one.

import type { Stop } from '../../../base/budget.js';
import { type Move, movesOf } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import type { State } from '../../../model/program/state.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { takeStep } from '../../../verdict/program-run.js';
import type { Monitor } from '../monitor.js';
import type { FoundViolation, SearchLimits, SearchResult } from '../search-result.js';
import { deadlockViolations, failureViolation, type Violation } from '../violation.js';

interface Node {
  readonly state: State;
  readonly watched: readonly unknown[];
  readonly parent: Node | undefined;
  readonly move: Move | undefined;
  readonly depth: number;
}

const tick = 2000;

export function* plainSearch(
  program: Program,
  initial: State,
  monitors: readonly Monitor[],
  limits: SearchLimits,
): Generator<EngineEvent, SearchResult, Stop | undefined> {
  const violations = new Map<string, FoundViolation>();
  const root: Node = {
    state: initial,
    watched: monitors.map((monitor) => monitor.initial(initial)),
    parent: undefined,
    move: undefined,
    depth: 0,
  };
  const seen = new Set([nodeKey(root, monitors)]);
  const queue: Node[] = [root];
  let transitions = 0;
  let cut: string | undefined;

  for (let head = 0; head < queue.length; head++) {
    const node = queue[head]!;
    if (head % tick === tick - 1) {
      const stop = yield { kind: 'progress', done: head, text: 'states' };
      if (stop) return { violations: [...violations.values()], states: seen.size, transitions, cut: stop.message };
    }
    for (const violation of deadlockViolations(program, node.state)) note(violations, violation, node);
    if (node.depth >= limits.maxDepth) {
      if (movesOf(program, node.state).length > 0) cut ??= `depth limit of ${limits.maxDepth} steps reached`;
      continue;
    }
    for (const move of movesOf(program, node.state)) {
      transitions++;
      const { successor, seenViolations } = expand(program, node, move, monitors);
      for (const violation of seenViolations) note(violations, violation, successor);
      const key = nodeKey(successor, monitors);
      if (seen.has(key)) continue;
      if (seen.size >= limits.maxStates) {
        cut ??= `state limit of ${limits.maxStates} reached`;
        continue;
      }
      seen.add(key);
      queue.push(successor);
    }
  }
  const result = { violations: [...violations.values()], states: seen.size, transitions };
  return cut === undefined ? result : { ...result, cut };
}

function expand(program: Program, node: Node, move: Move, monitors: readonly Monitor[]) {
  const step = takeStep(program, node.state, move);
  const failed = failureViolation(program, step);
  const seenViolations: Violation[] = failed ? [failed] : [];
  const watched = monitors.map((monitor, i) => {
    const { watched, violations } = monitor.next(node.watched[i], step);
    seenViolations.push(...violations);
    return watched;
  });
  const successor: Node = { state: step.after, watched, parent: node, move, depth: node.depth + 1 };
  return { successor, seenViolations };
}

function nodeKey(node: Node, monitors: readonly Monitor[]): string {
  return [JSON.stringify(node.state), ...monitors.map((monitor, i) => monitor.key(node.watched[i]))].join('\n');
}

function note(violations: Map<string, FoundViolation>, violation: Violation, node: Node): void {
  if (violations.has(violation.id)) return;
  violations.set(violation.id, { ...violation, moves: pathTo(node) });
}

function pathTo(node: Node): Move[] {
  const moves: Move[] = [];
  for (let at: Node | undefined = node; at?.move; at = at.parent) moves.push(at.move);
  return moves.reverse();
}
