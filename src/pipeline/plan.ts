// Which engines look at which inputs. A command named after an engine asks just that one; `check` asks all that take the
// kind of input and lets each say whether there is something to ask (contract.md, `check` runs).

import type { Limits } from '../base/budget.js';
import type { OptionValues } from '../verdict/options.js';
import { engineEntry, engines } from './catalogue.js';
import type { Input, Job } from './job.js';

export interface Request {
  /** One engine by name, or those that fit. */
  readonly engines:
    | { readonly kind: 'named'; readonly id: string }
    | { readonly kind: 'fitting'; readonly only?: readonly string[] };
  readonly inputs: readonly Input[];
  readonly options: OptionValues;
  readonly limits: Limits;
  readonly seed: number;
}

export function planJobs(request: Request): Job[] {
  const { options, limits, seed } = request;
  const asked = request.engines.kind === 'named';
  const others = asked && request.inputs.length > 1 ? ({ amongOthers: true } as const) : {};
  return request.inputs.map((input) => {
    const questions = engineIds(request, input).map((engine) => ({ engine, options, asked, ...others }));
    return { input, questions, limits, seed };
  });
}

function engineIds(request: Request, input: Input): string[] {
  if (request.engines.kind === 'named') return [request.engines.id];
  const { only } = request.engines;
  return engines
    .filter(({ info }) => info.inputs.includes(input.reader) && (!only || only.includes(info.id)))
    .map(({ info }) => info.id);
}

/** Reader ids that the request's engines take, for walking folders and for messages. */
export function acceptedReaders(selection: Request['engines']): ReadonlySet<string> {
  const entries = selection.kind === 'named' ? [engineEntry(selection.id)] : engines;
  return new Set(entries.flatMap((entry) => entry?.info.inputs ?? []));
}
