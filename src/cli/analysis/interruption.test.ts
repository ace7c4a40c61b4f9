import { describe, expect, it } from 'vitest';
import { Interruption } from './interruption.js';

describe('an interruption', () => {
  it('is noticed once it is listened for', async () => {
    const interruption = new Interruption();
    interruption.listen();
    const during = interruption.during(new Promise(() => {}));
    process.emit('SIGINT');
    expect(await during).toBe(true);
  });

  it('leaves no listener behind, however often it was listened for', async () => {
    const before = process.listenerCount('SIGINT');
    const interruption = new Interruption();
    const work = Promise.resolve().then(() => {
      interruption.listen();
      interruption.listen();
      expect(process.listenerCount('SIGINT')).toBe(before + 1);
    });
    expect(await interruption.during(work)).toBe(false);
    interruption.listen();
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
