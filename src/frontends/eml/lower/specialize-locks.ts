// Locks that are passed as parameters or kept in locals, where it is known which they are: each function once for every choice of
// locks that its callers pass (`f(m: lock)` called as `f(a)` and `f(b)` becomes two), and the lock itself in the place of a local
// that has it on every path. What a program does is not changed; what engines ask of locks, which must be declared ones,
// is then answered. A function keeps its place for the first such choice; a parameter that may be several locks stays.

import { assignedLocal } from '../../../model/program/analyses/live-locals.js';
import type {
  Action,
  Edge,
  Expression,
  FunctionGraph,
  FunctionId,
  LocalId,
  LockId,
  Program,
} from '../../../model/program/program.js';
import { outgoingEdges } from '../../../model/program/program.js';

/** By parameter: which lock is passed, if that is known. */
type Passed = readonly (LockId | undefined)[];
/** Which lock a local has; absent where that is not known. */
type Known = ReadonlyMap<LocalId, LockId>;

/** Beyond so many copies of functions, further calls are left as they are. */
const mostCopies = 1_000;

export function specializeLocks(program: Program): Program {
  const hasLocals = program.functions.some(({ locals }) => locals.some(({ type }) => type.kind === 'lock'));
  return hasLocals ? new LockSpecialization(program).run() : program;
}

class LockSpecialization {
  readonly #functions: FunctionGraph[];
  readonly #ids = new Map<string, FunctionId>();
  readonly #claimed = new Set<FunctionId>();
  readonly #open: { readonly id: FunctionId; readonly of: FunctionId; readonly passed: Passed }[] = [];

  constructor(readonly program: Program) {
    this.#functions = [...program.functions];
  }

  run(): Program {
    for (const { entry } of this.program.processes) this.#idOf(entry, []);
    for (let next = this.#open.pop(); next; next = this.#open.pop()) {
      const graph = this.program.functions[next.of]!;
      this.#functions[next.id] = this.#specialized(graph, next.passed, next.id === next.of);
    }
    return { ...this.program, functions: this.#functions };
  }

  /** The function for these locks; the first to ask keeps the id. */
  #idOf(of: FunctionId, asked: Passed): FunctionId {
    const copies = this.#functions.length - this.program.functions.length;
    const passed = copies < mostCopies || this.#ids.has(`${of} ${asked}`) ? asked : asked.map(() => undefined);
    const key = `${of} ${passed}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#claimed.has(of) ? this.#functions.push(this.program.functions[of]!) - 1 : of;
    this.#claimed.add(of);
    this.#ids.set(key, id);
    this.#open.push({ id, of, passed });
    return id;
  }

  #specialized(graph: FunctionGraph, passed: Passed, keepsName: boolean): FunctionGraph {
    const known = knownLocks(graph, passed);
    const edges = graph.edges.map((edge) => this.#edge(edge, known[edge.from]));
    const names = passed.map((lock) => (lock === undefined ? '_' : this.program.locks[lock]!.name));
    return { ...graph, edges, ...(keepsName ? {} : { name: `${graph.name}[${names.join(',')}]` }) };
  }

  #edge(edge: Edge, known: Known | undefined): Edge {
    if (!known) return edge;
    const { action } = edge;
    switch (action.kind) {
      case 'acquire':
      case 'release':
      case 'unavailable':
      case 'wait':
      case 'notify':
        return { ...edge, action: { ...action, lock: withLock(action.lock, known) } };
      case 'call':
      case 'spawn': {
        const passed = action.arguments.map((argument) => withLock(argument, known));
        const locks = passed.map((argument) => (argument.kind === 'lock' ? argument.lock : undefined));
        return { ...edge, action: { ...action, arguments: passed, function: this.#idOf(action.function, locks) } };
      }
      default:
        return edge;
    }
  }
}

function withLock(expression: Expression, known: Known): Expression {
  const lock = expression.kind === 'local' ? known.get(expression.local) : undefined;
  return lock === undefined ? expression : { kind: 'lock', lock };
}

/** By node: the locals that have one lock on every path to it; undefined where no path leads. */
function knownLocks(graph: FunctionGraph, passed: Passed): readonly (Known | undefined)[] {
  const outgoing = outgoingEdges(graph);
  const known: (Known | undefined)[] = new Array(graph.nodeCount).fill(undefined);
  known[graph.entry] = new Map(
    graph.parameters.flatMap((local, i): [LocalId, LockId][] => {
      const lock = passed[i];
      return lock === undefined ? [] : [[local, lock]];
    }),
  );
  const open = [graph.entry];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const { to, action } of outgoing[node]!) {
      const before = known[to];
      const after = common(before, afterAction(known[node]!, action));
      if (before && after.size === before.size) continue;
      known[to] = after;
      open.push(to);
    }
  return known;
}

/** Locals that both know to have the same lock. */
function common(a: Known | undefined, b: Known): Known {
  return a ? new Map([...a].filter(([local, lock]) => b.get(local) === lock)) : b;
}

function afterAction(known: Known, action: Action): Known {
  const written = assignedLocal(action);
  const value = action.kind === 'assign' ? withLock(action.value, known) : undefined;
  if (written === undefined || (!known.has(written) && value?.kind !== 'lock')) return known;
  const after = new Map(known);
  if (value?.kind === 'lock') after.set(written, value.lock);
  else after.delete(written);
  return after;
}
