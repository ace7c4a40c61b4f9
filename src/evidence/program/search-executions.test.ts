// The re-search of executions against all states: on random programs that end it says the same, and steps whose footprints do
// not conflict commute in every state.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { randomProgram, richPrograms, smallPrograms } from '../../engines/explore/testing/random-programs.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { type Move, movesOf, movesOfThread } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State, stateKey } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import { outcomeOf } from '../testing/outcome-of.js';
import { hasPlainThreads } from './local-moves.js';
import { conflict, nextFootprint } from './next-footprint.js';
import { searchExecutions } from './search-executions.js';
import { searchStates } from './search-states.js';
import { executionsCertifier } from './states-certifier.js';

const cases = 12 * Number(process.env['HEDDLE_CASES'] ?? 1);
const plainly = { localThreadsGoAlone: false, watchUnits: false };
const more = { ...smallPrograms, more: ['update', 'shared lock', 'timed wait', 'atomic block'] as const };

function* programs(count: number): Generator<Program> {
  for (let seed = 1; seed <= count; seed++)
    for (const options of [smallPrograms, richPrograms, more]) {
      const program = programOf(randomProgram(new Rng(seed), options));
      if (hasPlainThreads(program)) yield program;
    }
}

/** Whether two threads' moves, each possible after the other, lead to one state; and neither changes what the other can do. */
function commute(program: Program, state: State, one: Move, other: Move): boolean {
  const menu = (at: State, thread: number) => JSON.stringify(movesOfThread(program, at, thread));
  const first = applyMove(program, state, one);
  const second = applyMove(program, state, other);
  if (menu(first.state, other.thread) !== menu(state, other.thread)) return false;
  if (menu(second.state, one.thread) !== menu(state, one.thread)) return false;
  const [ab, ba] = [applyMove(program, first.state, other), applyMove(program, second.state, one)];
  return (
    stateKey(ab.state) === stateKey(ba.state) &&
    ab.failure?.reason === second.failure?.reason &&
    ba.failure?.reason === first.failure?.reason
  );
}

function statesOf(program: Program, most: number): State[] {
  const states = [initialState(program)];
  const seen = new Set(states.map(stateKey));
  for (const state of states)
    for (const move of states.length < most ? movesOf(program, state) : []) {
      const after = applyMove(program, state, move).state;
      if (seen.has(stateKey(after))) continue;
      seen.add(stateKey(after));
      states.push(after);
    }
  return states;
}

describe('a re-search of executions', () => {
  it('sees exactly what the states show, on random programs that end', () => {
    const counts = { ends: 0, assertion: 0, error: 0, deadlock: 0, race: 0, nothing: 0 };
    for (const program of programs(cases)) {
      const all = searchStates(program, plainly, { left: 2000 });
      const found = searchExecutions(program, { left: 5000 });
      // What is seen before a search is given up is seen all the same.
      if (all.cut === undefined) for (const kind of found.seen.keys()) expect([...all.seen.keys()]).toContain(kind);
      if (found.cut !== undefined || all.cut !== undefined) continue;
      expect([...found.seen.keys()].sort(), program.source.text).toEqual([...all.seen.keys()].sort());
      counts.ends++;
      for (const kind of found.seen.keys()) if (kind !== 'atomicity') counts[kind]++;
      if (found.seen.size === 0) counts.nothing++;
    }
    expect(counts.ends).toBeGreaterThan(cases / 2);
    for (const kind of ['assertion', 'deadlock', 'race', 'nothing'] as const)
      expect(counts[kind], kind).toBeGreaterThan(0);
  });

  it('takes for independent only steps that commute and leave each other possible, in every state', () => {
    let pairs = 0;
    for (const program of programs(cases / 4))
      for (const state of statesOf(program, 300)) {
        const moves = movesOf(program, state);
        const footprints = state.threads.map((_, id) => nextFootprint(program, state, id));
        for (const one of moves)
          for (const other of moves) {
            if (one.thread >= other.thread) continue;
            const isFree = footprints[one.thread]!.every((a) => !footprints[other.thread]!.some((b) => conflict(a, b)));
            if (!isFree) continue;
            pairs++;
            expect(commute(program, state, one, other), program.source.text).toBe(true);
          }
        // Also steps that are not possible now do not become so by an independent one.
        for (const one of moves)
          for (const id of state.threads.keys()) {
            if (id === one.thread || footprints[id]!.some((a) => footprints[one.thread]!.some((b) => conflict(a, b))))
              continue;
            const after = applyMove(program, state, one).state;
            expect(JSON.stringify(movesOfThread(program, after, id))).toBe(
              JSON.stringify(movesOfThread(program, state, id)),
            );
          }
      }
    expect(pairs).toBeGreaterThan(10 * cases);
  });

  it.each(['file-system', 'indexer'])('certifies %s, whose threads hardly meet', (name) => {
    const path = `../../../examples/explore/${name}/${name}.eml`;
    const program = programOf(readFileSync(new URL(path, import.meta.url), 'utf8'));
    const { seen, states, cut } = searchExecutions(program, { left: 100_000 });
    expect({ seen: [...seen.keys()], cut }).toEqual({ seen: [], cut: undefined });
    expect(states).toBeLessThan(5000);
  });

  it('gives up on executions without end; then states may show it', () => {
    const limited = { kind: 'executions/1' as const, body: { limit: 500 } };
    const endless = programOf('process P { main { while (true) { skip; } } }');
    expect(searchExecutions(endless, { left: 500 }).cut).toContain('more than 50');
    expect(outcomeOf(executionsCertifier, endless, { kind: 'deadlock' }, limited)).toBe('accepted');
    const counting = programOf('process P { main { let i = 0; while (true) { i = i + 1; } } }');
    expect(outcomeOf(executionsCertifier, counting, { kind: 'deadlock' }, limited)).toBe('not-certified');
  });

  it('follows the other side of a race, of a lock and of a notification', () => {
    const shows = (text: string) => [...searchExecutions(programOf(text), { left: 10_000 }).seen.keys()];
    expect(
      shows(
        'lock l; var x : int 0..2; process P { main { synchronized(l) { x = 1; } } } process Q { main { synchronized(l) { assert x == 1; } } }',
      ),
    ).toEqual(['assertion']);
    expect(
      shows('volatile var x : int 0..2; process P { main { x = 1; } } process Q { main { assert x == 0; } }'),
    ).toEqual(['assertion']);
    expect(
      shows(
        'lock l; process P { main { synchronized(l) { wait(l); } } } process Q { main { synchronized(l) { notify(l); } } }',
      ),
    ).toEqual(['deadlock']);
    expect(
      shows(
        'lock l, m; process P { main { synchronized(l) { synchronized(m) { skip; } } } } process Q { main { synchronized(m) { synchronized(l) { skip; } } } }',
      ),
    ).toEqual(['deadlock']);
  });

  it('rejects claims that executions do not show', () => {
    const program = programOf('var x : int; process P { main { x = 1; } }');
    expect(outcomeOf(executionsCertifier, program, { kind: 'atomicity' })).toBe('rejected');
    const cooperative = programOf('scheduling cooperative; var x : int; process P { main { x = 1; } }');
    expect(outcomeOf(executionsCertifier, cooperative, { kind: 'deadlock' })).toBe('not-certified');
  });
});
