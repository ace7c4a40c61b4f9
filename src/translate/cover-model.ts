// The model that a coverability question is put to: diagrams and nets as they are, programs unfolded with the targets that
// are asked for. Engine, replayer and certifiers share it, so they speak of the same states.

import { failure, type Result, success } from '../base/result.js';
import type { Model } from '../model/model.js';
import type { PetriNet } from '../model/petri/net.js';
import type { Program } from '../model/program/program.js';
import type { ThreadDiagram } from '../model/threads/diagram.js';
import type { CoverModel } from './counters/question.js';
import { translateProgramToThreads } from './program-to-threads.js';

export type CoverInput = CoverModel | Program;

export function isCoverInput(model: Model): model is CoverInput {
  return isDiagram(model) || isNet(model) || isProgram(model);
}

function isDiagram(model: Model): model is ThreadDiagram {
  return model.kind === 'threads';
}

function isNet(model: Model): model is PetriNet {
  return model.kind === 'petri';
}

function isProgram(model: Model): model is Program {
  return model.kind === 'program';
}

const translated = new WeakMap<Program, Map<string, Result<ThreadDiagram, string>>>();

/** For programs the diagram is made once per target. */
export function coverModelOf(model: Model, target: string): Result<CoverModel, string> {
  if (isDiagram(model) || isNet(model)) return success(model);
  if (!isProgram(model)) return failure(`a model of kind ${model.kind} cannot be covered`);
  const known = translated.get(model) ?? new Map<string, Result<ThreadDiagram, string>>();
  translated.set(model, known);
  const diagram = known.get(target) ?? translateProgramToThreads(model, [target]);
  known.set(target, diagram);
  return diagram;
}
