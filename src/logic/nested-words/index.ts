// Nested words and their automata.

export * from './intersection.js';
export * from './nested-word.js';
export * from './nested-word-automaton.js';
export * from './scope-template.js';
