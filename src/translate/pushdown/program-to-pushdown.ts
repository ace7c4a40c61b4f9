// One process of a program as a pushdown system whose locks and units are no longer reentrant (004, specialised to
// lexical scopes): a stack symbol is a node together with the locks and the unit held when its function was entered.
// What a node holds is that plus its own scopes, so each acquire and each begin of a unit is known to be outermost or
// nested; nested ones become silent. No marker is needed on the stack, and returning restores the caller's context.
// Data is abstracted: conditions are free. `strength-reduction/` is the general form; a test compares the languages.

import { emptySet, has, setOf } from '../../base/integers/bit-set.js';
import { Interner } from '../../base/interner.js';
import { failure, type Result, success } from '../../base/result.js';
import { locationName } from '../../model/program/event.js';
import {
  declaredLock,
  type Edge,
  type FunctionGraph,
  type FunctionId,
  type NodeId,
  outgoingEdges,
  type Program,
} from '../../model/program/program.js';
import { type Configuration, type PushdownSystem, RuleTable } from '../../model/pushdown/pushdown-system.js';
import { type NodeScope, nodeScopes, type Refusal } from './lock-scopes.js';

/** A node of a function that was entered with these locks held, and inside a unit or not. */
export interface ProgramPoint {
  readonly function: FunctionId;
  readonly node: NodeId;
  readonly heldOnEntry: bigint;
  readonly inUnitOnEntry: boolean;
}

export interface ProgramPushdown {
  /** One control state; labels are `read x`, `write x`, `acquire l`, `release l`, `begin unit`, `end unit`, … */
  readonly system: PushdownSystem;
  /** The entry of main above the bottom symbol, which stays when main has returned. */
  readonly initial: Configuration;
  readonly bottom: number;
  /** The point that a stack symbol stands for; undefined for the bottom. */
  readonly pointOf: (symbol: number) => ProgramPoint | undefined;
  /** The edge that a rule came from; undefined for the return at a function's exit and the choice of a process. */
  readonly edgeOf: (rule: number) => Edge | undefined;
}

export function translateProgramToPushdown(program: Program, process: number): Result<ProgramPushdown, Refusal> {
  return new PushdownTranslation(program).translate(program.processes[process]!.entry);
}

/**
 * All processes in one system, what they share once: the first rule chooses the process. With one process it is that one's
 * system.
 */
export function translateProcessesToPushdown(program: Program): Result<ProgramPushdown, Refusal> {
  if (program.processes.length === 1) return translateProgramToPushdown(program, 0);
  return new PushdownTranslation(program).translateAll();
}

const theState = 0;
/** Only where several processes are in one system. */
const chooseProcess = 1;
const bottom = 0;

class PushdownTranslation {
  readonly #rules = new RuleTable();
  readonly #edges: (Edge | undefined)[] = [];
  /** Symbols 1, 2, …: the bottom has none. */
  readonly #points = new Interner<ProgramPoint>(
    (point) => `${point.function} ${point.node} ${point.heldOnEntry} ${point.inUnitOnEntry}`,
  );
  readonly #scopes = new Map<FunctionId, readonly (NodeScope | undefined)[]>();

  constructor(readonly program: Program) {}

  translate(main: FunctionId): Result<ProgramPushdown, Refusal> {
    const entry = this.#entryOf(main, emptySet, false);
    return this.#close({ state: theState, stack: [entry, bottom] });
  }

  translateAll(): Result<ProgramPushdown, Refusal> {
    for (const { name, entry } of this.program.processes) {
      const push = [this.#entryOf(entry, emptySet, false), bottom];
      this.#rules.add(chooseProcess, bottom, theState, push, `process ${name}`);
      this.#edges.push(undefined);
    }
    return this.#close({ state: chooseProcess, stack: [bottom] });
  }

  /** Every point that is reached from those known so far. */
  #close(initial: Configuration): Result<ProgramPushdown, Refusal> {
    for (let next = 0; next < this.#points.size; next++) {
      const refusal = this.#translatePoint(this.#points.value(next));
      if (refusal) return failure(refusal);
    }
    return success({
      system: this.#system(initial.state + 1),
      initial,
      bottom,
      pointOf: (symbol) => (symbol === bottom ? undefined : this.#points.value(symbol - 1)),
      edgeOf: (rule) => this.#edges[rule],
    });
  }

  #translatePoint(point: ProgramPoint): Refusal | undefined {
    const graph = this.#graph(point.function);
    const scopes = this.#scopesOf(point.function);
    if ('because' in scopes) return scopes;
    if (point.node === graph.exit) this.#addRule(point, [], '', undefined);
    for (const edge of outgoingEdges(graph)[point.node]!) {
      const unsupported = refusedConstruct(edge);
      if (unsupported) return { because: unsupported, place: this.program.source.place(edge.origin) };
      this.#translateEdge(point, scopes[point.node]!, edge);
    }
    return undefined;
  }

  #translateEdge(point: ProgramPoint, scope: NodeScope, edge: Edge): void {
    const next = this.#symbol({ ...point, node: edge.to });
    if (edge.action.kind !== 'call') return this.#addRule(point, [next], this.#label(point, scope, edge), edge);
    const held = point.heldOnEntry | setOf(scope.locks);
    const callee = this.#entryOf(edge.action.function, held, point.inUnitOnEntry || scope.unitDepth > 0);
    this.#addRule(point, [callee, next], '', edge);
  }

  /** What others can see of an edge; nested acquires, releases and units change nothing and are silent. */
  #label({ heldOnEntry, inUnitOnEntry }: ProgramPoint, scope: NodeScope, edge: Edge): string {
    const { action } = edge;
    switch (action.kind) {
      case 'read':
      case 'write':
      case 'update':
        return `${action.kind} ${locationName(this.program, action.location)}`;
      case 'acquire':
      case 'release': {
        const lock = declaredLock(action.lock)!;
        const others = action.kind === 'acquire' ? scope.locks : scope.locks.slice(0, -1);
        const isNested = has(heldOnEntry, lock) || others.includes(lock);
        return isNested ? '' : `${action.kind} ${this.program.locks[lock]!.name}`;
      }
      case 'begin-unit':
        return inUnitOnEntry || scope.unitDepth > 0 ? '' : 'begin unit';
      case 'end-unit':
        return inUnitOnEntry || scope.unitDepth > 1 ? '' : 'end unit';
      case 'label':
        return `label ${action.name}`;
      case 'spawn':
        return `spawn ${this.#graph(action.function).name}`;
      case 'join':
      case 'yield':
        return action.kind;
      default:
        return '';
    }
  }

  #addRule(point: ProgramPoint, push: readonly number[], label: string, edge: Edge | undefined): void {
    this.#rules.add(theState, this.#symbol(point), theState, push, label);
    this.#edges.push(edge);
  }

  #entryOf(callee: FunctionId, heldOnEntry: bigint, inUnitOnEntry: boolean): number {
    return this.#symbol({ function: callee, node: this.#graph(callee).entry, heldOnEntry, inUnitOnEntry });
  }

  #symbol(point: ProgramPoint): number {
    return this.#points.intern(point) + 1;
  }

  #graph(id: FunctionId): FunctionGraph {
    return this.program.functions[id]!;
  }

  #scopesOf(id: FunctionId): readonly (NodeScope | undefined)[] | Refusal {
    const known = this.#scopes.get(id);
    if (known) return known;
    const scopes = nodeScopes(this.#graph(id), this.program.source);
    if (!('because' in scopes)) this.#scopes.set(id, scopes);
    return scopes;
  }

  #system(stateCount: number): PushdownSystem {
    const points = this.#points.values();
    return {
      stateCount,
      symbolCount: points.length + 1,
      rules: this.#rules,
      stateName: (state) => (state === theState ? 'p' : 'start'),
      symbolName: (symbol) => (symbol === bottom ? 'bottom' : this.#pointName(points[symbol - 1]!)),
    };
  }

  /** `P.get:3`, or `P.get:3(l+unit)` in a context that holds something. */
  #pointName({ function: id, node, heldOnEntry, inUnitOnEntry }: ProgramPoint): string {
    const held = this.program.locks.filter((_, lock) => has(heldOnEntry, lock)).map(({ name }) => name);
    const context = [...held, ...(inUnitOnEntry ? ['unit'] : [])];
    return `${this.#graph(id).name}:${node}${context.length > 0 ? `(${context.join('+')})` : ''}`;
  }
}

/** Locks must be declared ones, since the held set is part of the translation. */
function refusedConstruct({ action }: Edge): string | undefined {
  switch (action.kind) {
    case 'acquire':
    case 'release':
      return declaredLock(action.lock) === undefined ? 'a lock that is computed at run time' : undefined;
    case 'wait':
    case 'notify':
      return `${action.kind} gives up a lock in the middle of its scope`;
    default:
      return undefined;
  }
}
