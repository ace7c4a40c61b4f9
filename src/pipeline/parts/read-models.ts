// The last model that was read, for whoever is asked one part of an input after the other. What was read never changes, and
// what engines and checkers derive from it stays with it.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { Subject } from '../../verdict/inquiry.js';
import type { Job } from '../job.js';

export interface ReadForJob {
  readonly model?: Subject;
  readonly reading: readonly Diagnostic[];
}

/** Who has read the input of a job, or reads it when it is needed. */
export interface ModelSource {
  read(job: Job, read: () => Promise<ReadForJob>): Promise<ReadForJob>;
}

interface Read {
  readonly key: string;
  readonly reading: Promise<ReadForJob>;
}

export class ReadModels implements ModelSource {
  #last: Read | undefined;

  async read(job: Job, read: () => Promise<ReadForJob>): Promise<ReadForJob> {
    // Streams are read by whoever asks, each time.
    if (job.input.content.kind === 'stream') return read();
    const key = JSON.stringify([job.input, job.questions[0]?.options, job.questions.some(({ asked }) => asked)]);
    if (this.#last?.key === key) return this.#last.reading;
    const last = { key, reading: read() };
    this.#last = last;
    try {
      return await last.reading;
    } catch (error) {
      // The next one tries again.
      if (this.#last === last) this.#last = undefined;
      throw error;
    }
  }
}
