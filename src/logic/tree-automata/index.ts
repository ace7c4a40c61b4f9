export * from './emptiness.js';
export * from './evaluate.js';
export * from './formula.js';
export * from './parse.js';
export * from './print.js';
export * from './tree-automaton.js';
