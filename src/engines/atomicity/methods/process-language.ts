// A process as a pushdown system that writes words: one letter per action that matters to a question (an access, a lock
// of the cone acquired or released, the begin or end of a unit). Written out plainly, the levels of a reentrant lock are
// a context-free language of brackets. With *strength reduction* (004) a stack symbol also says what the caller holds, and
// inner levels are not written: what is left per lock is the regular language ( ) ( ) …, and words get shorter.

import { type BitSet, emptySet, has, singleton } from '../../../base/integers/bit-set.js';
import { Interner } from '../../../base/interner.js';
import { declaredLock } from '../../../model/program/program.js';
import type { Configuration, PushdownSystem } from '../../../model/pushdown/pushdown-system.js';
import type { NodeScope } from '../../../translate/pushdown/lock-scopes.js';
import { type FlowEdge, type FlowFunction, type FlowProcess, outgoingFlow } from '../flow/flow.js';
import { type Cone, ConeFilter } from '../reduce/cone-filter.js';
import { generateRules, type RuleDraft } from './reachable-rules.js';

export type Letter =
  | { readonly kind: 'access'; readonly code: number }
  | { readonly kind: 'acquire' | 'release'; readonly lock: number }
  | { readonly kind: 'begin-unit' | 'end-unit' };

export function letterKey(letter: Letter): string {
  switch (letter.kind) {
    case 'access':
      return `access ${letter.code}`;
    case 'acquire':
    case 'release':
      return `${letter.kind} ${letter.lock}`;
    default:
      return letter.kind;
  }
}

export interface ProcessLanguage {
  readonly system: PushdownSystem;
  readonly initial: Configuration;
  /** By rule; undefined for silent ones. */
  readonly letters: readonly (Letter | undefined)[];
}

interface Point {
  readonly function: number;
  readonly node: number;
  /** Of the caller; always empty without strength reduction. */
  readonly held: BitSet;
  readonly inUnit: boolean;
}

interface LetterRule extends RuleDraft {
  readonly letter: Letter | undefined;
}

const theState = 0;

export function processLanguage(flow: FlowProcess, cone: Cone, reduced: boolean): ProcessLanguage {
  const writer = new LanguageWriter(flow, cone, reduced);
  const initial = writer.entryOf(flow.entry, emptySet, false);
  const { table, drafts } = generateRules<LetterRule>(writer, theState, initial);
  const system: PushdownSystem = {
    stateCount: 1,
    symbolCount: writer.symbolCount,
    rules: table,
    stateName: () => 'p',
    symbolName: (symbol) => `n${symbol}`,
  };
  return { system, initial: { state: theState, stack: [initial] }, letters: drafts.map(({ letter }) => letter) };
}

class LanguageWriter {
  readonly #points = new Interner<Point>((point) => `${contextKey(point)} ${point.node}`);
  readonly #contexts = new Interner<Point>(contextKey);
  readonly #filter: ConeFilter;

  constructor(
    readonly flow: FlowProcess,
    cone: Cone,
    readonly reduced: boolean,
  ) {
    this.#filter = new ConeFilter(flow, cone);
  }

  get symbolCount(): number {
    return this.#points.size;
  }

  procedureOf = (symbol: number): number => this.#contexts.intern(this.#points.value(symbol));

  rulesOf = (_: number, symbol: number): LetterRule[] => {
    const point = this.#points.value(symbol);
    const flow = this.flow.functions.get(point.function)!;
    const returns = point.node === flow.exit ? [{ to: theState, push: [], letter: undefined }] : [];
    return [...returns, ...outgoingFlow(flow)[point.node]!.flatMap((edge) => this.#rules(flow, point, edge))];
  };

  entryOf(id: number, held: BitSet, inUnit: boolean): number {
    const context = this.reduced ? { held, inUnit } : { held: emptySet, inUnit: false };
    return this.#points.intern({ function: id, node: this.flow.functions.get(id)!.entry, ...context });
  }

  #rules(flow: FlowFunction, point: Point, edge: FlowEdge): LetterRule[] {
    const next = this.#points.intern({ ...point, node: edge.to });
    if (edge.label.kind !== 'call') return [{ to: theState, push: [next], letter: this.#letter(flow, point, edge) }];
    const callee = edge.label.function;
    if (!this.#filter.keepsFunction(callee))
      return this.flow.returnPaths.has(callee) ? [{ to: theState, push: [next], letter: undefined }] : [];
    const scope = flow.scopes[point.node]!;
    const held = scope.locks.reduce((set, lock) => set | singleton(lock), point.held);
    const entry = this.entryOf(callee, held, point.inUnit || scope.unitDepth > 0);
    return [{ to: theState, push: [entry, next], letter: undefined }];
  }

  #letter(flow: FlowFunction, point: Point, step: FlowEdge): Letter | undefined {
    const { label } = step;
    switch (label.kind) {
      case 'access': {
        const kept = this.#filter.kept(flow, step);
        return typeof kept === 'string' ? undefined : { kind: 'access', code: kept.operand };
      }
      case 'acquire':
      case 'release':
        return this.#lockLetter(label.kind, label.lock, !label.always && has(point.held, label.lock));
      case 'begin-unit':
      case 'end-unit':
        return point.inUnit ? undefined : { kind: label.kind };
      case 'silent':
        return this.reduced ? undefined : this.#innerLetter(flow.scopes[point.node]!, step);
      default:
        return undefined;
    }
  }

  /** Inner levels within a function are silent in its flow; here they are told from what is silent for other reasons. */
  #innerLetter({ locks, unitDepth }: NodeScope, { edge: { action } }: FlowEdge): Letter | undefined {
    switch (action.kind) {
      case 'acquire':
      case 'release': {
        const lock = declaredLock(action.lock);
        const levels = locks.filter((held) => held === lock).length;
        const isInner = levels > (action.kind === 'acquire' ? 0 : 1);
        return lock !== undefined && isInner ? this.#lockLetter(action.kind, lock, false) : undefined;
      }
      case 'begin-unit':
      case 'end-unit':
        return unitDepth > (action.kind === 'begin-unit' ? 0 : 1) ? { kind: action.kind } : undefined;
      default:
        return undefined;
    }
  }

  #lockLetter(kind: 'acquire' | 'release', lock: number, isNested: boolean): Letter | undefined {
    const number = this.#filter.lockNumber(lock);
    return number === undefined || isNested ? undefined : { kind, lock: number };
  }
}

function contextKey({ function: id, held, inUnit }: Point): string {
  return `${id} ${held} ${inUnit}`;
}
