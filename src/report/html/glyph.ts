// The mark of a step in the diagram: round for accesses, square for locks, a triangle for threads, a diamond where
// something goes wrong; filled for what gives or changes, hollow for what takes or looks.

import { groupBy } from '../../base/group-by.js';
import { verbOf } from '../wording.js';
import { escapeHtml } from './escape.js';

interface Shape {
  readonly name: string;
  readonly filled: boolean;
  /** SVG path around the origin. */
  readonly path: string;
}

const circle = 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z';
const square = 'M-4 -6h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2z';
const triangle = 'M-5 -6.5L7 0L-5 6.5z';
const diamond = 'M0 -7.5L7.5 0L0 7.5L-7.5 0z';
const dot = 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z';

const read: Shape = { name: 'read', filled: false, path: circle };
const write: Shape = { name: 'write', filled: true, path: circle };
const acquire: Shape = { name: 'acquire', filled: true, path: square };
const release: Shape = { name: 'release', filled: false, path: square };
const start: Shape = { name: 'start a thread', filled: true, path: triangle };
const join: Shape = { name: 'join', filled: false, path: triangle };
const failure: Shape = { name: 'failure', filled: true, path: diamond };
const other: Shape = { name: 'other step', filled: true, path: dot };

const shapes = new Map<string, Shape>([
  ['read', read],
  ['write', write],
  ['update', write],
  ['acquire', acquire],
  ['release', release],
  ['wait', release],
  ['notify', acquire],
  ['notifyAll', acquire],
  ['update', write],
  ['resume', acquire],
  ['spawn', start],
  ['fork', start],
  ['join', join],
  ['assert', failure],
  ['error', failure],
]);

function shapeOf(action: string): Shape {
  return shapes.get(action) ?? other;
}

export function drawGlyph(action: string, x: number, y: number): string {
  return draw(shapeOf(action), `translate(${x} ${y})`);
}

/** The kinds of marks that the actions use, each with its name. */
export function drawLegend(actions: Iterable<string>): string {
  const named = groupBy(new Set(actions), shapeOf);
  const items = [...named].map(([shape, alike]) => {
    const icon = `<svg width="18" height="18" aria-hidden="true">${draw(shape, 'translate(9 9)')}</svg>`;
    const name = alike.length === 1 && shape !== other ? shape.name : alike.slice(0, 4).map(verbOf).join(', ');
    return `<li>${icon}${escapeHtml(name)}</li>`;
  });
  return `<ul class="legend">${items.join('')}</ul>`;
}

function draw({ filled, path }: Shape, transform: string): string {
  return `<path class="glyph${filled ? '' : ' hollow'}" transform="${transform}" d="${path}"/>`;
}
