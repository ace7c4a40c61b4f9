import { describe, expect, it } from 'vitest';
import { DoneShare } from './done-share.js';

const whole = {};
const half = (index: number) => ({ part: { index, of: 2 } });

describe('what is done of a run', () => {
  it('weighs inputs by their size, and parts of a question by their number', () => {
    const done = new DoneShare([
      { size: 700, questions: [half(0), half(1)] },
      { size: 0, questions: [whole, whole] },
    ]);
    expect(done.share).toBe(0);
    done.ended(0, 1);
    expect(done.share).toBe(0.4);
    done.ended(1, 0);
    done.ended(1, 0);
    expect(done.share).toBe(0.5);
    done.ended(0, 0);
    done.ended(1, 1);
    expect(done.share).toBe(1);
  });

  it('is nothing where nothing is asked', () => {
    const done = new DoneShare([{ size: 3, questions: [] }]);
    done.ended(0, 0);
    expect(done.share).toBe(0);
  });
});
