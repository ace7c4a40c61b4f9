// The swim-lane diagram as SVG: a lane per thread, time downwards, a mark and a label per step, bands where a lock is
// held, curved arrows for the ordering between threads. Threads' names stand in a picture of their own, so that they
// stay in view while the lanes scroll.

import { describeGap, type StepRow } from '../interleaving.js';
import { describeStep } from '../wording.js';
import { escapeHtml } from './escape.js';
import { drawGlyph } from './glyph.js';
import { heldLocks } from './held-locks.js';
import { laneClass, type Timeline, type TimelineEdge } from './timeline.js';

const rowHeight = 44;
const gutter = 58;
const headHeight = 34;
const laneRoom = 560;
const narrowestLane = 64;
const characterWidth = 7.3;

interface Layout {
  readonly timeline: Timeline;
  readonly laneWidth: number;
  readonly width: number;
  readonly height: number;
  /** Vertical middle of each row, and of each shown step by position. */
  readonly rowY: (row: number) => number;
  readonly stepY: readonly number[];
}

/** What all diagrams of a page refer to; a picture that is not displayed cannot lend its parts, so it stands alone. */
export const arrowHead = `<svg class="defs" width="0" height="0" aria-hidden="true"><defs><marker id="arrow" viewBox="0 0 8 8"
refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.8L7.5 4L0 7.2z"/></marker><marker id="blocked" viewBox="0 0 8 8"
refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.8L7.5 4L0 7.2z"/></marker></defs></svg>`;

export function drawDiagram(timeline: Timeline): string {
  const layout = layOut(timeline);
  const { width, height } = layout;
  const label = `${timeline.threads.length} threads, ${timeline.steps.length} steps in order of execution`;
  const parts = [drawBands, drawLanes, drawLocks, drawEdges, drawRows, drawWaiting].map((draw) => draw(layout));
  return `${drawHeads(layout)}
<svg class="lanes" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${parts.join('\n')}
</svg>`;
}

function layOut(timeline: Timeline): Layout {
  const lanes = timeline.threads.length;
  const laneWidth = Math.min(275, Math.max(narrowestLane, Math.floor(laneRoom / lanes)));
  const rowY = (row: number) => row * rowHeight + rowHeight / 2;
  const stepY = timeline.rows.flatMap((row, index) => (row.kind === 'step' ? [rowY(index)] : []));
  const height = (timeline.rows.length + timeline.waiting.length) * rowHeight + 8;
  return { timeline, laneWidth, width: gutter + lanes * laneWidth, height, rowY, stepY };
}

/** Labels stand to the right of the lane, but to the left in the right half of three or more: there is more room. */
function labelsLeft({ timeline: { threads } }: Layout, lane: number): boolean {
  return threads.length > 2 && lane >= threads.length / 2;
}

function laneX(layout: Layout, lane: number): number {
  const start = gutter + lane * layout.laneWidth;
  return labelsLeft(layout, lane) ? start + layout.laneWidth - 22 : start + 22;
}

function drawHeads(layout: Layout): string {
  const names = layout.timeline.threads.map((thread, lane) => {
    const side = labelsLeft(layout, lane) ? 8 : -8;
    const room = Math.floor(layout.laneWidth / characterWidth);
    const attributes = `x="${laneX(layout, lane) + side}" y="22"${anchor(layout, lane)}`;
    return `<text class="${laneClass(lane)}" ${attributes}>${escapeHtml(shorten(thread, room))}</text>`;
  });
  return `<svg class="heads" width="${layout.width}" height="${headHeight}" aria-hidden="true">${names.join('')}</svg>`;
}

function anchor(layout: Layout, lane: number): string {
  return labelsLeft(layout, lane) ? ' text-anchor="end"' : '';
}

/** The background of each step's row, below everything else. */
function drawBands({ stepY, width }: Layout): string {
  const bands = stepY.map((y, position) => {
    const shape = `x="0" y="${y - rowHeight / 2 + 1}" width="${width}" height="${rowHeight - 2}" rx="8"`;
    return `<rect class="row" data-at="${position}" data-go="${position}" ${shape}/>`;
  });
  return bands.join('');
}

/** Each thread's line from its first step to its last. */
function drawLanes(layout: Layout): string {
  const { steps, threads } = layout.timeline;
  const lines = threads.map((_, lane) => {
    const first = steps.findIndex((row) => row.lane === lane);
    if (first < 0) return `<path class="guide" d="M${laneX(layout, lane)} 0V${layout.height}"/>`;
    const last = steps.findLastIndex((row) => row.lane === lane);
    const x = laneX(layout, lane);
    const guide = `<path class="guide" d="M${x} 0V${layout.height}"/>`;
    return `${guide}<path class="life ${laneClass(lane)}" d="M${x} ${layout.stepY[first]}V${layout.stepY[last]}"/>`;
  });
  return lines.join('');
}

function drawLocks(layout: Layout): string {
  const end = layout.timeline.rows.length * rowHeight;
  const bands = heldLocks(layout.timeline.steps).map(({ lane, lock, from, until, depth }) => {
    const top = layout.stepY[from]! - 9;
    const bottom = until === undefined ? end : layout.stepY[until]! + 9;
    const half = 10 + 4 * depth;
    const x = laneX(layout, lane) - half;
    const shape = `x="${x}" y="${top}" width="${2 * half}" height="${bottom - top}" rx="${half}"`;
    return `<rect class="held ${laneClass(lane)}" ${shape}><title>holds ${escapeHtml(lock)}</title></rect>`;
  });
  return bands.join('');
}

function drawRows(layout: Layout): string {
  let position = 0;
  const rows = layout.timeline.rows.map((row, index) => {
    const y = layout.rowY(index);
    if (row.kind === 'step') return drawStep(layout, row, position++, y);
    return `<text class="left-out" x="${gutter}" y="${y + 4}">${escapeHtml(describeGap(row))}</text>`;
  });
  return rows.join('\n');
}

function drawStep(layout: Layout, { number, lane, step }: StepRow, position: number, y: number): string {
  const x = laneX(layout, lane);
  const text = describeStep(step);
  const spoken = escapeHtml(`${step.thread}: ${text}${step.note === undefined ? '' : ` (${step.note})`}`);
  const labels =
    step.note === undefined
      ? drawLabel(layout, lane, 'label', y + 4, text)
      : drawLabel(layout, lane, 'label', y - 2, text) + drawLabel(layout, lane, 'note', y + 13, step.note);
  return `<g class="step ${laneClass(lane)}" data-at="${position}" data-go="${position}" data-say="${spoken}"><title>${spoken}</title>
<text class="number" x="30" y="${y + 4}">${number}</text>${drawGlyph(step.action, x, y)}${labels}</g>`;
}

/** As much of a text as there is room for up to the edge: no other step stands in its row. */
function drawLabel(layout: Layout, lane: number, kind: 'label' | 'note', y: number, text: string): string {
  const x = laneX(layout, lane) + (labelsLeft(layout, lane) ? -16 : 16);
  const pixels = labelsLeft(layout, lane) ? x - gutter : layout.width - x;
  const shown = shorten(text, Math.floor(pixels / characterWidth));
  return `<text class="${kind}" x="${x}" y="${y}"${anchor(layout, lane)}>${escapeHtml(shown)}</text>`;
}

function shorten(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

/** Below the last step: a mark in the lane of each thread that waits for ever, and an arrow to whom it waits for. */
function drawWaiting(layout: Layout): string {
  const { timeline } = layout;
  const rows = timeline.waiting.map((waits, i) => {
    const lane = timeline.threads.indexOf(waits.thread);
    const y = layout.rowY(timeline.rows.length + i);
    const x = laneX(layout, lane);
    const text = `waits for ${waits.waitsFor}${waits.on.length === 1 && !waits.waitsFor.includes(waits.on[0]!) ? `, held by ${waits.on[0]}` : ''}`;
    const arrows = waits.on.map((other) => {
      const to = timeline.threads.indexOf(other);
      if (to < 0 || to === lane) return '';
      const end = laneX(layout, to) + (laneX(layout, to) < x ? 5 : -5);
      return `<path class="waits-on" d="M${x} ${y}H${end}" marker-end="url(#blocked)"/>`;
    });
    const label = drawLabel(layout, lane, 'label', y - 8, text);
    return `<g class="waiting ${laneClass(lane)}"><title>${escapeHtml(`${waits.thread} ${text}`)}</title>
<text class="number" x="30" y="${y + 4}">end</text>${arrows.join('')}<path class="blocked" transform="translate(${x} ${y})" d="M-6 -6h12v12h-12zM-3 -3L3 3M3 -3L-3 3"/>${label}</g>`;
  });
  return rows.join('\n');
}

function drawEdges(layout: Layout): string {
  return layout.timeline.edges.map((edge) => drawEdge(layout, edge)).join('\n');
}

function drawEdge(layout: Layout, { from, to, label, kind }: TimelineEdge): string {
  const { steps } = layout.timeline;
  const [x1, y1] = [laneX(layout, steps[from]!.lane), layout.stepY[from]! + 8];
  const [x2, y2] = [laneX(layout, steps[to]!.lane), layout.stepY[to]! - 9];
  const bend = x1 === x2 ? -26 : 0;
  const middle = (y1 + y2) / 2;
  const path = `M${x1} ${y1}C${x1 + bend} ${middle} ${x2 + bend} ${middle} ${x2} ${y2}`;
  const name = `<text x="${(x1 + x2) / 2 + bend}" y="${middle + 3}">${escapeHtml(label)}</text>`;
  return `<g class="edge ${kind}" data-at="${from} ${to}"><path d="${path}" marker-end="url(#arrow)"/>${name}</g>`;
}
