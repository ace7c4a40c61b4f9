// Checks that no execution of two processes shows a pattern: recomputes the slices of the question from the program, has
// each saturated table confirmed to be closed, and then tests all pairs of final tuples for compatibility.

import { patternById } from '../../logic/access-patterns/conflict-cycles.js';
import { type PatternSheet, patternSheet } from '../../logic/access-patterns/pattern-sheet.js';
import { historyTable } from '../../logic/lock-history/history-table.js';
import { compatiblePair } from '../../logic/lock-history/tuple-join.js';
import { TupleTable } from '../../logic/lock-history/tuple-table.js';
import type { Model } from '../../model/model.js';
import type { Program } from '../../model/program/program.js';
import { coneOf } from '../../translate/atomicity-cone.js';
import { type FlowProcess, flowProcess } from '../../translate/atomicity-flow.js';
import { ProcessProduct } from '../../translate/atomicity-product.js';
import { type Slice, sliceProcess } from '../../translate/atomicity-slice.js';
import type { Property } from '../property.js';
import { accepted, type Certifier, rejected } from './certifier.js';
import {
  type CertificateBody,
  type ChoiceBody,
  MalformedBody,
  readBody,
  type SaturationBody,
} from './lock-history-body.js';
import { type ClosedTable, closedTable } from './lock-history-closure.js';
import { type AskedQuery, askedQueries } from './lock-history-queries.js';

export const lockHistoryCertifier: Certifier = {
  certificateKind: 'lock-histories',
  certify(model, certificate, properties) {
    if (!isProgram(model)) return rejected('the model is not a program');
    try {
      const problem = checkAll(model, readBody(certificate.body), properties);
      return problem === undefined ? accepted : rejected(problem);
    } catch (error) {
      if (error instanceof MalformedBody) return rejected(error.message);
      throw error;
    }
  },
};

function isProgram(model: Model): model is Program {
  return model.kind === 'program';
}

function checkAll(program: Program, body: CertificateBody, properties: readonly Property[]): string | undefined {
  const context = contextOf(program);
  for (const property of properties) {
    const queries = askedQueries(program, property);
    if (typeof queries === 'string') return queries;
    for (const query of queries) {
      const problem = context.check(body, query);
      if (problem) return `${problem} (pattern ${query.pattern} on ${query.variables.join(', ')})`;
    }
  }
  return undefined;
}

/** What has been computed and confirmed about a program; certificates about it share most of it. */
class CheckContext {
  readonly #flows = new Map<string, FlowProcess>();
  readonly #tuples = new Map<number, TupleTable>();
  readonly #sheets = new Map<string, PatternSheet | undefined>();
  readonly #choices = new WeakMap<ChoiceBody, { first: ClosedTable; second: ClosedTable } | string>();
  readonly #tables = new WeakMap<object, Map<string, ClosedTable | string>>();

  constructor(readonly program: Program) {}

  check(body: CertificateBody, query: AskedQuery): string | undefined {
    const sheet = this.#sheet(body.patterns, query.variables.length);
    const choice = body.choices.find(({ variables }) => isSameSet(variables, query.variables));
    if (!choice || !sheet) return 'the certificate does not speak of these variables';
    if (!isSameSet(body.processes, [query.unit, query.other])) return 'the certificate is about other processes';
    const tables = this.#tablesOf(body, choice, sheet);
    if (typeof tables === 'string') return tables;
    const order = query.variables.map((variable) => choice.variables.indexOf(variable)).join();
    const asked = sheet.queries.find(
      ({ pattern, variables }) => pattern.id === query.pattern && variables.join() === order,
    );
    if (!asked) return 'the certificate does not speak of this pattern';
    const [u, v] = body.processes[0] === query.unit ? [tables.first, tables.second] : [tables.second, tables.first];
    const pair = compatiblePair(u.tuples, u.finals.get(asked.uState) ?? [], v.finals.get(asked.vState) ?? []);
    return pair ? 'the table contains compatible tuples' : undefined;
  }

  #tablesOf(body: CertificateBody, choice: ChoiceBody, sheet: PatternSheet) {
    const known = this.#choices.get(choice);
    if (known !== undefined) return known;
    const tables = this.#confirm(body, choice, sheet);
    this.#choices.set(choice, tables);
    return tables;
  }

  #confirm(body: CertificateBody, choice: ChoiceBody, sheet: PatternSheet) {
    const [one, other] = body.processes.map((name) => this.#flow(name));
    const numbers = choice.variables.map((name) =>
      this.program.variables.findIndex((variable) => variable.name === name),
    );
    if (!one || !other || numbers.includes(-1)) return 'the certificate names what the model does not have';
    const cone = coneOf(one, other, numbers);
    const first = this.#closed(body.saturations[choice.first], sliceProcess(one, cone), sheet);
    const second = this.#closed(body.saturations[choice.second], sliceProcess(other, cone), sheet);
    if (typeof first === 'string') return first;
    return typeof second === 'string' ? second : { first, second };
  }

  #closed(body: SaturationBody | undefined, slice: Slice, sheet: PatternSheet): ClosedTable | string {
    if (!body || body.locks !== slice.cone.locks.length) return 'the table is not about this question';
    const known = this.#tables.get(body.source) ?? new Map<string, ClosedTable | string>();
    this.#tables.set(body.source, known);
    const key = `${sheet.name} ${slice.process.key}`;
    const product = new ProcessProduct(slice.process, sheet.automaton);
    const table = known.get(key) ?? closedTable(body, product, this.#tuplesOver(body.locks));
    known.set(key, table);
    return table;
  }

  #flow(name: string): FlowProcess | undefined {
    const known = this.#flows.get(name);
    if (known) return known;
    const process = this.program.processes.find((candidate) => candidate.name === name);
    const flow = process && flowProcess(this.program, process.entry);
    if (!flow || 'because' in flow) return undefined;
    this.#flows.set(name, flow);
    return flow;
  }

  #tuplesOver(locks: number): TupleTable {
    const table = this.#tuples.get(locks) ?? new TupleTable(historyTable(locks));
    this.#tuples.set(locks, table);
    return table;
  }

  #sheet(patterns: readonly string[], variables: number): PatternSheet | undefined {
    const key = `${variables} ${patterns}`;
    if (!this.#sheets.has(key)) {
      const known = patterns.flatMap((id) => patternById(id) ?? []);
      this.#sheets.set(key, variables === 1 || variables === 2 ? patternSheet(known, variables) : undefined);
    }
    return this.#sheets.get(key);
  }
}

const contexts = new WeakMap<Program, CheckContext>();

function contextOf(program: Program): CheckContext {
  const context = contexts.get(program) ?? new CheckContext(program);
  contexts.set(program, context);
  return context;
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name)) && b.every((name) => a.includes(name));
}
