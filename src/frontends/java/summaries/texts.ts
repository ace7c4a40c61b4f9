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

/** Objects that collect what they are fed until they are asked for the result: one user at a time. */
const digest: LibraryType['methods'] = {
  update: 'w',
  digest: 'w r',
  doFinal: 'w r',
  sign: 'w r',
  verify: 'w r',
  init: 'w',
  initSign: 'w',
  initVerify: 'w',
  reset: 'w',
  getValue: 'r',
  getAlgorithm: '',
  getDigestLength: '',
  getProvider: '',
};

const matcher: LibraryType['methods'] = {
  reset: 'w view',
  usePattern: 'w view',
  region: 'w view',
  matches: 'w r',
  find: 'w r',
  lookingAt: 'w r',
  group: 'r',
  groupCount: '',
  start: 'r',
  end: 'r',
  hitEnd: 'r',
  replaceAll: 'w r',
  replaceFirst: 'w r',
  appendReplacement: 'w view',
  appendTail: 'w r',
  toMatchResult: 'r',
};

/** Every call moves on: what one gets, another does not. */
const cursor: LibraryType['methods'] = {
  next: 'w r',
  nextInt: 'w r',
  nextLong: 'w r',
  nextLine: 'w r',
  nextToken: 'w r',
  hasNext: 'w r',
  hasNextLine: 'w r',
  hasMoreTokens: 'r',
  countTokens: 'r',
};

function oneUser(methods: LibraryType['methods'], ...names: string[]): LibraryType[] {
  return names.map((name) => ({ name, policy: 'none', ...(methods ? { methods } : {}) }));
}

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
  { name: 'GregorianCalendar', extends: 'Calendar' },
  ...oneUser(digest, 'MessageDigest', 'Signature', 'Mac', 'Cipher', 'Checksum', 'CRC32', 'CRC32C', 'Adler32'),
  ...oneUser(matcher, 'Matcher'),
  ...oneUser(cursor, 'Scanner', 'StringTokenizer', 'SplittableRandom'),
  ...oneUser(unsafe, 'MessageFormat', 'ChoiceFormat'),
  { name: 'Date', policy: 'none', methods: { getTime: 'r', setTime: 'w' } },
  { name: 'ThreadLocal', policy: 'private' },
  { name: 'InheritableThreadLocal', policy: 'private' },
  { name: 'Random', policy: 'immutable' },
  { name: 'String', policy: 'immutable' },
  { name: 'UnmodifiableCollection', extends: 'Collection', policy: 'immutable' },
  { name: 'UnmodifiableMap', extends: 'Map', policy: 'immutable' },
];
