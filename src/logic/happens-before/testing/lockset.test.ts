import { describe, expect, test } from 'vitest';
import { ALL, flow, ownedBy, protects } from './lockset.js';

const [T1, T2, M] = [0, 1, 2];

describe('locksets in normal form', () => {
  test('a release and a later acquire hand an access on', () => {
    const released = flow(ownedBy(T1), T1, M);
    expect(protects(released, T2)).toBe(false);
    expect(protects(flow(released, M, T2), T2)).toBe(true);
  });

  test('an acquire of a lock that was not released since the access does not', () => {
    expect(protects(flow(ownedBy(T1), M, T2), T2)).toBe(false);
  });

  test('what was never accessed protects everybody and stays so', () => {
    expect(flow(ALL, T1, M)).toBe(ALL);
    expect(protects(ALL, T2)).toBe(true);
  });
});
