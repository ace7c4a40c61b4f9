// One run of the engine: goes through the pairs of processes and their atomic sets, decides every choice of variables,
// and words the answers: violations with an execution that has been run, `holds` with one certificate per pair and set.

import type { Stop } from '../../base/budget.js';
import type { AccessPattern } from '../../logic/access-patterns/pattern.js';
import { type PatternSheet, patternSheet, type SheetQuery } from '../../logic/access-patterns/pattern-sheet.js';
import type { AtomicSet, Program } from '../../model/program/program.js';
import { hasData } from '../../translate/abstract-data.js';
import { type Certificate, type NoCertificate, noCertificate } from '../../verdict/certificate.js';
import type { EngineEvent, EngineRun, RunContext } from '../../verdict/engine.js';
import type { Property } from '../../verdict/property.js';
import { showsAtomicityViolation } from '../../verdict/replay/atomicity-check.js';
import { allExecutions, type Scope } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { type CertificateBudget, CertificateBuilder } from './certificate.js';
import {
  groupProperty,
  holdsFinding,
  queryProperty,
  type Subject,
  unknownFinding,
  violationFinding,
} from './findings.js';
import type { ProgramFlows } from './flows.js';
import type { AtomicityOptions } from './options.js';
import { antichainRules, type DecidedPair, explicitRules, PairDecider } from './pair-decider.js';
import { type ProcessPair, processPairs, threadNames, variableChoices } from './questions.js';
import { buildRun, type FoundRun, type WitnessPart } from './witness.js';

/** A choice of variables that has been decided. */
interface DecidedChoice {
  readonly variables: readonly number[];
  readonly sheet: PatternSheet;
  readonly pair: DecidedPair;
}

/** One query of a decided choice: who plays u, and where in the sheet. */
interface Query {
  readonly choice: DecidedChoice;
  readonly index: number;
  readonly firstIsU: boolean;
}

export class AtomicityRun {
  readonly #decider: PairDecider;
  readonly #sheets: readonly (PatternSheet | undefined)[];
  readonly #scope: Scope;
  readonly #certificateBudget: CertificateBudget = { facts: 0 };

  constructor(
    readonly model: Program,
    readonly flows: ProgramFlows,
    readonly options: AtomicityOptions,
    readonly context: RunContext,
  ) {
    this.#decider = new PairDecider(options.method === 'explicit' ? explicitRules : antichainRules);
    this.#sheets = [patternSheet(options.patterns, 1), patternSheet(options.patterns, 2)];
    this.#scope = allExecutions(...(hasData(model) ? ['conditions may go either way'] : []));
  }

  /** Choice by choice, then pair by pair: what the pairs share is still at hand. */
  *findings(): EngineRun {
    const pairs = processPairs(this.model);
    const seen = new Set<string>();
    for (const [done, set] of this.model.atomicSets.entries()) {
      const open = pairs.map((pair) => new PairProgress(pair, this.#certificateBuilder(pair)));
      for (const variables of variableChoices(set.variables)) {
        const sheet = this.#sheets[variables.length - 1];
        // Sets may overlap: a violation is told once, but counts for every set.
        const isNew = !seen.has(variables.join());
        if (!sheet || (this.options.all && !isNew)) continue;
        seen.add(variables.join());
        const stopped = yield* this.#choiceFindings(open, variables, sheet, isNew);
        if (stopped !== undefined) return yield* this.#undecidedSets(pairs, done, stopped);
        this.#decider.forgetIfLarge();
      }
      if (!this.options.all) for (const progress of open) yield* this.#setHolds(progress, set);
    }
  }

  /** All findings about one choice of variables; the reason if the whole run is told to stop. */
  *#choiceFindings(
    open: readonly PairProgress[],
    variables: readonly number[],
    sheet: PatternSheet,
    isNew: boolean,
  ): Generator<EngineEvent, string | undefined, Stop | undefined> {
    for (const progress of open) {
      const { pair } = progress;
      const decided = yield* this.#decide(pair, variables, sheet);
      if ('message' in decided) {
        if (decided.scope !== 'question') return decided.message;
        progress.fail();
        yield asEvent(this.#undecided(pair, variables, decided.message));
        continue;
      }
      const choice = { variables, sheet, pair: decided };
      yield* this.options.all ? this.#eachQuery(pair, choice) : this.#grouped(progress, choice, isNew);
    }
    return undefined;
  }

  *#decide(
    pair: ProcessPair,
    variables: readonly number[],
    sheet: PatternSheet,
  ): Generator<EngineEvent, DecidedPair | Stop, Stop | undefined> {
    this.context.nextQuestion();
    const first = this.flows.processes[pair.first]!;
    const second = this.flows.processes[pair.second]!;
    const deciding = this.#decider.decide(first, second, variables, sheet);
    for (;;) {
      const stop = yield { kind: 'progress', done: this.#decider.statistics.pairs };
      if (stop) return stop;
      const step = deciding.next();
      if (step.done) return step.value!;
    }
  }

  *#eachQuery(pair: ProcessPair, choice: DecidedChoice): EngineRun {
    const builder = this.#certificateBuilder(pair);
    builder?.add(this.#namesOf(choice.variables), choice.pair);
    const certificate = builder?.finish() ?? this.#noCertificate();
    for (const query of queriesOf(choice, pair)) {
      const subject = this.#subject(pair, query);
      const { pattern } = sheetQuery(query);
      const property = queryProperty(subject, pattern);
      if (factsOf(query)) yield asEvent(this.#violation(pair, query, property));
      else {
        const message = `no unit of ${subject.unit} and unit of ${subject.other} show pattern ${pattern.id} on ${subject.variables.join(', ')}`;
        yield asEvent(holdsFinding(this.#common(), property, message, this.#scope, certificate));
      }
    }
  }

  *#grouped(progress: PairProgress, choice: DecidedChoice, isNew: boolean): EngineRun {
    const { pair } = progress;
    const groups = new Map<string, Query[]>();
    for (const query of queriesOf(choice, pair).filter(factsOf)) {
      const subject = this.#subject(pair, query);
      const key = `${subject.unit} ${subject.variables}`;
      groups.set(key, [...(groups.get(key) ?? []), query]);
    }
    if (isNew) for (const queries of groups.values()) yield asEvent(this.#groupViolation(pair, queries));
    if (groups.size > 0) progress.fail();
    else progress.add(this.#namesOf(choice.variables), choice.pair);
  }

  *#setHolds(progress: PairProgress, set: AtomicSet): EngineRun {
    if (!progress.holds) return;
    const [unit, other] = this.#names(progress.pair);
    const variables = this.#namesOf(set.variables);
    const patterns = this.options.patterns.map(({ id }) => id);
    const property: Property = { kind: 'atomicity', unit, other, set: set.name, variables, patterns };
    const message = `units of ${unit} and ${other} are serializable on ${variables.join(', ')}`;
    const certificate = progress.certificate() ?? this.#noCertificate();
    yield asEvent(holdsFinding(this.#common(), property, message, this.#scope, certificate));
  }

  /** One finding for all patterns on the same variables, with the shortest execution that shows one of them. */
  #groupViolation(pair: ProcessPair, queries: readonly Query[]): Finding {
    const shown = queries.reduce((best, query) => (pathLength(query) < pathLength(best) ? query : best));
    const ordered = [shown, ...queries.filter((query) => query !== shown)];
    const patterns = ordered.map((query) => sheetQuery(query).pattern);
    return this.#violation(pair, shown, groupProperty(this.#subject(pair, shown), patterns));
  }

  #violation(pair: ProcessPair, query: Query, property: Property): Finding {
    const subject = this.#subject(pair, query);
    const { pattern } = sheetQuery(query);
    const found = this.#execution(pair, query, pattern);
    const missing = typeof found === 'string' ? found : showsAtomicityViolation(found.run, property);
    if (typeof found === 'string' || missing !== undefined) {
      const message = `a unit of ${subject.unit} and a unit of ${subject.other} may interleave on ${subject.variables.join(', ')}`;
      return unknownFinding(this.#common(), property, message, `no execution was found: ${missing}`);
    }
    const verdict = { confirmed: !hasData(this.model), scope: this.#scope };
    return violationFinding(this.#common(), this.model, subject, pattern, property, found, verdict);
  }

  #execution(pair: ProcessPair, query: Query, pattern: AccessPattern): FoundRun | string {
    const { answer, first, second } = query.choice.pair;
    const facts = factsOf(query)!;
    const threads = threadNames(this.model, pair);
    const part = (isFirst: boolean): WitnessPart => {
      const role = isFirst === query.firstIsU ? 'u' : 'v';
      const process = isFirst ? pair.first : pair.second;
      return {
        thread: threads[isFirst ? 0 : 1],
        process,
        slice: isFirst ? first : second,
        saturation: isFirst ? answer.first : answer.second,
        fact: facts[role],
        order: pattern.events.flatMap((event, i) => (event.role === role ? [i] : [])),
      };
    };
    return buildRun(this.flows.program, [part(true), part(false)]);
  }

  #certificateBuilder(pair: ProcessPair): CertificateBuilder | undefined {
    if (this.options.method !== 'antichain') return undefined;
    const patterns = this.options.patterns.map(({ id }) => id);
    return new CertificateBuilder(this.#names(pair), patterns, this.#certificateBudget);
  }

  #noCertificate(): NoCertificate {
    return noCertificate(`method ${this.options.method} writes none`);
  }

  /** What is still to be asked when a limit is reached. */
  *#undecidedSets(pairs: readonly ProcessPair[], done: number, because: string): EngineRun {
    for (const set of this.model.atomicSets.slice(done))
      for (const pair of pairs) yield asEvent(this.#undecided(pair, set.variables, because));
  }

  #undecided(pair: ProcessPair, numbers: readonly number[], because: string): Finding {
    const [unit, other] = this.#names(pair);
    const variables = this.#namesOf(numbers);
    const property: Property = { kind: 'atomicity', unit, other, variables };
    const message = `units of ${unit} and ${other} on ${variables.join(', ')} are not decided`;
    return unknownFinding(this.#common(), property, message, because);
  }

  #subject(pair: ProcessPair, query: Query): Subject {
    const [first, second] = this.#names(pair);
    const [unit, other] = query.firstIsU ? [first, second] : [second, first];
    const names = this.#namesOf(query.choice.variables);
    return { unit, other, variables: sheetQuery(query).variables.map((position) => names[position]!) };
  }

  #namesOf(variables: readonly number[]): string[] {
    return variables.map((variable) => this.model.variables[variable]!.name);
  }

  #names(pair: ProcessPair): readonly [string, string] {
    return [this.model.processes[pair.first]!.name, this.model.processes[pair.second]!.name];
  }

  #common() {
    const { pairs, decidedPairs, saturations, facts } = this.#decider.statistics;
    const statistics = { questions: pairs, decided: decidedPairs, saturations, facts };
    return { method: this.options.method, statistics };
  }
}

/** What is known so far about a pair of processes and an atomic set. */
class PairProgress {
  #builder: CertificateBuilder | undefined;
  #holds = true;
  #asked = false;

  constructor(
    readonly pair: ProcessPair,
    builder: CertificateBuilder | undefined,
  ) {
    this.#builder = builder;
  }

  /** Everything that was asked is excluded. */
  get holds(): boolean {
    return this.#holds && this.#asked;
  }

  add(variables: readonly string[], decided: DecidedPair): void {
    this.#asked = true;
    this.#builder?.add(variables, decided);
  }

  /** Violated or not decided: no certificate will be needed. */
  fail(): void {
    this.#holds = false;
    this.#builder = undefined;
  }

  certificate(): Certificate | NoCertificate | undefined {
    return this.#builder?.finish();
  }
}

/** All queries of a choice; two instances of one process play both roles alike, so once is enough. */
function queriesOf(choice: DecidedChoice, pair: ProcessPair): Query[] {
  const roles = pair.first === pair.second ? [true] : [true, false];
  return choice.sheet.queries.flatMap((_, index) => roles.map((firstIsU) => ({ choice, index, firstIsU })));
}

function sheetQuery({ choice, index }: Query): SheetQuery {
  return choice.sheet.queries[index]!;
}

function factsOf({ choice, index, firstIsU }: Query) {
  const { answer } = choice.pair;
  return (firstIsU ? answer.firstIsU : answer.secondIsU)[index];
}

function pathLength(query: Query): number {
  const facts = factsOf(query)!;
  const { first, second } = query.choice.pair.answer;
  const [u, v] = query.firstIsU ? [first, second] : [second, first];
  return u.facts.pathTo(facts.u).length + v.facts.pathTo(facts.v).length;
}

function asEvent(finding: Finding): EngineEvent {
  return { kind: 'finding', finding };
}
