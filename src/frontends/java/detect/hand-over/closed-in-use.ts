// One thread takes an object out of where all find it and closes it, while another one has found it there before and still
// uses it: an eviction, a replacement. Methods that end everything (`close`, `shutdown`) may do so: of low rank.

import type { Inquiry } from '../../../../verdict/inquiry.js';
import type { FoundUse } from '../../lower/found-objects.js';
import { type HeldLock, readsBehind, type UnitGraph } from '../../lower/unit-graph.js';
import { act, setAction } from '../../questions/script-program.js';
import type { ClassInfo } from '../../symbols/class-info.js';
import { ancestorOf } from '../../syntax/syntax-node.js';
import { wayOf } from '../excuses.js';
import { removes } from '../harmless-steps.js';
import { finding, type ScriptFinding, scriptInquiry } from '../script-inquiry.js';

export function closedInUseInquiries(
  classes: readonly { readonly root: ClassInfo; readonly units: readonly UnitGraph[] }[],
): Inquiry[] {
  const found = classes.flatMap(({ root, units }) =>
    units.flatMap((closer) =>
      closer.foundUses
        .filter((use) => use.kind === 'close' && takesOut(closer, use))
        .flatMap((close) => {
          const [first] = units.flatMap((user) => usesUnguarded(user, closer, close).map((use) => ({ user, use })));
          return first ? [closedInUse(root, first.user, first.use, closer, close)] : [];
        }),
    ),
  );
  return [...new Map(found.map((one) => [one.id, one])).values()].map(scriptInquiry);
}

/** Puts another one there, or nothing. */
function takesOut({ accesses }: UnitGraph, { found: { place } }: FoundUse): boolean {
  return accesses.some(
    (access) =>
      access.kind === 'write' &&
      access.location.id === place.id &&
      (!place.isContent || removes(access) || /^(clear|getAndSet|set)/.test(access.node.field('name')?.text ?? '')),
  );
}

function usesUnguarded(user: UnitGraph, closer: UnitGraph, close: FoundUse): FoundUse[] {
  const { place } = close.found;
  const own = user.foundUses.filter(({ found }) => found.place.id === place.id);
  if (own.some(({ kind }) => kind === 'keep') || (user === closer && user.once)) return [];
  return own.filter(
    (use) =>
      use.kind === 'use' &&
      !isWhatWasTaken(user, use) &&
      !isKeptThere(use, closer, close) &&
      !isCounted(user, use, closer) &&
      !isCaught(use),
  );
}

/** Whoever took it out has it alone. */
function isWhatWasTaken({ accesses }: UnitGraph, { found, node }: FoundUse): boolean {
  const { place } = found;
  return accesses.some(
    (access) =>
      access.kind === 'write' &&
      access.location.id === place.id &&
      access.node.end <= node.start &&
      access.held === found.held &&
      (removes(access) || /^getAndSet/.test(access.node.field('name')?.text ?? '')),
  );
}

/** One lock, held since it was found, that the other one needs for closing it or for taking it out. */
function isKeptThere({ found, held }: FoundUse, { accesses }: UnitGraph, close: FoundUse): boolean {
  const { place } = found;
  const isHeldIn = (locks: readonly HeldLock[], lock: HeldLock) =>
    locks.some(
      ({ object, mode }) => object.id === lock.object.id && (mode === 'exclusive' || lock.mode === 'exclusive'),
    );
  const since = found.held.filter(({ scope, object }) => object.exact && held.some((lock) => lock.scope === scope));
  const writes = accesses.filter(({ kind, location }) => kind === 'write' && location.id === place.id);
  return since.some((lock) => isHeldIn(close.held, lock) || writes.every((write) => isHeldIn(write.held, lock)));
}

/** Counted among its users under the lock under which it was found, and the other one takes out only what has none. */
function isCounted(user: UnitGraph, { found: { place, held } }: FoundUse, closer: UnitGraph): boolean {
  const tested = new Set(
    closer.accesses
      .filter(({ kind, location }) => kind === 'write' && location.id === place.id)
      .flatMap(({ control }) => [...readsBehind(closer, control)]),
  );
  return user.accesses.some(
    (raise) =>
      raise.kind === 'write' &&
      wayOf(raise) === 'up' &&
      raise.location.object.id.startsWith(`${place.object.id}.*`) &&
      raise.held.some(({ object, scope }) => object.exact && held.some((lock) => lock.scope === scope)) &&
      closer.accesses.some(({ id, location }) => location.id === raise.location.id && tested.has(id)),
  );
}

const blocks = new Set(['try_statement', 'try_with_resources_statement', 'method_declaration', 'lambda_expression']);

/** The method reckons with a closed object. */
function isCaught({ node }: FoundUse): boolean {
  const around = ancestorOf(node, blocks);
  return around?.type.startsWith('try') === true && around.child('catch_clause') !== undefined;
}

const ends =
  /^(close|shutdown|stop|destroy|dispose|terminate|disconnect|release|clear|clean|reset|finalize|kill|abort|end)/i;

function closedInUse(
  root: ClassInfo,
  user: UnitGraph,
  use: FoundUse,
  closer: UnitGraph,
  close: FoundUse,
): ScriptFinding {
  const { name } = close.found.place;
  const call = close.node.field('name')?.text ?? 'close';
  return finding(root, use.node, {
    rule: 'HD7023',
    kind: 'closed-in-use',
    property: 'assertions',
    low: ends.test(closer.name.split('.').at(-1)!) || closer.rank === 'low' || user.rank === 'low',
    methods: [...new Set([user.name, closer.name])],
    fields: [name],
    message: `${user.name} uses what it found in ${name} while ${user === closer ? 'another call of itself' : closer.name} takes it out and closes it`,
    places: [
      [use.node, `${use.method} uses what it has found in ${name}`],
      [close.node, `${close.method} calls ${call}() on it, or on another one, after taking it out`],
    ],
    because: [
      `nothing keeps ${name} as it is from where ${use.method} finds the object to line ${use.node.line}: by then line ${close.node.line} may have closed it`,
    ],
    help: `use it under the lock under which it is taken out and closed, or count its users and let the last one close it`,
    isSketch: true,
    script: () => ({
      locks: [],
      variable: { name: 'closed', initial: 0 },
      processes: [
        {
          name: user.name,
          instances: 1,
          node: use.node,
          steps: [
            act({ kind: 'skip' }, use.node),
            {
              kind: 'if',
              value: 1,
              node: use.node,
              body: [act({ kind: 'assert', condition: { kind: 'constant', value: 0 } }, use.node)],
            },
          ],
        },
        {
          name: user === closer ? `${closer.name} again` : closer.name,
          instances: 1,
          node: close.node,
          steps: [act(setAction(1), close.node)],
        },
      ],
    }),
  });
}
