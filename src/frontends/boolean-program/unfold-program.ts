// A Boolean program as a thread transition diagram. A local state is a line, the values of the local variables, and whether
// the thread is in an atomic section or waits; a shared state is the values of the shared variables, whether an atomic
// section is open, and which local state is just starting a thread. Only what can occur is unfolded: pairs of shared
// and local states, each found so far with each. A failed assertion leads to one more shared and local state: the target.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import { Interner } from '../../base/interner.js';
import { failure, type Result, success } from '../../base/result.js';
import type { SourceText } from '../../base/source-text.js';
import type { Configuration, Edge, PassiveMove, ThreadDiagram } from '../../model/threads/diagram.js';
import { visitPairs } from '../../model/threads/visit-pairs.js';
import type { BooleanProgram, Statement, Variable } from './boolean-program.js';
import { canBeFalse, canBeTrue, valuesOf } from './expression-values.js';

interface Shared {
  readonly values: number;
  readonly atomic: boolean;
  /** The local state that starts a thread and has yet to go on; -1 if none. */
  readonly starting: number;
}

interface Local {
  /** -1 when the thread has ended. */
  readonly line: number;
  readonly values: number;
  readonly atomic: boolean;
  readonly waiting: boolean;
}

const failedShared: Shared = { values: -1, atomic: false, starting: -1 };
const endedLocal: Local = { line: -1, values: 0, atomic: false, waiting: false };
const failedLocal: Local = { line: -2, values: 0, atomic: false, waiting: false };
const mostPairs = 3_000_000;
const mostVariables = 24;

export function unfoldProgram(source: SourceText, program: BooleanProgram): Result<ThreadDiagram, Diagnostic> {
  const tooLarge = (message: string) => failure(diagnosticAt(source, { start: 0, end: 1 }, 'HD4009', message));
  if (program.shared.length + program.local.length > mostVariables)
    return tooLarge(`more than ${mostVariables} variables are not unfolded`);
  const unfolding = new Unfolding(source, program);
  return unfolding.run() ? success(unfolding.diagram()) : tooLarge(`more than ${mostPairs} pairs of states`);
}

class Unfolding {
  readonly #shared = new Interner<Shared>(({ values, atomic, starting }) => `${values},${atomic},${starting}`);
  readonly #local = new Interner<Local>(
    ({ line, values, atomic, waiting }) => `${line},${values},${atomic},${waiting}`,
  );
  readonly #edges: Edge[] = [];
  /** Which edges are broadcasts. */
  readonly #broadcasts = new Set<number>();
  readonly #initial: Configuration[];
  readonly #localMask: number;

  constructor(
    readonly source: SourceText,
    readonly program: BooleanProgram,
  ) {
    const { shared, local } = program;
    this.#localMask = ((1 << local.length) - 1) << shared.length;
    const starts = initialValues(local).map((values) => this.#at(0, values << shared.length, false));
    this.#initial = initialValues(shared).map((values) => ({
      shared: this.#shared.intern({ values, atomic: false, starting: -1 }),
      bounded: [],
      unbounded: starts,
    }));
  }

  /** Looks at every pair of a shared and a local state once; false when there are too many. */
  run(): boolean {
    let pairs = 0;
    const visits = visitPairs(
      () => this.#shared.size,
      () => this.#local.size,
      (shared, local) => this.#expand(shared, local),
    );
    for (const visited of visits) if ((pairs += visited) > mostPairs) return false;
    return true;
  }

  diagram(): ThreadDiagram {
    const target = { shared: this.#shared.intern(failedShared), local: this.#local.intern(failedLocal) };
    const asserts = this.program.lines.some(({ statement }) => statement.kind === 'assert');
    return {
      kind: 'threads',
      sharedCount: this.#shared.size,
      localCount: this.#local.size,
      edges: this.#edges.map((edge, i) => (this.#broadcasts.has(i) ? this.#completed(edge) : edge)),
      initial: this.#initial,
      targets: asserts
        ? [{ configuration: { shared: target.shared, bounded: [target.local], unbounded: [] }, name: 'assert' }]
        : [],
      sharedNames: this.#shared.values().map((state) => this.#sharedName(state)),
      localNames: this.#local.values().map((state) => this.#localName(state)),
    };
  }

  /** A broadcast wakes every waiting state there is, also those found after it. */
  #completed(edge: Edge): Edge {
    const passive: PassiveMove[] = this.#local.values().flatMap((state, from) => {
      if (!state.waiting) return [];
      const to = this.#local.find({ ...state, waiting: false });
      return to === undefined ? [] : [{ from, to }];
    });
    return { ...edge, passive };
  }

  #expand(sharedId: number, localId: number): void {
    const shared = this.#shared.value(sharedId);
    const local = this.#local.value(localId);
    const line = this.program.lines[local.line];
    if (!line || local.waiting || shared.values < 0) return;
    if (shared.starting >= 0 ? shared.starting !== localId : shared.atomic !== local.atomic) return;
    const now = shared.values | local.values;
    const { statement } = line;
    const go = (target: number, values = now, section = local.atomic) => {
      const atomic = section && target < this.program.lines.length;
      const to = this.#at(target, values & this.#localMask, atomic);
      this.#edge(localId, sharedId, to, { values: values & ~this.#localMask, atomic, starting: -1 });
    };
    const next = local.line + 1;
    const toLabel = (label: string) => this.program.labels.get(label)!;
    switch (statement.kind) {
      case 'skip':
        return go(next);
      case 'end-thread':
        return this.#edge(localId, sharedId, this.#local.intern(endedLocal), { ...shared, atomic: false });
      case 'atomic-begin':
        return go(next, now, true);
      case 'atomic-end':
        return go(next, now, false);
      case 'goto':
        for (const label of statement.labels) go(toLabel(label));
        return;
      case 'branch': {
        const values = valuesOf(statement.condition, now, now);
        if (values & canBeTrue) go(toLabel(statement.label));
        if (values & canBeFalse) go(next);
        return;
      }
      case 'assume':
        if (valuesOf(statement.condition, now, now) & canBeTrue) go(next);
        return;
      case 'assert': {
        const values = valuesOf(statement.condition, now, now);
        if (values & canBeTrue) go(next);
        if (values & canBeFalse) this.#edge(localId, sharedId, this.#local.intern(failedLocal), failedShared);
        return;
      }
      case 'assign':
        for (const after of this.#assignments(statement, now)) go(next, after);
        return;
      case 'start-thread':
        if (shared.starting === localId) return go(next);
        return this.#edge(
          localId,
          sharedId,
          this.#at(toLabel(statement.label), local.values, false),
          { ...shared, starting: localId },
          'spawn',
        );
      case 'wait': {
        const waiting = { line: next, values: local.values, atomic: false, waiting: true };
        this.#local.intern({ ...waiting, waiting: false });
        return this.#edge(localId, sharedId, this.#local.intern(waiting), { ...shared, atomic: false });
      }
      case 'broadcast':
        this.#broadcasts.add(this.#edges.length);
        return go(next);
    }
  }

  /** All valuations after a parallel assignment. */
  #assignments({ variables, values, constraint }: Extract<Statement, { kind: 'assign' }>, now: number): number[] {
    let results = [now];
    variables.forEach((variable, i) => {
      const mask = valuesOf(values[i]!, now, now);
      const bit = 1 << variable;
      results = results.flatMap((after) => [
        ...(mask & canBeFalse ? [after & ~bit] : []),
        ...(mask & canBeTrue ? [after | bit] : []),
      ]);
    });
    return constraint ? results.filter((after) => valuesOf(constraint, now, after) & canBeTrue) : results;
  }

  #at(line: number, values: number, atomic: boolean): number {
    if (line >= this.program.lines.length) return this.#local.intern(endedLocal);
    return this.#local.intern({ line, values, atomic, waiting: false });
  }

  #edge(from: number, shared: number, to: number, next: Shared, kind: 'move' | 'spawn' = 'move'): void {
    const { span } = this.program.lines[this.#local.value(from).line]!;
    const text = this.source.text.slice(span.start, span.end).replace(/\s+/g, ' ');
    this.#edges.push({
      kind,
      from: { shared, local: from },
      to: { shared: this.#shared.intern(next), local: to },
      passive: [],
      place: this.source.place(span),
      text,
    });
  }

  #sharedName({ values, atomic, starting }: Shared): string {
    if (values < 0) return 'failed';
    const parts = this.program.shared.map(({ name }, i) => `${name}=${(values >>> i) & 1}`);
    return [...parts, ...(atomic ? ['atomic'] : []), ...(starting >= 0 ? ['starting'] : [])].join(' ');
  }

  #localName({ line, values, waiting }: Local): string {
    if (line < 0) return line === -1 ? 'ended' : 'failed';
    const offset = this.program.shared.length;
    const parts = this.program.local.map(({ name }, i) => `${name}=${(values >>> (offset + i)) & 1}`);
    const at = this.program.lines[line];
    const where = at ? `line ${this.source.position(at.span.start).line}` : 'end';
    return [where, ...parts, ...(waiting ? ['waiting'] : [])].join(' ');
  }
}

/** All valuations that the declarations allow, as bit sets from bit 0 on. */
function initialValues(variables: readonly Variable[]): number[] {
  let results = [0];
  variables.forEach(({ initial }, i) => {
    results = results.flatMap((values) => [
      ...(initial === true ? [] : [values]),
      ...(initial === false ? [] : [values | (1 << i)]),
    ]);
  });
  return results;
}
