// Random replicated programs, and whether a state shows what is asked with some number of threads: all states, one by one.

import type { Rng } from '../../../base/rng.js';
import { movesOf, nextEdges } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, type State, stateKey } from '../../../model/program/state.js';
import { applyMove } from '../../../model/program/step.js';

/** Every reachable state with so many instances of each process with `*`; whether the target shows in one. */
export function showsWith(program: Program, instances: number, target: string): boolean {
  const start = initialState(program, new Map(program.processes.map((_, id) => [id, instances])));
  const seen = new Map([[stateKey(start), start]]);
  for (const state of seen.values()) {
    if (target !== 'assert' && areAt(program, state, target.split(','))) return true;
    for (const move of movesOf(program, state)) {
      const { state: next, failure } = applyMove(program, state, move);
      if (target === 'assert' && failure?.kind === 'assertion') return true;
      if (!seen.has(stateKey(next))) seen.set(stateKey(next), next);
    }
  }
  return false;
}

function areAt(program: Program, state: State, labels: readonly string[]): boolean {
  const at = state.threads.map((thread) =>
    thread.status.kind === 'ready'
      ? nextEdges(program, thread).flatMap(({ action }) => (action.kind === 'label' ? [action.name] : []))
      : [],
  );
  const [first, second] = labels;
  return at.some(
    (here, i) =>
      here.includes(first!) && (second === undefined || at.some((there, j) => i !== j && there.includes(second))),
  );
}

/** One process of a few steps over two shared variables and two locks. */
export function randomSource(rng: Rng): string {
  const block = (depth: number): string => Array.from({ length: rng.between(1, 3) }, () => statement(depth)).join(' ');
  const statement = (depth: number): string => {
    const lock = rng.pick(['l', 'm']);
    const variable = rng.pick(['x', 'y']);
    switch (rng.below(depth > 0 ? 7 : 5)) {
      case 0:
        return `${variable} = ${rng.pick(['true', 'false', `!${rng.pick(['x', 'y'])}`])};`;
      case 1:
        return `assert ${rng.pick(['x', '!x', 'x == y', '!(x && y)'])};`;
      case 2:
        return `label ${rng.pick(['A', 'B'])};`;
      case 3:
        return `assume ${rng.pick(['x', '!y', 'x != y'])};`;
      case 4:
        return 'f();';
      case 5:
        return `synchronized(${lock}) { ${block(depth - 1)} }`;
      default:
        return `if (${rng.pick(['*', 'x', '!y'])}) { ${block(depth - 1)} } else { ${block(depth - 1)} }`;
    }
  };
  const body = block(2).replaceAll('f();', rng.chance(0.5) ? 'f();' : 'skip;');
  return `lock l, m; var x: bool = ${rng.chance(0.5)}; var y: bool = false;
    process P * { f { x = !y; } main { ${body} } }`;
}
