// Nested-word products and language strength reduction.

export * from './nested-word-product.js';
export * from './run-word.js';
export * from './strength-reduction.js';
