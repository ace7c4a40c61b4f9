// HD6011, second form: what the calls leave behind is what no serial order of them leaves behind.

import type { Run } from '../../../model/script/machine/run.js';
import { leftAsInNoOrder } from '../../../model/script/outcome/left.js';
import type { Outcome } from '../../../model/script/outcome/outcome.js';
import type { Violation } from './violation.js';

export function unordered(run: Run, serial: readonly Outcome[]): Violation | undefined {
  const left = leftAsInNoOrder(run, serial);
  if (!left) return undefined;
  const { last, seen, between, act } = left;
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
