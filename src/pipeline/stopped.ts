// The finding for a run that was ended before it could answer for itself.

import type { Finding } from '../verdict/verdict.js';

export function stoppedFinding(engine: string, because: string): Finding {
  return {
    engine,
    method: '',
    property: { kind: 'run' },
    rule: 'HD0012',
    message: `${engine} was stopped before it was finished`,
    verdict: { kind: 'unknown', because },
    places: [],
    because: [],
    statistics: {},
  };
}
