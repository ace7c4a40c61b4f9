// A diagram in the TTD text form; what `parseDiagram` reads back. Initial and target configurations are options and a
// companion file of that format, so they go into comments, which our reader takes.

import { defaultInitial, type Edge, printConfiguration, type ThreadDiagram, targetName } from './diagram.js';

const arrows = { move: '->', spawn: '+>', transfer: '~>' } as const;

function printEdge({ kind, from, to, passive }: Edge): string {
  const moves = passive.map((move) => ` ${move.from} ~> ${move.to}`).join('');
  return `${from.shared} ${from.local} ${arrows[kind]} ${to.shared} ${to.local}${moves}`;
}

export function printDiagram(diagram: ThreadDiagram): string {
  const { initial, targets } = diagram;
  const usual = initial.length === 1 && printConfiguration(initial[0]!) === printConfiguration(defaultInitial);
  const comments = [
    ...(usual ? [] : initial.map((each) => `# initial ${printConfiguration(each)}`)),
    ...targets.map((target) => {
      const text = printConfiguration(target.configuration);
      return text === targetName(target) ? `# target ${text}` : `# target ${text} (${targetName(target)})`;
    }),
  ];
  const lines = [...comments, `${diagram.sharedCount} ${diagram.localCount}`, ...diagram.edges.map(printEdge)];
  return `${lines.join('\n')}\n`;
}
