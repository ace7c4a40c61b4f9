// Maps: `c` marks the methods that test and write in one step.

import type { LibraryType } from './library-type.js';

const map: LibraryType['methods'] = {
  get: 'r element',
  getOrDefault: 'r element',
  containsKey: 'r',
  containsValue: 'r',
  contains: 'r',
  put: 'w result:r element',
  putAll: 'w',
  remove: 'w result:r element',
  putIfAbsent: 'c element',
  computeIfAbsent: 'c element lambda:inside',
  computeIfPresent: 'c element lambda:inside',
  compute: 'c element lambda:inside',
  merge: 'c element lambda:inside',
  replace: 'c element',
  replaceAll: 'c lambda:inside',
  clear: 'w',
  size: 'r',
  mappingCount: 'r',
  isEmpty: 'r',
  keySet: 'view',
  values: 'view',
  entrySet: 'view',
  descendingMap: 'view',
  headMap: 'view',
  tailMap: 'view',
  keys: 'iterator',
  elements: 'iterator',
  forEach: 'iterator lambda:after',
  firstKey: 'r',
  lastKey: 'r',
  firstEntry: 'r',
  lastEntry: 'r',
  floorKey: 'r',
  ceilingKey: 'r',
  floorEntry: 'r',
  ceilingEntry: 'r',
  higherKey: 'r',
  lowerKey: 'r',
  pollFirstEntry: 'w result:r',
  pollLastEntry: 'w result:r',
  toString: 'r',
  hashCode: 'r',
  equals: 'r',
};

/** What the views and iterators of a map have beside the methods of a map. */
const view: LibraryType['methods'] = {
  iterator: 'iterator',
  stream: 'iterator',
  removeIf: 'c lambda:inside',
  removeAll: 'w',
  retainAll: 'w',
  toArray: 'r',
};

const properties: LibraryType['methods'] = {
  getProperty: 'r',
  setProperty: 'w result:r',
  stringPropertyNames: 'r',
  propertyNames: 'r',
  load: 'w',
  loadFromXML: 'w',
  store: 'r',
  storeToXML: 'r',
  list: 'r',
};

export const mapTypes: readonly LibraryType[] = [
  { name: 'Map', policy: 'none', iteration: 'fail-fast', methods: { ...map, ...view } },
  ...[
    'SortedMap',
    'NavigableMap',
    'HashMap',
    'LinkedHashMap',
    'TreeMap',
    'WeakHashMap',
    'IdentityHashMap',
    'EnumMap',
  ].map((name) => ({ name, extends: 'Map' })),
  // Its iterators do not notice changes (since Java 9), and its names are given as a copy.
  { name: 'Properties', extends: 'Map', policy: 'self', iteration: 'weak', methods: properties },
  { name: 'AccessOrderedMap', extends: 'Map', methods: { get: 'w r element', getOrDefault: 'w r element' } },
  { name: 'Hashtable', extends: 'Map', policy: 'self', iteration: 'fail-fast' },
  { name: 'SynchronizedMap', extends: 'Map', policy: 'self', iteration: 'fail-fast' },
  { name: 'ConcurrentMap', extends: 'Map', policy: 'atomic', iteration: 'weak' },
  { name: 'ConcurrentHashMap', extends: 'ConcurrentMap' },
  { name: 'ConcurrentSkipListMap', extends: 'ConcurrentMap' },
  { name: 'ConcurrentNavigableMap', extends: 'ConcurrentMap' },
];
