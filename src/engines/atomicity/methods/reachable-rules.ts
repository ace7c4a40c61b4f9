// Generates the rules of a pushdown system from its initial head, only for heads <p, γ> that may be reached. Returns are
// matched by procedure, not by call (what one call of a procedure returns with, all of them do), so this may generate a
// few rules too many, which changes nothing that saturation says.

import { PairTable } from '../../../base/integers/pair-table.js';
import { RuleTable } from '../../../model/pushdown/pushdown-system.js';

/** A rule of a head. */
export interface RuleDraft {
  readonly to: number;
  /** Nothing (pop), one symbol, or the callee's entry and the return point. */
  readonly push: readonly number[];
}

export interface RuleSource<R extends RuleDraft> {
  readonly rulesOf: (state: number, symbol: number) => Iterable<R>;
  /** The procedure that a symbol belongs to. */
  readonly procedureOf: (symbol: number) => number;
}

export interface GeneratedRules<R extends RuleDraft> {
  readonly table: RuleTable;
  /** The draft behind each rule. */
  readonly drafts: readonly R[];
}

interface Procedure {
  readonly exits: Set<number>;
  readonly returnPoints: Set<number>;
}

export function generateRules<R extends RuleDraft>(
  source: RuleSource<R>,
  state: number,
  symbol: number,
): GeneratedRules<R> {
  const heads = new PairTable();
  const procedures = new Map<number, Procedure>();
  const table = new RuleTable();
  const drafts: R[] = [];
  const procedure = (of: number): Procedure => {
    const id = source.procedureOf(of);
    const known = procedures.get(id) ?? { exits: new Set(), returnPoints: new Set() };
    procedures.set(id, known);
    return known;
  };
  const addExit = ({ exits, returnPoints }: Procedure, exit: number) => {
    if (exits.has(exit)) return;
    exits.add(exit);
    for (const point of returnPoints) heads.intern(exit, point);
  };
  const addReturnPoint = ({ exits, returnPoints }: Procedure, point: number) => {
    if (returnPoints.has(point)) return;
    returnPoints.add(point);
    for (const exit of exits) heads.intern(exit, point);
  };
  heads.intern(state, symbol);
  for (let head = 0; head < heads.size; head++) {
    const [from, read] = [heads.first(head), heads.second(head)];
    for (const draft of source.rulesOf(from, read)) {
      const { to, push } = draft;
      table.add(from, read, to, push);
      drafts.push(draft);
      if (push.length === 0) addExit(procedure(read), to);
      else heads.intern(to, push[0]!);
      if (push.length === 2) addReturnPoint(procedure(push[0]!), push[1]!);
    }
  }
  return { table, drafts };
}
