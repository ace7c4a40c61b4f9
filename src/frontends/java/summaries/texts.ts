// Builders of text and other library objects with a state, thread-safe or not; and types without any state.

import type { LibraryType } from './library-type.js';

const builder: LibraryType['methods'] = {
  append: 'w view',
  insert: 'w view',
  delete: 'w view',
  deleteCharAt: 'w view',
  replace: 'w view',
  reverse: 'w view',
  setLength: 'w',
  setCharAt: 'w',
  length: 'r',
  charAt: 'r',
  substring: 'r',
  indexOf: 'r',
  isEmpty: 'r',
  toString: 'r',
};

/** Objects of the library that are documented not to be safe for use by several threads. */
const unsafe: LibraryType['methods'] = { format: 'w r', parse: 'w r', applyPattern: 'w', setTimeZone: 'w' };

export const textTypes: readonly LibraryType[] = [
  { name: 'StringBuilder', policy: 'none', methods: builder },
  { name: 'StringBuffer', policy: 'self', methods: builder },
  { name: 'SimpleDateFormat', policy: 'none', methods: unsafe },
  { name: 'DateFormat', policy: 'none', methods: unsafe },
  { name: 'DecimalFormat', policy: 'none', methods: unsafe },
  { name: 'NumberFormat', policy: 'none', methods: unsafe },
  {
    name: 'Calendar',
    policy: 'none',
    methods: { get: 'r', set: 'w', add: 'w', getTime: 'r', setTime: 'w', clear: 'w' },
  },
  { name: 'Date', policy: 'none', methods: { getTime: 'r', setTime: 'w' } },
  { name: 'ThreadLocal', policy: 'private' },
  { name: 'InheritableThreadLocal', policy: 'private' },
  { name: 'Random', policy: 'immutable' },
  { name: 'String', policy: 'immutable' },
  { name: 'UnmodifiableCollection', policy: 'immutable' },
  { name: 'UnmodifiableMap', policy: 'immutable' },
];
