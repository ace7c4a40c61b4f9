// `--emit ttd|pnml`: the model in another format, through the translations between diagrams and nets.

import type { Diagnostic } from '../../base/diagnostic.js';
import { failure, type Result, success } from '../../base/result.js';
import { printPnml } from '../../model/petri/print-pnml.js';
import { printDiagram } from '../../model/threads/print-diagram.js';
import { translatePetriToThreads } from '../../translate/nets/petri-to-threads.js';
import type { CoverModel } from '../../translate/nets/question.js';
import { withInitial } from '../../translate/nets/question.js';
import { translateThreadsToPetri } from '../../translate/nets/threads-to-petri.js';
import { type CoverInput, coverModelOf, isCoverInput } from '../../translate/threads/cover-model.js';
import { programTargets } from '../../translate/threads/program-question.js';
import type { Task } from '../../verdict/engine.js';
import { optionText, optionTexts } from '../../verdict/options.js';

/** For the command line, which hands over any model that its readers made. */
export function emitTask(task: Task): Result<string, readonly Diagnostic[]> {
  const { model } = task;
  if (isCoverInput(model)) return emit({ ...task, model });
  const message = `a model of kind ${model.kind} has no form as a diagram or net`;
  return failure([{ code: 'HD4010', severity: 'error', message, file: task.file }]);
}

export function emit(task: Task<CoverInput>): Result<string, Diagnostic[]> {
  const own = task.model.kind === 'program' ? programTargets(task.model)[0] : undefined;
  const model = coverModelOf(task.model, optionText(task.options, 'target') ?? own);
  const asked = model.ok ? withInitial(model.value, optionTexts(task.options, 'initial')) : model;
  const printed = asked.ok ? print(asked.value, optionText(task.options, 'emit') ?? 'ttd') : asked;
  if (printed.ok) return printed;
  const message = printed.error;
  return failure([{ code: 'HD4010', severity: 'error', message, file: task.file }]);
}

function print(model: CoverModel, format: string): Result<string, string> {
  if (format === 'ttd')
    return success(printDiagram(model.kind === 'petri' ? translatePetriToThreads(model).diagram : model));
  if (model.kind === 'petri') return printPnml(model);
  const net = translateThreadsToPetri(model);
  return net.ok ? printPnml(net.value) : net;
}
