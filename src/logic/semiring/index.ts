// The semiring library: `heddle/semiring`.

export * from './explicit-relations.js';
export * from './gen-kill.js';
export * from './interned.js';
export * from './laws.js';
export * from './multi-arity-relations.js';
export * from './prefix-words.js';
export * from './reachability.js';
export * from './relation-algebra.js';
export * from './semiring.js';
export * from './shortest-path.js';
export * from './weighted-relations.js';
export * from './witnesses.js';
