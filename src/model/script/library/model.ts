// What is known of a library, as data: which packages, what their calls do outside, what stands for their exports, and to
// which of their methods functions are handed. One file for each family beside this one; docs/async.md says how to add one.

/** What a call does outside: `claim` stores only where nothing is, and tells; `begin` and `end` are of a transaction. */
export type Deed = 'read' | 'write' | 'delete' | 'move' | 'atomic' | 'claim' | 'effect' | 'pure' | 'begin' | 'end';

export const deeds: readonly Deed[] = [
  'read',
  'write',
  'delete',
  'move',
  'atomic',
  'claim',
  'effect',
  'pure',
  'begin',
  'end',
];

/** What is executed in place of an export: the machine has one implementation of each (machine/builtins/library.ts). */
export type StandIn =
  | 'mutex'
  | 'semaphore'
  | 'limiter'
  | 'queue'
  | 'keyed-lock'
  | 'coalescing'
  | 'emitter'
  | 'once'
  | 'map';

export const standIns: readonly StandIn[] = [
  'mutex',
  'semaphore',
  'limiter',
  'queue',
  'keyed-lock',
  'coalescing',
  'emitter',
  'once',
  'map',
];

export interface LibraryModel {
  readonly packages: readonly string[];
  /** By what they do: names of methods and functions, several in one text. */
  readonly calls?: Readonly<Partial<Record<Deed, string>>>;
  /** By the name of the export; `default` and `*` are what `import x from` and `require` give. */
  readonly exports?: Readonly<Record<string, StandIn>>;
  /** Methods whose function the outside calls whenever it likes. */
  readonly registers?: string;
}
