// The findings for a run that was ended before it could answer for itself, or that could not begin.

import type { Applicability } from '../verdict/engine.js';
import { type Finding, type Obstacle, unknownBecause } from '../verdict/verdict.js';

export function stoppedFinding(engine: string, because: string, obstacle?: Obstacle): Finding {
  return {
    engine,
    method: '',
    property: { kind: 'run' },
    rule: 'HD0012',
    message: `${engine} was stopped before it was finished`,
    verdict: unknownBecause(because, obstacle),
    places: [],
    because: [],
    statistics: {},
  };
}

/** The model asks something of an engine that cannot take it: `check` leaves that open, and says so. */
export function refusedFinding(engine: string, { because, place }: Applicability & { ok: false }): Finding {
  return {
    ...stoppedFinding(engine, because, 'not-taken'),
    rule: 'HD0010',
    message: `${engine} does not take this model, although the model asks for it`,
    places: place ? [{ place, caption: 'not taken' }] : [],
  };
}
