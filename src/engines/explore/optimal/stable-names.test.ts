import { describe, expect, it } from 'vitest';
import { StableNames } from './stable-names.js';

/** Two threads; objects and further threads come about in the given order of their makers. */
function made(makers: readonly number[]): StableNames {
  const names = new StableNames(2, 100);
  makers.forEach((thread, i) => {
    names.addObject(thread, 100 + 10 * i);
    names.addChild(thread, 2 + i);
  });
  return names;
}

describe('names of threads and objects', () => {
  it('do not depend on the order in which threads make them', () => {
    const shared = made([0, 1, 0]);
    const names = [shared.thread(2), shared.thread(3), shared.cellPlace(100, 0), shared.cellPlace(110, 0)];
    shared.undoTo(0);
    shared.addObject(1, 100);
    shared.addChild(1, 2);
    shared.addObject(0, 110);
    shared.addChild(0, 3);
    expect([shared.thread(3), shared.thread(2), shared.cellPlace(110, 0), shared.cellPlace(100, 0)]).toEqual(names);
    expect(shared.numberOf(names[0]!)).toBe(3);
  });

  it('tell all things apart', () => {
    const names = made([0, 1, 0, 1]);
    const objects = [100, 110, 120, 130];
    const places = objects.flatMap((at) => [names.cellPlace(at, 0), names.cellPlace(at, 1), names.lockPlace(at)]);
    const threads = [0, 1, 2, 3, 4, 5].map((id) => names.threadPlace(names.thread(id)));
    expect(new Set([...places, ...threads]).size).toBe(places.length + threads.length);
  });
});
