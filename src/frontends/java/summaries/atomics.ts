// java.util.concurrent.atomic: every call is one step.

import type { LibraryType } from './library-type.js';

const atomic: LibraryType['methods'] = {
  get: 'r element',
  getPlain: 'r element',
  getAcquire: 'r element',
  getOpaque: 'r element',
  set: 'w',
  lazySet: 'w',
  setPlain: 'w',
  setRelease: 'w',
  setOpaque: 'w',
  getAndSet: 'c element',
  compareAndSet: 'c',
  compareAndExchange: 'c',
  weakCompareAndSet: 'c',
  weakCompareAndSetPlain: 'c',
  weakCompareAndSetVolatile: 'c',
  incrementAndGet: 'c commutes',
  decrementAndGet: 'c commutes',
  getAndIncrement: 'c commutes',
  getAndDecrement: 'c commutes',
  addAndGet: 'c commutes',
  getAndAdd: 'c commutes',
  updateAndGet: 'c element lambda:inside',
  getAndUpdate: 'c element lambda:inside',
  accumulateAndGet: 'c element lambda:inside',
  getAndAccumulate: 'c element lambda:inside',
  intValue: 'r',
  longValue: 'r',
  doubleValue: 'r',
  toString: 'r',
  getReference: 'r element',
  getStamp: 'r',
  isMarked: 'r',
  attemptStamp: 'c',
  length: '',
};

const adder: LibraryType['methods'] = {
  add: 'c commutes',
  increment: 'c commutes',
  decrement: 'c commutes',
  accumulate: 'c commutes',
  sum: 'r',
  sumThenReset: 'c',
  reset: 'w',
  get: 'r',
  intValue: 'r',
  longValue: 'r',
  toString: 'r',
};

export const atomicTypes: readonly LibraryType[] = [
  { name: 'AtomicValue', policy: 'atomic', methods: atomic },
  ...['AtomicInteger', 'AtomicLong', 'AtomicBoolean', 'AtomicReference', 'AtomicIntegerArray', 'AtomicLongArray'].map(
    (name) => ({ name, extends: 'AtomicValue' }),
  ),
  ...['AtomicReferenceArray', 'AtomicStampedReference', 'AtomicMarkableReference'].map((name) => ({
    name,
    extends: 'AtomicValue',
  })),
  ...['LongAdder', 'DoubleAdder', 'LongAccumulator', 'DoubleAccumulator'].map((name) => ({
    name,
    policy: 'atomic' as const,
    methods: adder,
  })),
];
