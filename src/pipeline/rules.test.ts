import { describe, expect, it } from 'vitest';
import { allRules, isKnownRule, ruleTable } from './rules.js';

describe('rules', () => {
  it('have codes of the right form, and sentences', () => {
    expect(allRules().length).toBeGreaterThan(80);
    for (const [code, rule] of allRules()) {
      expect(code).toMatch(/^HD\d{4}$/);
      expect(rule.title).toMatch(/[^.]$/);
      expect(rule.summary).toMatch(/^\S.*\.$/);
      expect(ruleTable[code]).toBe(rule);
    }
    expect(isKnownRule('HD0001') && !isKnownRule('toString') && !isKnownRule('HD9999')).toBe(true);
  });
});
