// A process reduced to where a question can be decided (theory page, step 5). A side with several accesses lies within
// one unit, so for a question whose sides all have several only units count that access all of its variables. And where
// a process holds no lock, before its first access of the question, it is as good as new: nobody holds a lock at the
// start, so whatever it did before could have been done first. Functions are copied by *mode*:
//   unit     called within a unit that counts: everything stays;
//   holding  called elsewhere, with a lock held: locks stay;
//   idle     called elsewhere, without a lock: only what leads to units (or accesses) that count stays.
// Not under cooperative scheduling: what is skipped may be a switch point.

import { type BitSet, emptySet, has, isSubset, setOf } from '../../../base/integers/bit-set.js';
import type { NodeScope } from '../../../translate/pushdown/lock-scopes.js';
import { describeProcess, type FlowEdge, type FlowFunction, type FlowLabel, type FlowProcess } from '../flow/flow.js';

/** What a question says about its accesses. */
export interface Subject {
  readonly variables: readonly number[];
  /** Every side has several accesses, which must be in one unit. */
  readonly boundOnly: boolean;
}

/** Focused processes, computed once per set of units that count. */
export class FocusTable {
  readonly #known = new Map<FlowProcess, Map<string, FlowProcess>>();

  focus(flow: FlowProcess, { variables, boundOnly }: Subject): FlowProcess {
    if (flow.program.scheduling === 'cooperative' || !startsFree(flow)) return flow;
    const asked = setOf(variables);
    const counts = boundOnly ? (set: BitSet) => isSubset(asked, set) : (set: BitSet) => (set & asked) !== emptySet;
    const units = selectUnits(flow, counts);
    const loose = boundOnly ? emptySet : asked;
    const key = `${loose} ${[...units].map(([id, own]) => `${id}:${[...own]}`).join(' ')}`;
    const known = this.#known.get(flow) ?? new Map<string, FlowProcess>();
    this.#known.set(flow, known);
    const process = known.get(key) ?? new Focus(flow, units, loose).process();
    known.set(key, process);
    return process;
  }
}

/** Threads that spawn, join or are spawned have start and end locks, which are owned from the beginning. */
export function startsFree({ program, entry }: FlowProcess): boolean {
  return entry < program.functions.length;
}

/** Units of a function, by the number of the unit. */
type UnitSets = ReadonlyMap<number, ReadonlySet<number>>;

function selectUnits({ unitVariables }: FlowProcess, counts: (variables: BitSet) => boolean): UnitSets {
  const selected = new Map<number, ReadonlySet<number>>();
  for (const [id, units] of unitVariables) {
    const own = [...units].filter(([, variables]) => counts(variables)).map(([unit]) => unit);
    if (own.length > 0) selected.set(id, new Set(own));
  }
  return selected;
}

type Mode = 'idle' | 'holding' | 'unit';

/** A function in a mode, and the modes of its nodes. */
interface Copied {
  readonly flow: FlowFunction;
  readonly mode: Mode;
  readonly modes: readonly Mode[];
}

class Focus {
  /** Functions that lead to something that counts when they are called outside the units. */
  readonly #leading: ReadonlySet<number>;
  readonly #numbers = new Map<string, number>();
  readonly #found: { readonly flow: FlowFunction; readonly mode: Mode }[] = [];

  /** `loose`: variables whose accesses count outside the units too. */
  constructor(
    readonly original: FlowProcess,
    readonly units: UnitSets,
    readonly loose: BitSet,
  ) {
    this.#leading = this.#findLeading();
  }

  process(): FlowProcess {
    const { program, entry, returnPaths, regions } = this.original;
    const start = this.#copyOf(entry, 'idle');
    const functions = new Map<number, FlowFunction>();
    const paths = new Map(returnPaths);
    const told = new Set<FlowFunction>();
    for (const { flow, mode } of this.#found) {
      const { copy, path } = this.#copy({ flow, mode, modes: this.#nodeModes(flow, mode) });
      functions.set(copy.id, copy);
      if (path) paths.set(copy.id, path);
      if (regions.get(flow.id)!.size > 0) told.add(copy);
    }
    return describeProcess(program, start, functions, paths, (flow) => told.has(flow));
  }

  /** Copies get new numbers; the old ones stand for functions that are run through without effect. */
  #copyOf(id: number, mode: Mode): number {
    const key = `${id} ${mode}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const fresh = this.original.program.functions.length + this.#numbers.size;
    this.#numbers.set(key, fresh);
    this.#found.push({ flow: this.original.functions.get(id)!, mode });
    return fresh;
  }

  #copy(copied: Copied): { copy: FlowFunction; path: FlowEdge[] | undefined } {
    const { flow, mode } = copied;
    const edges = new Map(flow.edges.map((edge) => [edge, { ...edge, label: this.#label(copied, edge) }]));
    const scopes = flow.scopes.map((scope, node) => scope && scopeIn(copied, node, scope));
    const copy = { ...flow, id: this.#copyOf(flow.id, mode), edges: [...edges.values()], scopes };
    const path = this.original.returnPaths.get(flow.id)?.map((edge) => edges.get(edge)!);
    return { copy, path };
  }

  #nodeModes(flow: FlowFunction, mode: Mode): Mode[] {
    const own = this.units.get(flow.id);
    const live = mode === 'idle' ? this.#liveRegions(flow) : undefined;
    return flow.scopes.map((scope) => {
      if (mode === 'unit' || !scope) return mode;
      if (own?.has(scope.unit)) return 'unit';
      return live && !scope.regions.some((region) => live.has(region)) ? 'idle' : 'holding';
    });
  }

  /** Lock scopes with something that counts in them. */
  #liveRegions(flow: FlowFunction): ReadonlySet<number> {
    const live = new Set<number>();
    for (const edge of flow.edges)
      if (this.#counts(flow, edge, this.#leading))
        for (const region of flow.scopes[edge.from]!.regions) live.add(region);
    return live;
  }

  #label({ flow, mode: outer, modes }: Copied, { label, from, to }: FlowEdge): FlowLabel {
    const mode = modes[from]!;
    switch (label.kind) {
      case 'call':
        if (mode === 'idle' && !this.#leading.has(label.function)) return label;
        return { kind: 'call', function: this.#copyOf(label.function, mode) };
      case 'access':
        return mode === 'unit' || has(this.loose, label.variable) ? label : silent;
      case 'begin-unit':
      case 'end-unit':
        return outer !== 'unit' && this.units.get(flow.id)?.has(label.unit) ? label : silent;
      default:
        // Idle at both ends: not the beginning or end of a lock scope with something in it.
        return mode === 'idle' && modes[to] === 'idle' ? silent : label;
    }
  }

  #findLeading(): ReadonlySet<number> {
    const leading = new Set<number>();
    for (let size = -1; size !== leading.size; ) {
      size = leading.size;
      for (const [id, flow] of this.original.functions)
        if (!leading.has(id) && flow.edges.some((edge) => this.#counts(flow, edge, leading))) leading.add(id);
    }
    return leading;
  }

  /** Does the edge count, or lead to something that does, with its function called outside the units? */
  #counts(flow: FlowFunction, { label, from }: FlowEdge, leading: ReadonlySet<number>): boolean {
    if (this.units.get(flow.id)?.has(flow.scopes[from]!.unit)) return true;
    if (label.kind === 'access') return has(this.loose, label.variable);
    return label.kind === 'call' && leading.has(label.function);
  }
}

const silent: FlowLabel = { kind: 'silent' };

/** Locks and units that are left out do not show. */
function scopeIn({ mode, modes }: Copied, node: number, scope: NodeScope): NodeScope {
  if (modes[node] === 'idle') return { locks: [], regions: [], unitDepth: 0, unit: -1 };
  return mode !== 'unit' && modes[node] === 'unit' ? scope : { ...scope, unitDepth: 0, unit: -1 };
}
