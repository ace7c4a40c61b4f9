// Who runs the jobs of a command: this thread, or workers where that pays.

import type { Input, Job, Platform } from '../../pipeline/job.js';
import { inProcessPool, type Pool } from '../../pipeline/pool.js';
import { nodePlatform } from '../platform.js';
import type { Settings } from '../settings.js';

/** Workers cost some tens of milliseconds to start: they must have enough to share. */
const enoughToShare = 50_000;

/** The same for one input that is asked in parts: deciding it takes longer than reading it. */
const enoughToSplit = 20_000;

/** Reading so much may take longer than a second. */
const enoughToRead = 200_000;

function sizeOf({ content }: Input): number {
  if (content.kind === 'text') return content.text.length;
  if (content.kind === 'stream') return enoughToShare;
  return content.sources.reduce((sum, { text }) => sum + text.length, 0);
}

/** A program of many files is read by each worker again: only where it is asked in parts that pays. */
function canBeShared({ input, questions }: Job): boolean {
  return input.content.kind !== 'project' || isSplit(questions);
}

function isSplit(questions: Job['questions']): boolean {
  return questions.some(({ part }) => part !== undefined);
}

/** One program of many files takes longer to read. */
function isLargeModel({ input, questions }: Job): boolean {
  return input.content.kind !== 'project' && isSplit(questions) && sizeOf(input) >= enoughToSplit;
}

export async function choosePool(jobs: readonly Job[], settings: Settings): Promise<Pool> {
  if (settings.portfolio) return (await import('../threads/portfolio-pool.js')).portfolioPool();
  const size = jobs.reduce((sum, { input }) => sum + sizeOf(input), 0);
  const shareable = jobs.filter(canBeShared);
  const shared = shareable.reduce((sum, { input }) => sum + sizeOf(input), 0);
  const isMuch = shared >= enoughToShare || shareable.some(isLargeModel);
  const worthwhile = settings.jobs === undefined ? isMuch : settings.jobs > 1;
  const questions = jobs.reduce((sum, job) => sum + job.questions.length, 0);
  const fromStandardInput = jobs.some(({ input }) => input.file === '-');
  // Only a worker can be ended from outside while it reads a model.
  const mayBeEnded = settings.limits.milliseconds !== undefined && size >= enoughToRead;
  const shares = questions > 1 && worthwhile;
  if (fromStandardInput || !(shares || mayBeEnded)) return inProcessPool(await platformFor(settings));
  return (await import('../threads/worker-pool.js')).workerPool(settings.jobs, settings.cache);
}

async function platformFor({ cache }: Settings): Promise<Platform> {
  if (cache === undefined) return nodePlatform;
  return { ...nodePlatform, kept: (await import('../cache/answer-cache.js')).keptAnswers(cache) };
}
