// Reduced ordered binary decision diagrams: docs/theory/bdd.md.

export { Bdd, type BddOptions, type BddStatistics } from './bdd.js';
export type { Renaming, VariableSet } from './chosen.js';
export type { DotOptions } from './dot.js';
export { type Edge, FALSE, isFailure, MAX_VARIABLES, OUT_OF_NODES, OUT_OF_STEPS, TRUE } from './edge.js';
export {
  type Domain,
  DomainLayout,
  identity,
  members,
  moving,
  RelationAlgebra,
  relation,
  tuple,
  tuples,
  variablesOf,
} from './finite-domain.js';
