import { describe, expect, it } from 'vitest';
import { Groups, isListed } from './groups.js';
import { holdsUncertified, holdsWithCertificate, unknownFinding } from './testing/fixtures.js';

describe('groups', () => {
  it('count answers that read alike and keep the first ones', () => {
    const groups = new Groups();
    for (let i = 0; i < 100; i++) groups.add({ file: 'a.eml', finding: holdsWithCertificate(String(i)) });
    groups.add({ file: 'b.eml', finding: holdsWithCertificate('1') });
    groups.add({ file: 'a.eml', finding: holdsUncertified });
    groups.add({ file: 'a.eml', finding: unknownFinding });
    const summary = [...groups].map((group) => [
      group.file,
      group.property,
      group.size,
      group.first.length,
      isListed(group),
    ]);
    expect(summary).toEqual([
      ['a.eml', 'atomicity', 100, 8, false],
      ['b.eml', 'atomicity', 1, 1, true],
      ['a.eml', 'deadlock', 1, 1, true],
      ['a.eml', 'assertion', 1, 1, true],
    ]);
  });

  it('do not mix different assumptions', () => {
    const groups = new Groups();
    const finding = holdsWithCertificate('1');
    const scope = { kind: 'all-executions' as const, assumptions: [] };
    groups.add({ file: 'a.eml', finding });
    if (finding.verdict.kind === 'holds') {
      groups.add({ file: 'a.eml', finding: { ...finding, verdict: { ...finding.verdict, scope } } });
    }
    expect([...groups].map((group) => group.assumptions.length)).toEqual([1, 0]);
  });
});
