// The colours of text reports by meaning; the identity when colour is off.

import picocolors from 'picocolors';
import type { VerdictKind } from '../summary.js';

type Paint = (text: string) => string;

export interface Palette {
  readonly verdict: Readonly<Record<VerdictKind, Paint>>;
  readonly strong: Paint;
  readonly faint: Paint;
  readonly frame: Paint;
  readonly help: Paint;
  /** One per thread, in turn. */
  readonly threads: readonly Paint[];
}

export function createPalette(colour: boolean): Palette {
  const c = picocolors.createColors(colour);
  const bold = (paint: Paint) => (text: string) => c.bold(paint(text));
  return {
    verdict: { violated: bold(c.red), holds: bold(c.green), unknown: bold(c.yellow) },
    strong: c.bold,
    faint: c.dim,
    frame: c.blue,
    help: c.cyan,
    threads: [c.cyan, c.magenta, c.yellow, c.green, c.blue, c.red],
  };
}
