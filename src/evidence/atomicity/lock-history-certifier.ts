// Checks that no execution of two processes shows a pattern: recomputes the slices of the question from the program, has
// each saturated table confirmed to be closed, and then tests all pairs of final tuples for compatibility.

import type { FlowProcess } from '../../engines/atomicity/flow/flow.js';
import { ProcessProduct } from '../../engines/atomicity/product/product.js';
import { FocusTable } from '../../engines/atomicity/reduce/focus.js';
import { type Slice, sliceProcess } from '../../engines/atomicity/slice/slice.js';
import type { ClassPair } from '../../engines/atomicity/threads/thread-forest.js';
import {
  isPlain,
  locksByName,
  type ThreadQuestion,
  ThreadQuestions,
} from '../../engines/atomicity/threads/thread-questions.js';
import { patternById } from '../../logic/access-patterns/conflict-cycles.js';
import { passiveAutomaton, passiveState } from '../../logic/access-patterns/passive-sides.js';
import { type PatternSheet, patternSheet, type SheetQuery } from '../../logic/access-patterns/pattern-sheet.js';
import type { SideAutomaton } from '../../logic/access-patterns/side-automaton.js';
import { historyTable } from '../../logic/lock-history/history-table.js';
import { compatibleChoice } from '../../logic/lock-history/tuple-join.js';
import { TupleTable } from '../../logic/lock-history/tuple-table.js';
import type { Model } from '../../model/model.js';
import { abstractData } from '../../model/program/abstract-data.js';
import type { Program } from '../../model/program/program.js';
import type { Refusal } from '../../translate/pushdown/lock-scopes.js';
import type { Property } from '../../verdict/property.js';
import { accepted, rejected, type SharedCertifier } from '../shared-certifier.js';
import {
  type CertificateBody,
  type ChoiceBody,
  MalformedBody,
  readBody,
  type SaturationBody,
} from './lock-history-body.js';
import { type ClosedTable, closedTable } from './lock-history-closure.js';
import { type AskedQuery, askedQueries } from './lock-history-queries.js';

export const lockHistoryCertifier: SharedCertifier = {
  sharedKind: 'lock-histories',
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
  readonly #questions: ThreadQuestions | Refusal;
  readonly #asked = new Map<ClassPair, readonly ThreadQuestion[]>();
  readonly #focus = new FocusTable();
  readonly #tuples = new Map<number, TupleTable>();
  readonly #sheets = new Map<string, PatternSheet | undefined>();
  readonly #choices = new WeakMap<ChoiceBody, readonly ClosedTable[] | string>();
  readonly #tables = new WeakMap<object, Map<string, ClosedTable | string>>();

  constructor(readonly program: Program) {
    this.#questions = ThreadQuestions.of(abstractData(program));
  }

  /** Every pair of threads that stands for the two classes must be excluded. */
  check(body: CertificateBody, query: AskedQuery): string | undefined {
    const sheet = this.#sheet(body.patterns, query.variables.length);
    const pair = this.#pair(query);
    if (!pair || !sheet) return 'the certificate is about other processes';
    for (const question of this.#questionsOf(pair)) {
      const problem = this.#checkThreads(body, query, pair, question, sheet);
      if (problem) return problem;
    }
    return undefined;
  }

  #checkThreads(
    body: CertificateBody,
    query: AskedQuery,
    pair: ClassPair,
    question: ThreadQuestion,
    sheet: PatternSheet,
  ): string | undefined {
    const names = question.threads.map(({ name }) => name).join();
    const choice = body.choices.find(
      ({ variables, threads }) => threads.join() === names && isSameSet(variables, query.variables),
    );
    if (!choice) return 'the certificate does not speak of these variables';
    const tables = this.#tablesOf(body, choice, question, sheet);
    if (typeof tables === 'string') return tables;
    const order = query.variables.map((variable) => choice.variables.indexOf(variable)).join();
    const asked = sheet.queries.find(
      ({ pattern, variables }) => pattern.id === query.pattern && variables.join() === order,
    );
    if (!asked) return 'the certificate does not speak of this pattern';
    // Two threads of one class need not be alike: either may play u.
    const roles = pair.first === pair.second ? [true, false] : [pair.first.name === query.unit];
    const isShown = roles.some((firstIsU) => compatibleTuples(tables, asked, firstIsU, sheet));
    return isShown ? 'the table contains compatible tuples' : undefined;
  }

  #pair({ unit, other }: AskedQuery): ClassPair | undefined {
    const pairs = 'pairs' in this.#questions ? this.#questions.pairs : [];
    return pairs.find(({ first, second }) => isSameSet([first.name, second.name], [unit, other]));
  }

  #questionsOf(pair: ClassPair): readonly ThreadQuestion[] {
    const questions = this.#questions;
    if ('because' in questions) return [];
    const known = this.#asked.get(pair) ?? pair.threads.map((threads) => questions.question(threads));
    this.#asked.set(pair, known);
    return known;
  }

  #tablesOf(body: CertificateBody, choice: ChoiceBody, question: ThreadQuestion, sheet: PatternSheet) {
    const known = this.#choices.get(choice);
    if (known !== undefined) return known;
    const tables = this.#confirm(body, choice, question, sheet);
    this.#choices.set(choice, tables);
    return tables;
  }

  #confirm(
    body: CertificateBody,
    choice: ChoiceBody,
    question: ThreadQuestion,
    sheet: PatternSheet,
  ): readonly ClosedTable[] | string {
    const variables = choice.variables.map((name) => this.program.variables.findIndex((known) => known.name === name));
    const byName = locksByName(question);
    const locks = choice.locks.map((name) => byName.get(name) ?? -1);
    if (variables.includes(-1) || locks.includes(-1)) return 'the certificate names what the model does not have';
    // Any locks will do: fewer allow more, so what is excluded stays excluded.
    const { boundOnly } = sheet;
    const focus = (flow: FlowProcess) => (isPlain(question) ? this.#focus.focus(flow, { variables, boundOnly }) : flow);
    const tables: ClosedTable[] = [];
    for (const [i, flow] of question.flows.entries()) {
      const automaton = i < question.asked ? sheet.automaton : passiveAutomaton;
      const name = i < question.asked ? sheet.name : 'passive';
      const slice = sliceProcess(focus(flow), { variables, locks });
      const table = this.#closed(body.saturations[choice.tables[i] ?? -1], slice, name, automaton);
      if (typeof table === 'string') return table;
      tables.push(table);
    }
    return tables;
  }

  #closed(
    body: SaturationBody | undefined,
    slice: Slice,
    name: string,
    automaton: SideAutomaton,
  ): ClosedTable | string {
    if (!body || body.locks !== slice.cone.locks.length) return 'the table is not about this question';
    const known = this.#tables.get(body.source) ?? new Map<string, ClosedTable | string>();
    this.#tables.set(body.source, known);
    const key = `${name} ${slice.process.key}`;
    const product = new ProcessProduct(slice.process, automaton);
    const table = known.get(key) ?? closedTable(body, product, this.#tuplesOver(body.locks));
    known.set(key, table);
    return table;
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

function compatibleTuples(
  tables: readonly ClosedTable[],
  { uState, vState }: SheetQuery,
  firstIsU: boolean,
  sheet: PatternSheet,
): boolean {
  const [first, second] = firstIsU ? [uState, vState] : [vState, uState];
  const phases = sheet.automaton.states[uState]!.phase + 1;
  const states = tables.map((_, i) => [first, second][i] ?? passiveState(phases));
  const finals = tables.map((table, i) => table.finals.get(states[i]!) ?? []);
  return compatibleChoice(tables[0]!.tuples, finals) !== undefined;
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
