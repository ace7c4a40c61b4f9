// The model that a coverability question is put to: diagrams and nets as they are, programs unfolded with the target that
// is asked for. Engine, replayer and certifiers share it, so they speak of the same states.

import { derived, derivedBy } from '../../base/derived.js';
import { failure, type Result, success } from '../../base/result.js';
import type { Model } from '../../model/model.js';
import type { Program } from '../../model/program/program.js';
import type { CoverModel } from '../nets/question.js';
import { askDiagram, type ProgramDiagram } from './program-question.js';
import { ProgramUnfolding } from './program-to-threads.js';

export type CoverInput = CoverModel | Program;

export function isCoverInput(model: Model): model is CoverInput {
  return model.kind === 'threads' || model.kind === 'petri' || model.kind === 'program';
}

/** A program is unfolded once, whatever is asked. */
export const unfoldingOf = derived((program: Program) => new ProgramUnfolding(program));

const diagramFor = derivedBy((target: string | undefined) => JSON.stringify([target]), askDiagram);

/** Finishes the unfolding if need be. */
export function programDiagramOf(program: Program, target: string | undefined): Result<ProgramDiagram, string> {
  const unfolding = unfoldingOf(program);
  unfolding.advance(Number.POSITIVE_INFINITY);
  if (unfolding.obstacle) return failure(unfolding.obstacle.because);
  return success(diagramFor(unfolding, target));
}

export function coverModelOf(model: Model, target: string | undefined): Result<CoverModel, string> {
  if (model.kind === 'threads' || model.kind === 'petri') return success(model);
  if (model.kind !== 'program') return failure(`a model of kind ${model.kind} cannot be covered`);
  const unfolded = programDiagramOf(model, target);
  return unfolded.ok ? success(unfolded.value.diagram) : unfolded;
}
