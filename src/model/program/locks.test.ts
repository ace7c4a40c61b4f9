// Locks in both modes, and attempts, against an interpreter of its own: threads of nested blocks, every interleaving, and where
// threads can come to an end or to a standstill.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { movesOf } from './moves.js';
import { initialState, stateKey } from './state.js';
import { applyMove } from './step.js';

const cases = 20 * fullScale;

interface Block {
  readonly kind: 'exclusive' | 'shared' | 'attempt' | 'attempt shared';
  readonly lock: number;
  readonly body: readonly Block[];
}

interface Instruction {
  readonly kind: 'take' | 'give' | 'attempt';
  readonly lock: number;
  readonly shared: boolean;
  /** An attempt goes on, or skips so many. */
  readonly skip: number;
}

function randomBlocks(rng: Rng, depth: number): Block[] {
  return Array.from({ length: rng.between(depth === 2 ? 1 : 0, 2) }, () => ({
    kind: rng.pick(['exclusive', 'shared', 'attempt', 'attempt shared'] as const),
    lock: rng.below(2),
    body: depth === 0 ? [] : randomBlocks(rng, depth - 1),
  }));
}

const nameOf = (lock: number) => 'lm'[lock]!;

/** Each thread writes down in a variable of its own how its attempts end. */
function textOf(blocks: readonly Block[], note: string): string {
  return blocks
    .map(({ kind, lock, body }) => {
      const [name, inner] = [nameOf(lock), textOf(body, note)];
      if (kind === 'exclusive') return `synchronized(${name}) { ${inner} }`;
      if (kind === 'shared') return `synchronized(shared ${name}) { ${inner} }`;
      const mode = kind === 'attempt' ? '' : 'Shared';
      return `if (tryAcquire${mode}(${name})) { ${note} = ${note} * 3 + 1; ${inner} release${mode}(${name}); } else { ${note} = ${note} * 3 + 2; }`;
    })
    .join(' ');
}

function instructionsOf(blocks: readonly Block[]): Instruction[] {
  return blocks.flatMap(({ kind, lock, body }): Instruction[] => {
    const shared = kind === 'shared' || kind === 'attempt shared';
    const inner = [...instructionsOf(body), { kind: 'give', lock, shared, skip: 0 } as const];
    if (kind === 'exclusive' || kind === 'shared') return [{ kind: 'take', lock, shared, skip: 0 }, ...inner];
    return [{ kind: 'attempt', lock, shared, skip: inner.length }, ...inner];
  });
}

interface Interpreted {
  readonly at: readonly number[];
  readonly notes: readonly number[];
  /** Levels per lock and thread. */
  readonly writing: readonly (readonly number[])[];
  readonly reading: readonly (readonly number[])[];
}

/** Where threads end: their notes, and who has not finished. */
function endsByHand(threads: readonly (readonly Instruction[])[]): Set<string> {
  const none = threads.map(() => 0);
  const start: Interpreted = { at: none, notes: none, writing: [none, none], reading: [none, none] };
  const seen = new Map([[JSON.stringify(start), start]]);
  const ends = new Set<string>();
  for (const state of seen.values()) {
    const next = threads.flatMap((code, id) => stepsByHand(state, id, code));
    if (next.length === 0) ends.add(`${state.notes} ${threads.map((code, id) => state.at[id] === code.length)}`);
    for (const one of next) seen.set(JSON.stringify(one), one);
  }
  return ends;
}

function stepsByHand(state: Interpreted, id: number, code: readonly Instruction[]): Interpreted[] {
  const instruction = code[state.at[id]!];
  if (!instruction) return [];
  const { lock, shared } = instruction;
  const [writing, reading] = [state.writing[lock]!, state.reading[lock]!];
  const isWritten = writing.some((levels, other) => other !== id && levels > 0);
  const isFree = shared ? !isWritten : writing[id]! > 0 || (!isWritten && reading.every((levels) => levels === 0));
  const held = shared ? reading : writing;
  const change = (by: number) => ({
    ...state,
    at: state.at.with(id, state.at[id]! + 1),
    [shared ? 'reading' : 'writing']: (shared ? state.reading : state.writing).with(
      lock,
      held.with(id, held[id]! + by),
    ),
  });
  if (instruction.kind === 'give') return [change(-1)];
  if (instruction.kind === 'take') return isFree ? [change(1)] : [];
  const noted = (how: number) => state.notes.with(id, state.notes[id]! * 3 + how);
  if (isFree) return [{ ...change(1), notes: noted(1) }];
  return [{ ...state, at: state.at.with(id, state.at[id]! + 1 + instruction.skip), notes: noted(2) }];
}

function endsOf(text: string): Set<string> {
  const program = programOf(text);
  const start = initialState(program);
  const seen = new Map([[stateKey(start), start]]);
  const ends = new Set<string>();
  for (const state of seen.values()) {
    const next = movesOf(program, state).map((move) => applyMove(program, state, move));
    expect(next.some(({ failure }) => failure)).toBe(false);
    if (next.length === 0) ends.add(`${state.shared} ${state.threads.map(({ status }) => status.kind === 'ended')}`);
    for (const one of next) seen.set(stateKey(one.state), one.state);
  }
  return ends;
}

describe('locks in both modes, with attempts', () => {
  it(`end where an interpreter of their own does, for ${cases} random programs`, () => {
    let stuck = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const threads = Array.from({ length: rng.between(2, 3) }, (_, i) => randomBlocks(rng, i === 2 ? 1 : 2));
      const processes = threads.map((blocks, i) => `process P${i} { main { ${textOf(blocks, `r${i}`)} } }`);
      const text = `lock l, m; var ${threads.map((_, i) => `r${i}: int`).join(', ')}; ${processes.join('\n')}`;
      const expected = endsByHand(threads.map(instructionsOf));
      if ([...expected].some((end) => end.includes('false'))) stuck++;
      expect([...endsOf(text)].sort(), `seed ${seed}\n${text}`).toEqual([...expected].sort());
    }
    expect(stuck).toBeGreaterThan(0);
    expect(stuck).toBeLessThan(cases);
  });

  it('give nothing away to whoever holds them in shared mode and wants more', () => {
    const text = 'lock l; process P { main { synchronized(shared l) { synchronized(l) { skip; } } } }';
    expect([...endsOf(text)]).toEqual([' false']);
    const back = 'lock l; process P { main { synchronized(l) { synchronized(shared l) { skip; } } } }';
    expect([...endsOf(back)]).toEqual([' true']);
  });
});
