// Certifiers of the kinds `states/1` and `states-local/1`, and of `executions/1`: no table, the states or executions are
// searched again (search-states.ts, search-executions.ts). The body may say after how many to give up; that decides whether
// there is an answer, never which. Claims about one program share a search.

import { derived, derivedBy } from '../../base/derived.js';
import type { Model } from '../../model/model.js';
import type { Program } from '../../model/program/program.js';
import type { ExecutionsCertificate, StatesCertificate } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import {
  accepted,
  type Certifier,
  type CertifyOutcome,
  certifierOf,
  notCertified,
  rejected,
  type Work,
} from '../certifier.js';
import { hasPlainThreads } from './local-moves.js';
import { searchExecutions } from './search-executions.js';
import { type Excluded, type Searched, searchStates } from './search-states.js';

/** No re-search is longer. */
const mostStates = 1_000_000;

export const statesCertifier = statesCertifierOf('states/1', false);
export const localStatesCertifier = statesCertifierOf('states-local/1', true);

export const executionsCertifier = certifierOf('executions/1', (model, property, scope, certificate, work) => {
  const claim = claimOf(model, property, scope, true);
  if ('kind' in claim) return claim;
  if (claim.excluded === 'atomicity') return rejected('executions do not show conflicts of units');
  const search = (room: Work) => searchExecutions(claim.program, room);
  const searched = searchOnce(claim.program, 'executions', search, limitOf(certificate), work);
  const outcome = judge(claim.excluded, searched);
  if (outcome.kind !== 'not-certified') return outcome;
  // Executions may be endless, and states few all the same.
  return localStatesCertifier.certify(model, property, scope, { kind: 'states-local/1', body: certificate.body }, work);
});

function statesCertifierOf(kind: StatesCertificate['kind'], localThreadsGoAlone: boolean): Certifier {
  return certifierOf(kind, (model, property, scope, certificate, work) => {
    const claim = claimOf(model, property, scope, localThreadsGoAlone);
    if ('kind' in claim) return claim;
    const options = { localThreadsGoAlone, watchUnits: claim.excluded === 'atomicity' };
    const search = (room: Work) => searchStates(claim.program, options, room);
    return judge(
      claim.excluded,
      searchOnce(claim.program, JSON.stringify(options), search, limitOf(certificate), work),
    );
  });
}

interface Claim {
  readonly program: Program;
  readonly excluded: Excluded;
}

const kinds: readonly Excluded[] = ['assertion', 'error', 'deadlock', 'race', 'atomicity'];

function claimOf(model: Model, property: Property, scope: Scope, reduced: boolean): Claim | CertifyOutcome {
  if (model.kind !== 'program') return rejected('a re-search of states is about a program');
  const excluded = kinds.find((kind) => kind === property.kind);
  // Claims about single places, variables or units would need their own questions; explore claims that there is nothing.
  if (!excluded || Object.keys(property).length > 1)
    return rejected(`states do not show a property of kind ${property.kind} with parts`);
  const program = withInstances(model, scope);
  if (typeof program === 'string') return rejected(program);
  if (!hasPlainThreads(model) && (reduced || excluded === 'race'))
    return notCertified(
      'searched exhaustively, not certified: only states of preemptive threads without promises show it',
    );
  return { program, excluded };
}

/** A process with any number of instances gets as many as the scope says; nothing else may be bounded. */
function withInstances(model: Program, scope: Scope): Program | string {
  if (scope.kind === 'recorded-trace') return 'the scope is a recorded trace';
  const bounds = scope.kind === 'bounded' ? scope.bounds : {};
  const open = model.processes.filter(({ instances }) => instances === 'any').map(({ name }) => `instances of ${name}`);
  const missing = open.find((name) => !Number.isInteger(bounds[name]) || bounds[name]! < 0);
  if (missing !== undefined) return `the number of ${missing} is open`;
  const other = Object.keys(bounds).find((name) => !open.includes(name));
  if (other !== undefined) return `the scope bounds ${other}`;
  return open.length === 0 ? model : bounded(model, bounds);
}

function bounded(model: Program, bounds: Readonly<Record<string, number>>): Program {
  return withCounts(
    model,
    model.processes.map(({ name, instances }) => (instances === 'any' ? bounds[`instances of ${name}`]! : instances)),
  );
}

/** The same object for the same numbers, so that claims share a search. */
const withCounts = derivedBy(
  (counts: readonly number[]) => counts.join(),
  (model: Program, counts): Program => ({
    ...model,
    processes: model.processes.map((process, i) => ({ ...process, instances: counts[i]! })),
  }),
);

function limitOf({ body }: StatesCertificate | ExecutionsCertificate): number {
  const { limit } = body;
  return typeof limit === 'number' && limit >= 0 ? Math.min(limit, mostStates) : mostStates;
}

/** What was searched in a program, by what and how it was searched. */
const searchesOf = derived((_: Program) => new Map<string, { readonly searched: Searched; readonly room: number }>());

function searchOnce(
  program: Program,
  key: string,
  search: (room: Work) => Searched,
  limit: number,
  work: Work,
): Searched {
  const known = searchesOf(program);
  const room = Math.min(limit, work.left);
  const before = known.get(key);
  if (before && (before.searched.cut === undefined || before.room >= room)) return before.searched;
  const searched = search(within(work, room));
  known.set(key, { searched, room });
  return searched;
}

/** Part of the work; what is done is done of the whole. */
function within(work: Work, limit: number): Work {
  let rest = limit;
  return {
    get left() {
      return Math.min(rest, work.left);
    },
    set left(left) {
      const done = rest - left;
      rest = left;
      work.left -= done;
    },
  };
}

function judge(excluded: Excluded, { seen, cut }: Searched): CertifyOutcome {
  const found = seen.get(excluded);
  if (found !== undefined) return rejected(`the re-search contradicts it: ${found}`);
  return cut === undefined ? accepted : notCertified(`searched exhaustively, not certified: ${cut}`);
}
