// The five repairs of the paper's Alg. 3 (docs/theory/coverability.md). Tests switch them off one by one, to see that each
// is needed: with any of them missing, some diagram gets a wrong answer.

export interface Repairs {
  /** 1. A loop may be passed not at all; Thm. 3 holds from one iteration on. */
  readonly noIteration: boolean;
  /** 2. A loop may be left elsewhere than it was entered. */
  readonly rotation: boolean;
  /** 3. There may be several edges between two components. */
  readonly everyEdge: boolean;
  /** 4. A real edge beside an expansion edge makes a component more than a loop. */
  readonly multigraph: boolean;
  /** 5. Edges within one shared state count. */
  readonly horizontal: boolean;
}

export const allRepairs: Repairs = {
  noIteration: true,
  rotation: true,
  everyEdge: true,
  multigraph: true,
  horizontal: true,
};
