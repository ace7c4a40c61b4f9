// The library's front door: run engines on models from code, in Node or a browser, with the same checks as the command line.

export { engines, readers } from './catalogue.js';
export { certifyClaims } from './certify.js';
export type { Answer, Input, Job, JobOutcome, Platform, ProgressReport, Question } from './job.js';
export { planJobs, type Request } from './plan.js';
export { inProcessPool, type Pool } from './pool.js';
export { readInput } from './read-input.js';
export { runJob } from './run-job.js';
export { replayClaims } from './verify.js';
