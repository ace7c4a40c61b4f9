// The built package under measurement: HEDDLE_DIST (relative to bench/) or the default build.

const dist = process.env.HEDDLE_DIST ?? '../dist';

export const { Bdd, FALSE, TRUE } = await import(
  new URL(`${dist}/logic/bdd/index.js`, new URL('../', import.meta.url)).href
);
