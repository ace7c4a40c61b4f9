// The readers of trace files. Opening never fails: a malformed line shows when an engine comes to it.

import type { StreamReader } from '../model.js';
import { type TraceFormat, traceModel } from './trace-model.js';

function reader(id: TraceFormat, summary: string): StreamReader {
  return {
    form: 'stream',
    id,
    extensions: [`.${id}`],
    summary,
    open: (file, open, reopenable) => ({ model: traceModel(file, id, open, reopenable), diagnostics: [] }),
  };
}

export const stdReader = reader('std', 'recorded trace, one event per line: thread|op(argument)|location');
export const csvReader = reader('csv', 'recorded trace, a column per thread');
export const rrReader = reader('rr', 'recorded trace, RoadRunner log');
