// The library's front door: run engines on models from code, in Node or a browser, with the same checks as the command line.

export type { Limits } from '../base/budget.js';
export type { ByteSource } from '../base/byte-source.js';
export type { Diagnostic } from '../base/diagnostic.js';
export type { RuleCode } from '../base/rule.js';
export type { Place } from '../base/source-text.js';
export type { Certificate, NoCertificate } from '../verdict/certificate.js';
export type { EngineInfo } from '../verdict/engine.js';
export type { OptionSpec, OptionValue, OptionValues } from '../verdict/options.js';
export type { Property } from '../verdict/property.js';
export type { Scope } from '../verdict/scope.js';
export type { CaptionedPlace, Finding, Verdict } from '../verdict/verdict.js';
export type { Witness } from '../verdict/witness.js';
export { type EngineEntry, engines, type ReaderEntry, readers } from './catalogue.js';
export { type Checked, type CheckOptions, check } from './check.js';
export type {
  Answer,
  CompanionText,
  Digest,
  Input,
  Job,
  JobOutcome,
  Platform,
  ProgressReport,
  Question,
} from './job.js';
export { planJobs, type Request } from './plan.js';
export { inProcessPool, type Pool } from './pool.js';
export { portablePlatform } from './portable-platform.js';
export { readInput } from './read-input.js';
export { runJob } from './run-job.js';
export { certifyClaims } from './verification/certify.js';
export { replayClaims } from './verification/verify.js';
