import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import type { ThreadDiagram } from './diagram.js';
import { parseConfiguration } from './parse-configuration.js';
import { parseDiagram } from './parse-diagram.js';
import { printDiagram } from './print-diagram.js';
import { takeStep } from './step.js';

function read(text: string, properties?: string) {
  const find = () => (properties === undefined ? undefined : new SourceText('x.prop', properties));
  return parseDiagram(new SourceText('x.ttd', text), { find });
}

function diagramOf(text: string, properties?: string): ThreadDiagram {
  return read(text, properties).model as ThreadDiagram;
}

const text = '3 4\n0 0 -> 1 1\n1 0 +> 1 2\n1 2 ~> 2 3\n2 3 -> 0 0 1 ~> 2 1 ~> 3\n';

describe('the TTD format', () => {
  it('reads moves, spawns, transfers and broadcasts, and prints them back', () => {
    const diagram = diagramOf(`# a comment\n${text}`);
    expect(diagram.edges.map((edge) => edge.kind)).toEqual(['move', 'spawn', 'transfer', 'move']);
    expect(diagram.edges[3]!.passive).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 3 },
    ]);
    expect(printDiagram(diagram)).toBe(text);
  });
  it('does not mind line ends, byte order marks and missing final newlines', () => {
    for (const variant of [text.replace(/\n/g, '\r\n'), text.replace(/\n/g, '\r'), `\uFEFF${text}`, text.trimEnd()])
      expect(printDiagram(diagramOf(variant))).toBe(text);
  });
  it('a transfer on the line after an edge is not one of its passive moves', () => {
    expect(diagramOf('3 9\n0 0 -> 1 1\n2 5 ~> 2 4').edges.map((edge) => edge.kind)).toEqual(['move', 'transfer']);
  });
  it('takes targets from the .prop file', () => {
    const { targets } = diagramOf(text, '# two\n2|3,3\n1|0 # here\n');
    expect(targets.map(({ configuration }) => configuration.bounded)).toEqual([[3, 3], [0]]);
    expect(read(text, '9|0').diagnostics[0]).toMatchObject({ code: 'HD4003', file: 'x.prop' });
    expect(read(text, 'nonsense').diagnostics[0]).toMatchObject({ code: 'HD4004' });
  });
  it('reports errors with their place, and goes on', () => {
    expect(read('3 4\n0 9 -> 1 1\n5 0 -> 1 1').diagnostics.map((each) => each.place?.line)).toEqual([2, 3]);
    for (const bad of ['', '#', '0 0', 'x', '3', '3 4\n0 0 -> 1 1 +'])
      expect(read(bad).diagnostics[0]?.code).toBe('HD4002');
  });
  it('reads configurations', () => {
    expect(parseConfiguration('6|3')).toEqual({ ok: true, value: { shared: 6, bounded: [3], unbounded: [] } });
    expect(parseConfiguration('1|2,2/0,4')).toMatchObject({ value: { bounded: [2, 2], unbounded: [0, 4] } });
    expect(parseConfiguration('0/0')).toMatchObject({ value: { bounded: [], unbounded: [0] } });
    for (const bad of ['', '|1', 'a|1', '1|x', '1|1/', '1/2|3']) expect(parseConfiguration(bad).ok).toBe(false);
  });
});

describe('the steps of a diagram', () => {
  const diagram = diagramOf(text);
  it('a broadcast moves every other thread, as it chooses', () => {
    const state = { shared: 2, locals: [3, 1, 1, 0] };
    const chosen = new Map([
      [1, 2],
      [2, 3],
    ]);
    expect(takeStep(diagram, state, { edge: 3, thread: 0, chosen }).ok).toBe(true);
    expect(state).toEqual({ shared: 0, locals: [0, 2, 3, 0] });
  });
  it('a passive thread must choose one of its moves', () => {
    const step = { edge: 3, thread: 0, chosen: new Map([[1, 0]]) };
    expect(takeStep(diagram, { shared: 2, locals: [3, 1] }, step).ok).toBe(false);
    expect(takeStep(diagram, { shared: 2, locals: [3, 1] }, { ...step, chosen: new Map() }).ok).toBe(false);
  });
  it('a transfer needs no thread, a spawn adds one', () => {
    const state = { shared: 1, locals: [0] };
    expect(takeStep(diagram, state, { edge: 1, thread: 0, chosen: new Map() }).ok).toBe(true);
    expect(state.locals).toEqual([0, 2]);
    expect(takeStep(diagram, state, { edge: 2, thread: -1, chosen: new Map() }).ok).toBe(true);
    expect(state).toEqual({ shared: 2, locals: [0, 3] });
  });
  it('refuses edges that do not start here', () => {
    for (const step of [
      { edge: 0, thread: 1 },
      { edge: 1, thread: 0 },
      { edge: 9, thread: 0 },
      { edge: 0, thread: 7 },
    ])
      expect(takeStep(diagram, { shared: 0, locals: [0, 1] }, { ...step, chosen: new Map() }).ok).toBe(false);
  });
});
