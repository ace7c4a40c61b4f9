// Whether every method finds of a small program what full exploration finds: every outcome, failure, deadlock and race.
// Full exploration runs once, on the program whose main thread writes its outcome down; the others run on the program with
// one assertion per outcome. Values are digits, so that an outcome is a number or two.

import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { asynchronousConstruct } from '../../../model/program/asynchronous.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, type State } from '../../../model/program/state.js';
import { fullSearch } from '../full/full-search.js';
import type { Monitor } from '../monitor.js';
import { raceMonitor } from '../race-monitor.js';
import { failureViolation } from '../violation.js';
import { type ObservedProgram, textWith } from './observed-program.js';
import { finish, idsOf, noLimits, searchOptimally, searchWithLocksets } from './search-with.js';

/**
 * A text about the first difference; `large` if there are more states than this. With `mostVisits` a method may stop there, or
 * where executions come back to a state: then what it has found must be right, and need not be all.
 */
export function differenceOf(model: ObservedProgram, mostStates: number, mostVisits?: number): string | undefined {
  const reference = explored(model, mostStates);
  if (!reference) return 'large';
  const { program, expected } = reference;
  const limits = { ...noLimits, maxStates: mostVisits ?? Number.POSITIVE_INFINITY };
  const found = {
    optimal: () => searchOptimally(program, { limits }),
    stateful: () => searchWithLocksets(program, { remember: true, limits }),
    lockset: () => searchWithLocksets(program, { remember: false, limits }),
  };
  const hasLocksets = program.scheduling === 'preemptive' && asynchronousConstruct(program) === undefined;
  for (const [name, search] of Object.entries(found)) {
    if (name !== 'optimal' && !hasLocksets) continue;
    const result = search();
    const isPart = result.cut !== undefined && mostVisits !== undefined;
    const ids = isPart ? expected.filter((id) => idsOf(result).includes(id)) : expected;
    if ((result.cut !== undefined && !isPart) || idsOf(result).join('; ') !== ids.join('; '))
      return `${name} on ${model.threads.join(' || ')}: ${idsOf(result).join('; ')} for ${expected.join('; ')}`;
    if ('asleep' in result && result.asleep !== 0) return `${result.asleep} in vain on ${model.threads.join(' || ')}`;
  }
  return undefined;
}

/** The program with one assertion per outcome, and what is to be found in it. */
function explored(
  model: ObservedProgram,
  mostStates: number,
): { program: Program; expected: readonly string[] } | undefined {
  const codes = codesOf(model.observed);
  const results = codes.map((_, i) => `code${i}`);
  const data = `${model.data} var ${results.map((name) => `${name} : int`).join(', ')};`;
  const writing = programOf(textWith({ ...model, data }, codes.map((code, i) => `code${i} = ${code};`).join(' ')));
  const ends = new OutcomeMonitor(results.map((name) => writing.variables.findIndex((one) => one.name === name)));
  const limits = { ...noLimits, maxStates: mostStates };
  const monitors = writing.scheduling === 'preemptive' ? [raceMonitor, ends] : [ends];
  const full = finish(fullSearch(writing, initialState(writing), monitors, limits));
  if (full.cut !== undefined) return undefined;
  const reads = codes.map((code, i) => `let c${i} = ${code};`);
  const asserts = [...ends.seen].map(
    (seen) => `assert !(${seen.map((value, i) => `c${i} == ${value}`).join(' && ')});`,
  );
  const program = programOf(textWith({ ...model, data }, [...reads, ...asserts].join('\n')));
  const outcomeIds = assertionIds(program, asserts.length);
  return { program, expected: [...new Set([...idsOf(full), ...outcomeIds])].sort() };
}

/** Eight digits are a number. */
function codesOf(observed: readonly string[]): string[] {
  const codes: string[] = [];
  for (let at = 0; at < observed.length; at += 8)
    codes.push(observed.slice(at, at + 8).reduce((code, name) => `(${code}) * 10 + ${name}`, '0'));
  return codes;
}

/** Of the last assertions of the text, those of the main thread. */
function assertionIds(program: Program, count: number): string[] {
  const edges = program.functions.flatMap((graph) => graph.edges);
  const failure = { kind: 'assertion', reason: 'assertion failed' } as const;
  const asserts = edges.filter(({ action }) => action.kind === 'assert');
  asserts.sort((one, other) => one.origin.start - other.origin.start);
  return asserts
    .slice(asserts.length - count)
    .map((edge) => failureViolation(program, { move: { kind: 'edge', thread: 0, edge }, failure })!.id);
}

/** Remembers nothing of a step, and what the main thread wrote down in the end. */
class OutcomeMonitor implements Monitor<null> {
  readonly #seen = new Map<string, readonly number[]>();

  constructor(readonly places: readonly number[]) {}

  get seen(): IterableIterator<readonly number[]> {
    return this.#seen.values();
  }

  initial(): null {
    return null;
  }

  next(): { watched: null; violations: readonly [] } {
    return { watched: null, violations: [] };
  }

  key(): string {
    return '';
  }

  label(): string {
    return '';
  }

  atEnd({ threads, shared }: State): void {
    if (threads[0]!.status.kind !== 'ended') return;
    const outcome = this.places.map((place) => shared[place]!);
    this.#seen.set(outcome.join(), outcome);
  }
}
