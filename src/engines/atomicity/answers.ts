// What was decided, as findings: violations with an execution that has been run, `holds` with one certificate per pair and
// set, and what is not known with its reason.

import { hasData } from '../../model/program/abstract-data.js';
import type { AtomicSet, Program } from '../../model/program/program.js';
import type { Property } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { LockHints } from './certificate.js';
import {
  type DecidedChoice,
  doubtAbout,
  isShown,
  pathLength,
  patternQuery,
  type Query,
  queriesOf,
} from './decided-choice.js';
import {
  groupProperty,
  holdsFinding,
  queryProperty,
  type Subject,
  unknownFinding,
  violationFinding,
} from './findings.js';
import type { AtomicityOptions } from './options.js';
import type { PairProgress } from './pair-progress.js';
import type { ClassPair } from './threads/thread-forest.js';
import { evidenceFor, executionOf } from './witness/query-execution.js';
import type { FoundRun } from './witness/witness.js';

/** What the run says with every answer. */
interface Told {
  common(): Pick<Finding, 'method' | 'statistics'>;
  scope(pair: ClassPair): Scope;
}

export class Answers {
  constructor(
    readonly model: Program,
    /** The model as executions run on it. */
    readonly program: Program,
    readonly options: AtomicityOptions,
    readonly told: Told,
  ) {}

  *eachQuery(choice: DecidedChoice): Generator<Finding> {
    const { pair, variables, decisions } = choice;
    const hints = new LockHints(namesOf(pair));
    hints.add(this.namesOf(variables), decisions);
    const { certificate } = hints;
    for (const query of queriesOf(choice)) {
      const subject = this.subject(query);
      const { pattern } = patternQuery(query);
      const property = queryProperty(subject, pattern);
      const doubt = doubtAbout(query);
      if (doubt !== undefined)
        yield unknownFinding(this.told.common(), property, `pattern ${pattern.id} is not decided`, doubt);
      else if (isShown(query)) yield this.#violation(query, property, subject);
      else {
        const message = `no unit of ${subject.unit} and unit of ${subject.other} show pattern ${pattern.id} on ${subject.variables.join(', ')}`;
        yield holdsFinding(this.told.common(), property, message, this.told.scope(pair), certificate);
      }
    }
  }

  *setHolds(progress: PairProgress, set: AtomicSet): Generator<Finding> {
    if (!progress.holds) return;
    const { pair } = progress;
    const [unit, other] = namesOf(pair);
    const variables = this.namesOf(set.variables);
    const patterns = this.options.patterns.map(({ id }) => id);
    const property: Property = { kind: 'atomicity', unit, other, set: set.name, variables, patterns };
    const message = `units of ${unit} and ${other} are serializable on ${variables.join(', ')}`;
    const { certificate } = progress;
    yield holdsFinding(this.told.common(), property, message, this.told.scope(pair), certificate);
  }

  /** One finding for all patterns on the same variables, each seen on an execution, with the shortest of those. */
  *groupViolation(queries: readonly Query[]): Generator<Finding> {
    const subject = this.subject(queries[0]!);
    const lengths = new Map(queries.map((query) => [query, pathLength(query)]));
    const ordered = queries.toSorted((a, b) => lengths.get(a)! - lengths.get(b)!);
    const { shown, seen, unseen } = evidenceFor(this.program, subject, ordered);
    if (shown) {
      const others = seen.filter((query) => query !== shown.query);
      const patterns = [shown.query, ...others].map((query) => patternQuery(query).pattern);
      yield this.#shownBy(shown.found, shown.query, groupProperty(subject, patterns), subject);
    }
    for (const { query, because } of unseen)
      yield this.#notShown(subject, queryProperty(subject, patternQuery(query).pattern), because);
  }

  #violation(query: Query, property: Property, subject: Subject): Finding {
    const found = executionOf(this.program, subject, query);
    if (typeof found === 'string') return this.#notShown(subject, property, found);
    return this.#shownBy(found, query, property, subject);
  }

  #shownBy(found: FoundRun, query: Query, property: Property, subject: Subject): Finding {
    const verdict = { confirmed: !hasData(this.model), scope: this.told.scope(query.choice.pair) };
    const { pattern } = patternQuery(query);
    return violationFinding(this.told.common(), this.model, subject, pattern, property, found, verdict);
  }

  #notShown({ unit, other, variables }: Subject, property: Property, because: string): Finding {
    const message = `a unit of ${unit} and a unit of ${other} may interleave on ${variables.join(', ')}`;
    return unknownFinding(this.told.common(), property, message, `no execution was found: ${because}`);
  }

  undecided(pair: ClassPair, numbers: readonly number[], because: string): Finding {
    const [unit, other] = namesOf(pair);
    const variables = this.namesOf(numbers);
    const property: Property = { kind: 'atomicity', unit, other, variables };
    const message = `units of ${unit} and ${other} on ${variables.join(', ')} are not decided`;
    return unknownFinding(this.told.common(), property, message, because);
  }

  subject(query: Query): Subject {
    const [first, second] = namesOf(query.choice.pair);
    const [unit, other] = query.role === 'u' ? [first, second] : [second, first];
    const names = this.namesOf(query.choice.variables);
    return { unit, other, variables: patternQuery(query).variables.map((position) => names[position]!) };
  }

  namesOf(variables: readonly number[]): string[] {
    return variables.map((variable) => this.model.variables[variable]!.name);
  }
}

function namesOf({ first, second }: ClassPair): readonly [string, string] {
  return [first.name, second.name];
}
