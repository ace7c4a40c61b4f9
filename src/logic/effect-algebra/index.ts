export * from './effect.js';
export * from './effect-algebra.js';
export * from './effect-antichain.js';
export * from './effect-json.js';
export * from './lock-orders.js';
