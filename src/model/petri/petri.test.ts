import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { netTargetName, type PetriNet } from './net.js';
import { parsePnml } from './parse-pnml.js';
import { parseSpec } from './parse-spec.js';
import { printPnml } from './print-pnml.js';
import { fire } from './step.js';

const spec = `# expected: safe
vars a b c
rules
a >= 1, b >= 2 -> a' = a-1, c' = c + 1;
c >= 1 -> a' = a+b+0, b' = 0, c' = c-1;
init a = 2, b >= 1, c = 0
target
c >= 2, a >= 1
c >= 3
invariants
a = 1, b = 1
`;

function netOf(text: string): PetriNet {
  const { model, diagnostics } = parseSpec(new SourceText('x.spec', text));
  if (!model) throw new Error(diagnostics[0]?.message);
  return model as PetriNet;
}

describe('MIST nets', () => {
  const net = netOf(spec);
  it('reads guards, changes, transfers, initial and target markings', () => {
    expect(net.transitions).toMatchObject([
      { guard: [0, 1, 1, 2], take: [0, 1], give: [2, 1], transfers: [] },
      { guard: [2, 1], take: [2, 1], give: [], transfers: [{ from: 1, to: 0 }] },
    ]);
    expect(net.initial).toEqual({ marking: [0, 2], unbounded: [1] });
    expect(netTargetName(net, net.targets[0]!)).toBe('a>=1,c>=2 or c>=3');
  });
  it('fires', () => {
    expect(fire(net.transitions[0]!, [0, 2, 1, 2])).toEqual([0, 1, 1, 2, 2, 1]);
    expect(fire(net.transitions[0]!, [0, 2, 1, 1])).toBeUndefined();
    expect(fire(net.transitions[1]!, [0, 1, 1, 5, 2, 1])).toEqual([0, 6]);
  });
  it('refuses what is not upward closed, not declared, or no transfer', () => {
    const bad = [
      "vars a rules a = 1 -> a' = a-1; init a = 1 target a >= 1",
      "vars a rules z >= 1 -> a' = a-1; init a = 1 target a >= 1",
      "vars a b rules a >= 1 -> b' = b+a; init a = 1 target a >= 1",
      "vars a rules a >= 1 -> a' = a-1 init a = 1 target a >= 1",
      'rules init target',
      '',
    ];
    for (const text of bad) expect(parseSpec(new SourceText('x.spec', text)).diagnostics[0]?.code, text).toBe('HD4006');
  });
});

describe('PNML', () => {
  const pnml = `<?xml version="1.0"?><pnml xmlns="x"><net id="n"><page id="g">
    <place id="p"><name><text>left</text></name><initialMarking><text>2</text></initialMarking></place>
    <place id="q"/><transition id="t"/>
    <arc id="a" source="p" target="t"><inscription><text>2</text></inscription></arc>
    <arc id="b" source="t" target="q"/></page></net></pnml>`;
  it('reads places, transitions, weights and the target beside it', () => {
    const find = () => new SourceText('x.prop', 'q>=1,p\n');
    const { model } = parsePnml(new SourceText('x.pnml', pnml), { find });
    expect(model).toMatchObject({
      placeNames: ['p', 'q'],
      transitions: [{ take: [0, 2], give: [1, 1] }],
      initial: { marking: [0, 2] },
      targets: [{ markings: [[0, 1, 1, 1]] }],
    });
  });
  it('prints what it can read', () => {
    const net = netOf("vars a b rules a >= 2 -> a' = a-1, b' = b+1; init a = 3, b = 0 target b >= 1");
    const printed = printPnml(net);
    const { model } = parsePnml(new SourceText('x.pnml', printed.ok ? printed.value : ''));
    expect(model).toMatchObject({ transitions: [{ take: [0, 2], give: [0, 1, 1, 1] }], initial: { marking: [0, 3] } });
    expect(printPnml(netOf(spec)).ok).toBe(false);
  });
  it('reports errors', () => {
    const bad = ['', '<pnml>', '<pnml><net></pnml>', 'x < y', '<net><arc source="p" target="q"/></net>'];
    for (const text of bad) expect(parsePnml(new SourceText('x.pnml', text)).diagnostics[0]?.code, text).toBe('HD4007');
  });
});
