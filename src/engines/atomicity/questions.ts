// The choices of one or two variables of one atomic set that patterns are about.

/** All choices of one variable, then of two, of a set; the two in the set's order. */
export function variableChoices(variables: readonly number[]): (readonly number[])[] {
  const distinct = [...new Set(variables)];
  const pairs = distinct.flatMap((x, i) => distinct.slice(i + 1).map((y) => [x, y]));
  return [...distinct.map((x) => [x]), ...pairs];
}
