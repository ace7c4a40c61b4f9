// Findings are the same after a journey, shared objects included; what is made up on the way is no execution.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../verdict/verdict.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { type Packed, Packer, Unpacker } from './packed.js';

const step = (thread: string, line: number): WitnessStep => ({ thread, action: 'read', target: `x${line}` });

function violated(steps: readonly WitnessStep[]): Finding {
  const scope = { kind: 'all-executions', assumptions: [] } as const;
  return {
    ...{ engine: 'atomicity', method: 'antichain', property: { kind: 'race' }, rule: 'HD2001', message: 'm' },
    ...{ places: [], because: [], statistics: {} },
    verdict: {
      kind: 'violated',
      confirmed: true,
      scope,
      witness: { kind: 'execution', steps, startValues: [['x', '1']] },
    },
  };
}

const journey = (packed: Packed): Packed => JSON.parse(JSON.stringify(packed));
const stepsIn = ({ verdict }: Finding) => (verdict.kind === 'violated' ? verdict.witness.steps : []);

describe('packed findings', () => {
  it('come back as they were, batch by batch, with steps that stand once', () => {
    const prefix = Array.from({ length: 100 }, (_, i) => step('P#1', i));
    const other = Array.from({ length: 50 }, (_, i) => step('Q#1', i));
    const findings = Array.from({ length: 20 }, (_, i) =>
      violated([...prefix.slice(0, 5 * i), ...other.slice(0, 50 - i), ...prefix.slice(5 * i), step('Q#1', 1000 + i)]),
    );
    const packer = new Packer();
    const unpacker = new Unpacker();
    const batches = [findings.slice(0, 7), findings.slice(7), [violated([])]].map((batch) => packer.pack(batch));
    const back = batches.flatMap((packed) => [...unpacker.unpack(journey(packed))]);
    expect(back).toEqual([...findings, violated([])]);
    expect(batches.flatMap(({ steps = [] }) => steps)).toHaveLength(170);
    expect(stepsIn(back[3]!)[0]).toBe(stepsIn(back[9]!)[0]);
  });

  it('have their steps read when somebody looks at an execution, not before', () => {
    const findings = Array.from({ length: 6 }, (_, i) => violated([step('P#1', 1), step('Q#1', i)]));
    const packer = new Packer();
    const unpacker = new Unpacker();
    const read: number[] = [];
    const back = [findings.slice(0, 3), findings.slice(3), [violated([])]].flatMap((batch, number) => {
      const { steps = [], ...packed } = journey(packer.pack(batch));
      return unpacker.unpackLater(packed, () => {
        read.push(number);
        return steps;
      });
    });
    expect(back.map(({ message }) => message)).toEqual(back.map(() => 'm'));
    expect(read).toEqual([]);
    expect(stepsIn(back[1]!)).toEqual([step('P#1', 1), step('Q#1', 1)]);
    expect(JSON.stringify(back)).toBe(JSON.stringify([...findings, violated([])]));
    expect({ ...back[0] }).toEqual(findings[0]);
    expect(read).toEqual([0, 1, 2]);
  });

  it.each([
    ['elsewhere', [[0, 7]]],
    ['backwards', [[1, 0]]],
    ['negative', [[-1, 0]]],
    ['no numbers', [['0', '__proto__']]],
    ['much too long', Array.from({ length: 6_000_000 }, () => [0, 1])],
    ['none', 7],
  ])('with a way that is %s have no steps', (_, way) => {
    const packed = new Packer().pack([violated([step('P#1', 1), step('P#1', 2)])]);
    const [finding] = new Unpacker().unpack({ ...packed, ways: [way as never] });
    expect(stepsIn(finding!)).toEqual([]);
  });

  it('of those who pack nothing are taken as they are', () => {
    const plain = violated([step('P#1', 1)]);
    expect(new Unpacker().unpack({ findings: [plain], certified: [-1], certificates: [] })).toEqual([plain]);
  });
});
