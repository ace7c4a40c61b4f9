// All programs behind constructs, by what the constructs are about.

import { exceptions } from './exceptions.js';
import { flow } from './flow.js';
import { constructPrograms } from './program.js';
import { steps } from './steps.js';
import { types } from './types.js';
import { values } from './values.js';

export const constructTables = {
  flow: constructPrograms(flow),
  exceptions: constructPrograms(exceptions),
  types: constructPrograms(types),
  values: constructPrograms(values),
  steps: constructPrograms(steps),
};

/** Of a later Java than the rest. */
export const laterThan17: ReadonlySet<string> = new Set(['switch over types']);
