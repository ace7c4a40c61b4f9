// Nested words, their automata, and language strength reduction (004): the package's `heddle/nested-words`.

export * from '../../../logic/nested-words/index.js';
export * from './nested-word-product.js';
export * from './run-word.js';
export * from './strength-reduction.js';
