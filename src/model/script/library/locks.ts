// Locks, limiters and queues: executed, so that what they exclude is excluded, and what they do not is not.

import type { LibraryModel } from './model.js';

export const locks: readonly LibraryModel[] = [
  { packages: ['async-mutex', 'await-semaphore'], exports: { Mutex: 'mutex', Semaphore: 'semaphore' } },
  { packages: ['p-limit', 'limit-concur'], exports: { default: 'limiter', '*': 'limiter' } },
  { packages: ['p-queue'], exports: { default: 'queue', '*': 'queue' } },
  { packages: ['async-lock'], exports: { default: 'keyed-lock', '*': 'keyed-lock' } },
  { packages: ['async-sema'], exports: { Sema: 'semaphore' } },
  { packages: ['await-lock'], exports: { default: 'mutex', '*': 'mutex' } },
  // Calls with one key that overlap share one promise.
  { packages: ['@cacheable/utils', 'cacheable'], exports: { coalesceAsync: 'coalescing' } },
];
