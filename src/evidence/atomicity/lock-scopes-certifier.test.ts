import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { emlReader } from '../../frontends/eml/reader.js';
import { noCompanions } from '../../model/model.js';
import { allExecutions } from '../../verdict/scope.js';
import { unlimitedWork } from '../certifier.js';
import { lockScopesCertifier } from './lock-scopes-certifier.js';

function verdictOn(bodies: readonly [string, string], variables: readonly string[] = ['x']): unknown {
  const text = `lock l; lock m; var x; var y;\nprocess U { main { ${bodies[0]} } }\nprocess V { main { ${bodies[1]} } }`;
  const { model } = emlReader.read(new SourceText('t.eml', text), noCompanions);
  const claims = [{ units: ['U', 'V'], variables }];
  const certificate = { kind: 'lock-scopes' as const, body: { claims } };
  const outcome = lockScopesCertifier.certify(
    model!,
    { kind: 'lock-scopes', claims },
    allExecutions(),
    certificate,
    unlimitedWork(),
  );
  return 'kind' in outcome ? outcome.kind : outcome;
}

const good = 'unit { synchronized(l) { read x; write x; } }';

describe('proofs by lock scopes', () => {
  it('accept two units that hold one lock around all accesses', () => {
    expect(verdictOn([good, good])).toBe('accepted');
    expect(
      verdictOn([good, 'unit { synchronized(m) { synchronized(l) { synchronized(l) { read x; } write x; } } }']),
    ).toBe('accepted');
  });

  it('reject a unit that lets go in between, on any path', () => {
    expect(verdictOn([good, 'unit { synchronized(l) { read x; } synchronized(l) { write x; } }'])).toBe('rejected');
    expect(verdictOn([good, 'unit { while (*) { synchronized(l) { write x; } } }'])).toBe('rejected');
    expect(verdictOn([good, 'unit { if (*) { synchronized(l) { read x; } } synchronized(l) { write x; } }'])).toBe(
      'rejected',
    );
  });

  it('reject an access without the lock, and locks that are not the same', () => {
    expect(verdictOn([good, 'unit { read x; }'])).toBe('rejected');
    expect(verdictOn([good, 'unit { synchronized(m) { read x; write x; } }'])).toBe('rejected');
  });

  it('accept units of one access each, under any locks, and reject a second access on any path', () => {
    const one = 'unit { if (*) { read x; } else { synchronized(m) { write x; } } }';
    expect(verdictOn([one, 'unit { write x; }'])).toBe('accepted');
    expect(verdictOn([one, 'unit { write x; } unit { read y; read x; }'])).toBe('accepted');
    expect(verdictOn([one, 'unit { write x; read y; }'], ['x', 'y'])).toBe('rejected');
    expect(verdictOn([one, 'unit { while (*) { write x; } }'])).toBe('rejected');
    expect(verdictOn([one, 'unit { if (*) { read x; } write x; }'])).toBe('rejected');
  });

  it('accept rounds that are units of their own', () => {
    expect(verdictOn([good, 'while (*) { unit { synchronized(l) { write x; } } }'])).toBe('accepted');
  });

  it('reject claims about nothing', () => {
    expect(verdictOn([good, good], [])).toBe('rejected');
    expect(verdictOn([good, good], ['z'])).toBe('rejected');
  });
});
