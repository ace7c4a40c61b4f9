// java.util collections and those of java.util.concurrent.

import type { LibraryType } from './library-type.js';

const collection: LibraryType['methods'] = {
  add: 'w result:r',
  addAll: 'w result:r',
  addFirst: 'w',
  addLast: 'w',
  remove: 'w result:r element',
  removeAll: 'w result:r',
  retainAll: 'w result:r',
  removeIf: 'c lambda:inside',
  replaceAll: 'c lambda:inside',
  sort: 'w lambda:inside',
  clear: 'w',
  contains: 'r',
  containsAll: 'r',
  size: 'r',
  isEmpty: 'r',
  get: 'r element',
  getFirst: 'r element',
  getLast: 'r element',
  set: 'w result:r element',
  indexOf: 'r',
  lastIndexOf: 'r',
  iterator: 'iterator',
  listIterator: 'iterator',
  descendingIterator: 'iterator',
  subList: 'view',
  toArray: 'r',
  toString: 'r',
  hashCode: 'r',
  equals: 'r',
  stream: 'iterator',
  parallelStream: 'iterator',
  forEach: 'iterator lambda:after',
  poll: 'w result:r element',
  pollFirst: 'w result:r element',
  pollLast: 'w result:r element',
  offer: 'w result:r',
  offerFirst: 'w result:r',
  offerLast: 'w result:r',
  peek: 'r element',
  peekFirst: 'r element',
  peekLast: 'r element',
  element: 'r element',
  push: 'w',
  pop: 'w result:r element',
  removeFirst: 'w result:r element',
  removeLast: 'w result:r element',
  first: 'r element',
  last: 'r element',
  ensureCapacity: 'w',
  trimToSize: 'w',
};

const vector: LibraryType['methods'] = {
  addElement: 'w',
  insertElementAt: 'w',
  removeElement: 'w result:r',
  removeElementAt: 'w',
  removeAllElements: 'w',
  elementAt: 'r element',
  firstElement: 'r element',
  lastElement: 'r element',
  setElementAt: 'w',
  setSize: 'w',
  capacity: 'r',
  copyInto: 'r',
  elements: 'iterator',
};

const blocking: LibraryType['methods'] = {
  take: 'w result:r element blocks',
  put: 'w blocks',
  drainTo: 'c',
  remainingCapacity: 'r',
  takeFirst: 'w result:r element blocks',
  takeLast: 'w result:r element blocks',
  putFirst: 'w blocks',
  putLast: 'w blocks',
};

export const collectionTypes: readonly LibraryType[] = [
  { name: 'Collection', policy: 'none', iteration: 'fail-fast', methods: collection },
  ...plain('List', 'Set', 'Queue', 'Deque', 'SortedSet', 'NavigableSet', 'Iterable'),
  ...plain('ArrayList', 'LinkedList', 'ArrayDeque', 'PriorityQueue', 'HashSet', 'LinkedHashSet', 'TreeSet'),
  { name: 'Vector', extends: 'Collection', policy: 'self', iteration: 'fail-fast', methods: vector },
  { name: 'Stack', extends: 'Vector', methods: { empty: 'r', search: 'r' } },
  { name: 'SynchronizedCollection', extends: 'Collection', policy: 'self', iteration: 'fail-fast' },
  ...snapshot('CopyOnWriteArrayList', 'CopyOnWriteArraySet'),
  ...weak('ConcurrentLinkedQueue', 'ConcurrentLinkedDeque', 'ConcurrentSkipListSet', 'ConcurrentSet'),
  { name: 'BlockingQueue', extends: 'Collection', policy: 'atomic', iteration: 'weak', methods: blocking },
  ...['BlockingDeque', 'LinkedBlockingQueue', 'ArrayBlockingQueue', 'PriorityBlockingQueue', 'LinkedBlockingDeque'].map(
    (name) => ({ name, extends: 'BlockingQueue' }),
  ),
  ...['DelayQueue', 'SynchronousQueue', 'LinkedTransferQueue', 'TransferQueue'].map((name) => ({
    name,
    extends: 'BlockingQueue',
  })),
  {
    name: 'BitSet',
    extends: 'Collection',
    methods: { set: 'w', flip: 'c', nextClearBit: 'r', nextSetBit: 'r', cardinality: 'r' },
  },
];

function plain(...names: string[]): LibraryType[] {
  return names.map((name) => ({ name, extends: 'Collection' }));
}

/** One call is one step, and `addIfAbsent` tests and writes; iteration sees the content of one moment. */
function snapshot(...names: string[]): LibraryType[] {
  const methods = { addIfAbsent: 'c', addAllAbsent: 'c' };
  return names.map((name) => ({ name, extends: 'Collection', policy: 'atomic', iteration: 'snapshot', methods }));
}

function weak(...names: string[]): LibraryType[] {
  return names.map((name) => ({ name, extends: 'Collection', policy: 'atomic', iteration: 'weak' }));
}
