import { describe, expect, it } from 'vitest';
import { describeProgress } from './progress.js';

const one = { done: 0, total: 1, share: 0 };

describe('progress', () => {
  it('says what is asked, how far it is, and what is left where that is known', () => {
    const report = { engine: 'atomicity', file: 'm.eml', done: 1200, total: 4800 };
    expect(describeProgress(report, one, { all: 9, question: 4 })).toBe(
      'm.eml: can units of work interleave? 1,200 of 4,800 pairs compared, about 12 s left',
    );
  });

  it('counts nothing before there is something to count', () => {
    const report = { engine: 'async', file: 'src', done: 0 };
    expect(describeProgress(report, one, { all: 3, question: 0 })).toBe('src: what breaks when calls overlap? 3 s');
  });

  it('says which file it is at, and what is left if the others are like those before', () => {
    const report = { engine: 'explore', file: 'm.eml', done: 1_000_000 };
    expect(describeProgress(report, { done: 2, total: 7, share: 0.4 }, { all: 9.4, question: 1 })).toBe(
      'm.eml (3 of 7): does any interleaving go wrong? 1,000,000 states, about 14 s left',
    );
  });

  it('sends no escape sequence of a path, and knows engines from elsewhere by name', () => {
    const report = { engine: 'constructor', file: '\u001b[2J.eml', done: 1 };
    expect(describeProgress(report, one, { all: 1, question: 1 })).toBe('\\x1b[2J.eml: constructor 1 steps, 1 s');
  });
});
