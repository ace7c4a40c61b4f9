// All that is known of libraries, and how it is found: by the package that a name was imported from.

import { databases } from './databases.js';
import { files } from './files.js';
import { locks } from './locks.js';
import { type Deed, deeds, type LibraryModel, type StandIn } from './model.js';
import { network } from './network.js';
import { queues } from './queues.js';
import { stores } from './stores.js';

export const libraryModels: readonly LibraryModel[] = [
  ...locks,
  ...stores,
  ...databases,
  ...files,
  ...network,
  ...queues,
];

interface Known {
  readonly calls: ReadonlyMap<string, Deed>;
  readonly exports: ReadonlyMap<string, StandIn>;
  readonly registers: ReadonlySet<string>;
}

function knownOf({ calls = {}, exports = {}, registers = '' }: LibraryModel): Known {
  const named = deeds.flatMap((deed) => wordsIn(calls[deed] ?? '').map((name) => [name, deed] as const));
  return {
    calls: new Map(named),
    exports: new Map(Object.entries(exports)),
    registers: new Set(wordsIn(registers)),
  };
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

const byPackage = new Map(
  libraryModels.flatMap((model) => {
    const known = knownOf(model);
    return model.packages.map((name) => [name, known] as const);
  }),
);

export function deedOf(from: string | undefined, call: string): Deed | undefined {
  return from === undefined ? undefined : byPackage.get(from)?.calls.get(call);
}

export function standInOf(from: string, name: string): StandIn | undefined {
  return byPackage.get(from)?.exports.get(name);
}

export function isRegistration(from: string | undefined, call: string): boolean {
  return from !== undefined && byPackage.get(from)?.registers.has(call) === true;
}

/** `ioredis` of `new ioredis#4`, `redis` of `redis.createClient()#7`, `fs` of `fs.promises`. */
export function packageIn(term: string): string | undefined {
  const bare = term.startsWith('new ') ? term.slice(4) : term;
  const end = bare.search(/[#(]|\.(?!js\b|io\b)/);
  const name = end < 0 ? bare : bare.slice(0, end);
  return byPackage.has(name) ? name : undefined;
}
