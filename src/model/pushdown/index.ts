// The weighted pushdown library: `heddle/pushdown`.

export * from './p-automaton.js';
export * from './post-star.js';
export * from './pre-star.js';
export * from './pushdown-builder.js';
export * from './pushdown-model.js';
export * from './pushdown-system.js';
export * from './saturated-automaton.js';
export { epsilon, type SaturationEvent, type SaturationOptions, type SaturationProgress } from './saturation.js';
export * from './saturation-events.js';
export * from './step.js';
export * from './synthetic-system.js';
export * from './text/parse-pushdown.js';
export * from './text/print-pushdown.js';
export * from './text/read-text.js';
export * from './text/reader.js';
export * from './valuation.js';
export * from './weighted-system.js';
export * from './witness.js';
