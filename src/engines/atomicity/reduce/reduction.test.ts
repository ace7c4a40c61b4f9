import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { type FlowProcess, flowProcess } from '../flow/flow.js';
import { processStart } from '../product/caller.js';
import { PhaseBoundaries } from '../product/phase-boundaries.js';
import { type SlicedProcess, sliceProcess } from '../slice/slice.js';
import { jointCone } from './cone.js';
import { FocusTable } from './focus.js';

function flowsOf(text: string): FlowProcess[] {
  const program = programOf(text);
  return program.processes.map(({ entry }) => {
    const flow = flowProcess(program, entry);
    if ('because' in flow) throw new Error(flow.because);
    return flow;
  });
}

/** The slices of all processes for a question about these variables. */
function slicesOf(text: string, variables: readonly number[]): SlicedProcess[] {
  const table = new FocusTable();
  const focused = flowsOf(text).map((flow) => table.focus(flow, { variables, boundOnly: variables.length === 2 }));
  const cone = jointCone(focused, variables);
  return focused.map((flow) => sliceProcess(flow, cone).process);
}

function labelsOf({ functions }: SlicedProcess): string[] {
  return functions.flatMap(({ nodes }) => nodes.flatMap(({ edges }) => edges.map(({ label }) => label)));
}

const partner = 'process Q { main { unit { synchronized(a) { synchronized(b) { write x; write y; } } } } }';

describe('the focus on a question', () => {
  it('drops units that access only one of two variables, and what is done without a lock before', () => {
    const [first] = slicesOf(
      `lock a, b; var x, y;
       process P { main { synchronized(b) { read x; } unit { read x; } unit { synchronized(a) { read x; read y; } } } }
       ${partner}`,
      [0, 1],
    );
    expect(labelsOf(first!)).toEqual(['begin-unit', 'acquire', 'access', 'access', 'release', 'end-unit']);
  });

  it('keeps what is done while a lock is held that encloses a unit that counts', () => {
    const [first] = slicesOf(
      `lock a, b; var x, y;
       process P { main { synchronized(a) { synchronized(b) { read x; } unit { read x; read y; } } } }
       ${partner}`,
      [0, 1],
    );
    expect(labelsOf(first!)).toEqual(['acquire', 'use', 'begin-unit', 'access', 'access', 'end-unit', 'release']);
  });

  it('copies a function that is called both inside and outside a unit that counts', () => {
    const [first] = slicesOf(
      `lock a, b; var x, y;
       process P { f { read x; read y; } main { synchronized(a) { f(); unit { f(); } } } }
       ${partner}`,
      [0, 1],
    );
    expect(labelsOf(first!).filter((label) => label === 'access')).toHaveLength(2);
  });

  it('counts every access in questions about one variable', () => {
    const [first] = slicesOf(
      'lock a, b; var x, y; process P { main { read x; unit { synchronized(a) { read x; } } } } process Q { main { synchronized(a) { write x; } } }',
      [0],
    );
    expect(labelsOf(first!).filter((label) => label === 'access')).toHaveLength(2);
  });

  it('leaves cooperative processes alone', () => {
    const [flow] = flowsOf('scheduling cooperative; var x, y; process P { main { read x; } } process Q { main { } }');
    expect(new FocusTable().focus(flow!, { variables: [0, 1], boundOnly: true })).toBe(flow);
  });
});

describe('the phase boundaries of a process', () => {
  const [first] = slicesOf(
    `lock a, b; var x, y;
     process P { g { synchronized(b) { read x; } } main { unit { synchronized(a) { g(); read y; } } } }
     ${partner}`,
    [0, 1],
  );
  const boundaries = new PhaseBoundaries(first!);
  const main = processStart;
  const callee = { function: 1, held: [0], holdsMore: false, inUnit: true, isProcess: false };
  /** The node that an edge with this label leaves. */
  const nodeBefore = (id: number, label: string) =>
    first!.functions[id]!.nodes.findIndex(({ edges }) => edges.some((edge) => edge.label === label));

  it('come before the first of several acquisitions, not between them', () => {
    expect(boundaries.mayBegin(main, nodeBefore(0, 'acquire'))).toBe(true);
    expect(boundaries.mayBegin(main, nodeBefore(0, 'call'))).toBe(false);
    expect(boundaries.mayBegin(callee, nodeBefore(1, 'acquire'))).toBe(false);
    expect(boundaries.mayBegin(callee, nodeBefore(1, 'access'))).toBe(false);
  });

  it('come after accesses and releases, in the caller too', () => {
    expect(boundaries.mayStop(callee, nodeBefore(1, 'release'))).toBe(true);
    expect(boundaries.mayStop(main, nodeBefore(0, 'access'))).toBe(true);
  });
});
