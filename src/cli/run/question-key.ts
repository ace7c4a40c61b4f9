// What makes two questions the same: the version, the content of the input, the engine, its options and the limits. The key of
// a run's journal, of the cache and of a cluster's jobs, so that an answer is good wherever the key is the same.

import { createHash } from 'node:crypto';
import { derived } from '../../base/derived.js';
import type { Input, Job, Question } from '../../pipeline/job.js';
import type { OptionValues } from '../../verdict/options.js';
import { digestOfStream } from '../files/digest.js';
import { nodePlatform } from '../platform.js';
import { commonOptions } from '../settings.js';
import { version } from '../version.js';

export interface JobKeys {
  /** Of the input and how it is read. */
  readonly job: string;
  /** One per question, in their order. */
  readonly questions: readonly string[];
}

export async function jobKeys(job: Job): Promise<JobKeys> {
  const { input, limits, seed } = job;
  const content = await contentHash(input);
  const { until: _until, ...lasting } = limits;
  const about = [version(), input.file, input.reader, content, lasting, seed];
  return {
    job: hashOf([...about, 'reading']),
    questions: job.questions.map((question) => hashOf([...about, asked(question)])),
  };
}

/** Of everything that is read; a stream is read for it. */
async function contentHash({ file, content }: Input): Promise<string> {
  if (content.kind !== 'stream') return hashOfContent(content);
  try {
    return (await digestOfStream(nodePlatform.openStream(file))).sha256;
  } catch {
    // Whoever reads it will say what is wrong.
    return '';
  }
}

/** Many questions are about one input. */
const hashOfContent = derived((content: Input['content']) => hashOf(content));

/** The options that reach an engine: not those of reports and of running. */
export function engineOptions(options: OptionValues): OptionValues {
  const common = new Set(commonOptions.map(({ name }) => name));
  const names = Object.keys(options).filter((name) => !common.has(name));
  return Object.fromEntries(names.sort().map((name) => [name, options[name]!]));
}

function asked({ engine, options, asked, part }: Question): unknown {
  return [engine, asked, engineOptions(options), ...(part ? [part.index, part.of, part.conclusions] : [])];
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
