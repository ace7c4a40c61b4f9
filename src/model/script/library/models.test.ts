import { describe, expect, it } from 'vitest';
import { deeds } from './model.js';
import { deedOf, isRegistration, libraryModels, packageIn, standInOf } from './models.js';

describe('the table of libraries', () => {
  it('names each package once, and each call of it once', () => {
    const packages = libraryModels.flatMap((model) => model.packages);
    expect(packages).toEqual([...new Set(packages)]);
    for (const { calls = {} } of libraryModels) {
      const names = deeds.flatMap((deed) => (calls[deed] ?? '').split(/\s+/).filter(Boolean));
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it('is asked by package and name', () => {
    expect(deedOf('ioredis', 'hincrby')).toBe('atomic');
    expect(deedOf('ioredis', 'constructor')).toBeUndefined();
    expect(deedOf('__proto__', 'get')).toBeUndefined();
    expect(deedOf(undefined, 'get')).toBeUndefined();
    expect(standInOf('p-limit', 'default')).toBe('limiter');
    expect(isRegistration('bull', 'process')).toBe(true);
  });

  it.each([
    ['new ioredis#4', 'ioredis'],
    ['redis.createClient()#7', 'redis'],
    ['fs.promises', 'fs'],
    ['node:fs/promises', 'node:fs/promises'],
    ['new socket.io.Server#2', 'socket.io'],
    ['@prisma/client.PrismaClient', '@prisma/client'],
    ['somebody.redis', undefined],
  ])('%s belongs to %s', (term, name) => {
    expect(packageIn(term)).toBe(name);
  });
});
