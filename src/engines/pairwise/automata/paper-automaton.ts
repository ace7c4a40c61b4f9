// The paper's automaton (appendix B) with its rules corrected: it accepts a forest of trees, joined by `br`, iff none of
// them is schedulable with both labels of a pair. Trees have no inner `br`, and labels are leaves.
// State names are ATAB's. Corrected: a cycle of dependencies is a formula at the *root* over direct dependencies
// (cycle-formula.ts), so that it may run through several threads, and one dependency alone is no cycle; a pair
// of two labels needs one of them absent, a pair (l, l) at most one occurrence.

import {
  atom,
  conjunction,
  disjunction,
  type Formula,
  falsity,
  type TreeAutomaton,
  truth,
} from '../../../logic/tree-automata/index.js';
import { type AutomatonShape, splitSymbol } from './alphabet.js';
import { someCycle } from './cycle-formula.js';

/** What a state does at a node; children without a rule are visited by `otherwise`. */
interface Widget {
  /** At `acq_x` and `rel_x` of the widget's own lock. */
  readonly acquire?: Formula;
  readonly release?: Formula;
  readonly spawn: Formula;
  readonly join?: Formula;
  readonly end: Formula;
  /** At `bot`, and at labels unless `label` says more. */
  readonly stop: Formula;
  readonly label?: (label: number) => Formula;
  readonly lock?: number;
  readonly self: string;
}

export function buildPaperAutomaton(shape: AutomatonShape): TreeAutomaton {
  const widgets = new Map(allWidgets(shape).map((widget) => [widget.self, widget]));
  const at = (state: string, symbol: string) => applyWidget(widgets.get(state)!, symbol);
  return {
    initial: 'q0',
    transition(state, symbol) {
      if (state !== 'q0') return at(state, symbol);
      if (symbol === 'br') return conjunction([atom(1, 'q0'), atom(2, 'q0')]);
      return disjunction([
        conjunction(shape.pairs.map((pair) => pairUnreached(pair, symbol, at))),
        ...unschedulableStates(shape.locks).map((start) => at(start, symbol)),
        someCycle(shape.locks, (from, to) => at(dependency(from, to), symbol)),
      ]);
    },
  };
}

function pairUnreached(
  [a, b]: readonly [number, number],
  symbol: string,
  at: (state: string, symbol: string) => Formula,
): Formula {
  if (a === b) return at(`q2_label${a}`, symbol);
  return disjunction([at(`q1_label${a}`, symbol), at(`q1_label${b}`, symbol)]);
}

function unschedulableStates(locks: number): string[] {
  const perLock = Array.from({ length: locks }, (_, i) => [`qr2_lock${i + 1}`, `qb_r_lock${i + 1}`]);
  return [...perLock.flat(), 'qb_0'];
}

function dependency(from: number, to: number): string {
  return `q_tca_lock${from}_lock${to}`;
}

function applyWidget(widget: Widget, symbol: string): Formula {
  const [name, number] = splitSymbol(symbol);
  const here = atom(1, widget.self);
  const own = number === widget.lock;
  switch (name) {
    case 'acq':
      return (own ? widget.acquire : undefined) ?? here;
    case 'rel':
      return (own ? widget.release : undefined) ?? here;
    case 'sp':
      return widget.spawn;
    case 'jo':
      return widget.join ?? here;
    case 'label':
      return widget.label?.(number) ?? widget.stop;
    case 'term':
      return widget.end;
    case 'bot':
      return widget.stop;
    default:
      return falsity;
  }
}

function allWidgets({ locks, labels }: AutomatonShape): Widget[] {
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  return [
    ...upTo(labels).flatMap(labelWidgets),
    ...childTermination(),
    ...upTo(locks).flatMap((lock) => [...doubleFinalAcquisition(lock), ...joinLock(lock), ...acquisition(lock)]),
    ...upTo(locks).flatMap((from) => upTo(locks).map((to) => directDependency(from, to))),
  ];
}

const both = (first: string, second: string) => conjunction([atom(1, first), atom(2, second)]);
const either = (first: string, second: string) => disjunction([atom(1, first), atom(2, second)]);

/** q1: the label does not occur. q2: it occurs at most once. */
function labelWidgets(label: number): Widget[] {
  const [q1, q2] = [`q1_label${label}`, `q2_label${label}`];
  const leaf = (other: number) => (other === label ? falsity : truth);
  return [
    { self: q1, spawn: both(q1, q1), end: truth, stop: truth, label: leaf },
    { self: q2, spawn: disjunction([both(q1, q2), both(q2, q1)]), end: truth, stop: truth },
  ];
}

/** A thread spawns a child and joins, but the child does not end in `$`. */
function childTermination(): Widget[] {
  return [
    {
      self: 'qb_0',
      spawn: disjunction([either('qb_0', 'qb_0'), both('qb_jo', 'qb_bot')]),
      end: falsity,
      stop: falsity,
    },
    { self: 'qb_jo', spawn: atom(1, 'qb_jo'), join: truth, end: falsity, stop: falsity },
    { self: 'qb_bot', spawn: atom(1, 'qb_bot'), end: falsity, stop: truth },
  ];
}

/** Two threads acquire the lock for good: qr while the thread does not hold it, qa while it does, 2 or 1 to find. */
function doubleFinalAcquisition(lock: number): Widget[] {
  const name = (part: string) => `${part}_lock${lock}`;
  const [r1, r2, a1, a2] = [name('qr1'), name('qr2'), name('qa1'), name('qa2')];
  const no = { end: falsity, stop: falsity };
  return [
    { self: r2, lock, acquire: atom(1, a2), release: falsity, spawn: twoOf(r2, r1, r2, r1), ...no },
    { self: r1, lock, acquire: atom(1, a1), release: falsity, spawn: either(r1, r1), ...no },
    { self: a2, lock, acquire: falsity, release: atom(1, r2), spawn: twoOf(a2, a1, r2, r1), ...no },
    { self: a1, lock, acquire: falsity, release: atom(1, r1), spawn: either(a1, r1), end: truth, stop: truth },
  ];
}

function twoOf(parent2: string, parent1: string, child2: string, child1: string): Formula {
  return disjunction([either(parent2, child2), both(parent1, child1)]);
}

/** The lock is held at a spawn and kept until a join, but the child uses it, itself or through children it joins. */
function joinLock(lock: number): Widget[] {
  const name = (part: string) => `qb_${part}_lock${lock}`;
  const [held, free, use, keep] = [name('a'), name('r'), name('use'), name('keep')];
  const no = { end: falsity, stop: falsity };
  return [
    {
      self: held,
      lock,
      release: atom(1, free),
      spawn: disjunction([either(held, free), both(keep, use)]),
      ...no,
    },
    { self: free, lock, acquire: atom(1, held), spawn: either(free, free), ...no },
    { self: use, lock, acquire: truth, spawn: disjunction([atom(1, use), both('qb_jo', use)]), ...no },
    { self: keep, lock, release: falsity, spawn: atom(1, keep), join: truth, ...no },
  ];
}

/** q_fa: the thread never releases the lock. q_acq: it is acquired somewhere below, in any thread. */
function acquisition(lock: number): Widget[] {
  const [final, acquired] = [`q_fa_lock${lock}`, `q_acq_lock${lock}`];
  return [
    { self: final, lock, release: falsity, spawn: atom(1, final), end: truth, stop: truth },
    { self: acquired, lock, acquire: truth, spawn: either(acquired, acquired), end: falsity, stop: falsity },
  ];
}

/** A final acquisition of `from` has an acquisition of `to` below it. */
function directDependency(from: number, to: number): Widget {
  const self = dependency(from, to);
  const found = conjunction([atom(1, `q_fa_lock${from}`), atom(1, `q_acq_lock${to}`)]);
  const acquire = disjunction([atom(1, self), found]);
  return { self, lock: from, acquire, spawn: either(self, self), end: falsity, stop: falsity };
}
