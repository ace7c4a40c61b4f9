// Re-executes witnesses on a model's concrete semantics, without the engine that found them. One replayer per kind of
// model; it takes all claims about a model at once, so that a streamed trace is read once.

import type { Stop } from '../base/budget.js';
import type { Model } from '../model/model.js';
import type { EngineEvent } from '../verdict/engine.js';
import type { Property } from '../verdict/property.js';
import type { Witness } from '../verdict/witness.js';

export interface Claim {
  readonly property: Property;
  readonly witness: Witness;
  /** False: the witness is an execution of the model with its data abstracted. */
  readonly confirmed: boolean;
}

export type ReplayOutcome = { readonly ok: true } | { readonly ok: false; readonly because: string };

export const replayed: ReplayOutcome = { ok: true };

export function notReplayed(because: string): ReplayOutcome {
  return { ok: false, because };
}

/** It was told to stop: nothing is known about the claim. */
export const unfinishedReplay = { ok: false, because: 'the replay did not finish' } as const;

export interface Replayer<M extends Model = Model> {
  readonly modelKind: string;
  /** Claims may come a few at a time. Otherwise all at once: the model is a stream, and read for them. */
  readonly claimsStandAlone: boolean;
  /** One outcome per claim: it is an execution of the model, and it shows the violation of its property. */
  replay(model: M, claims: readonly Claim[]): Generator<EngineEvent, readonly ReplayOutcome[], Stop | undefined>;
}

/** A replayer for models at hand, where each claim stands alone. */
export function replayEach<M extends Model>(
  modelKind: string,
  replayOne: (model: M, claim: Claim) => ReplayOutcome,
): Replayer<M> {
  return {
    modelKind,
    claimsStandAlone: true,
    *replay(model, claims) {
      const outcomes: ReplayOutcome[] = [];
      for (const claim of claims) {
        outcomes.push(replayOne(model, claim));
        yield { kind: 'progress', done: outcomes.length, total: claims.length };
      }
      return outcomes;
    },
  };
}
