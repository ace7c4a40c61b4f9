// What a program is but for names and places: two programs of one shape have the same answer. Methods of a class that do
// the same to what they share need one proof.

import type { Program } from '../../model/program/program.js';

export function shapeOf(program: Program): string {
  const { locks, variables, atomicSets, functions, processes } = program;
  return JSON.stringify([
    locks.length,
    variables.map(({ initial, volatile }) => [initial, volatile]),
    atomicSets.map((set) => set.variables),
    functions.map(({ entry, exit, edges }) => [entry, exit, edges.map(({ from, to, action }) => [from, to, action])]),
    processes.map(({ instances, entry }) => [instances, entry]),
  ]);
}
