// HD6011, second form: what the calls leave behind is what no serial order of them leaves behind.

import type { Run } from '../../../model/script/machine/run.js';
import type { Left } from '../../../model/script/outcome/left.js';
import type { Violation } from './violation.js';

export function unordered(run: Run, { last, seen, between, act }: Left): Violation {
  return {
    code: 'HD6011',
    location: last.kind === 'write' ? last.cell.name : last.name,
    unit: run.events[act]!.unit,
    other: run.events[between]!.unit,
    seen,
    between,
    act,
    spot: last.spot,
    severity: 'error',
    ...(last.kind === 'write' ? {} : { deed: last.name }),
  };
}
