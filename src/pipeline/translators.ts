// Models as text in other formats, for `heddle translate`: which kinds of model can be written in which format.

import type { Diagnostic } from '../base/diagnostic.js';
import { failure, type Result, success } from '../base/result.js';
import type { Model } from '../model/model.js';
import type { Program, ProgramCut } from '../model/program/program.js';
import type { PushdownModel } from '../model/pushdown/pushdown-model.js';
import type { Scheme } from '../model/schemes/scheme.js';
import type { TreeForest } from '../model/trees/action-tree.js';
import type { TitledProgram } from '../translate/eml/program-to-eml.js';
import type { Subject } from '../verdict/inquiry.js';
import { engineEntry } from './catalogue.js';

export type Translation = Result<string, readonly Diagnostic[]>;

interface Translator {
  readonly to: string;
  readonly modelKind: Model['kind'];
  translate(model: Model): Promise<Translation>;
}

const translators: readonly Translator[] = [
  translator<Program>('eml', 'program', async ({ source }) => {
    const { formatEml } = await import('../frontends/eml/syntax/format.js');
    return success(formatEml(source));
  }),
  translator<Program>('pds', 'program', pushdownOfProgram),
  translator<PushdownModel>('pds', 'pushdown', async (model) => {
    const { printPushdown } = await import('../model/pushdown/text/print-pushdown.js');
    return success(printPushdown(model));
  }),
  ...['ttd', 'pnml'].flatMap((format) =>
    (['threads', 'petri', 'program'] as const).map((kind) =>
      translator(format, kind, (model) => diagramOf(model, format)),
    ),
  ),
  translator<TreeForest>('tree', 'trees', async ({ trees }) => {
    const { printForest } = await import('../model/trees/print.js');
    return success(printForest(trees));
  }),
  translator<TreeForest>('hrs', 'trees', async (forest) => {
    const { translateTreesToScheme } = await import('../translate/schemes/tree-to-scheme.js');
    const { printScheme } = await import('../model/schemes/print.js');
    return success(printScheme(translateTreesToScheme(forest)));
  }),
  translator<Scheme>('hrs', 'scheme', async (scheme) => {
    const { printScheme } = await import('../model/schemes/print.js');
    return success(printScheme(scheme));
  }),
];

function translator<M extends Model>(
  to: string,
  modelKind: M['kind'],
  translate: (model: M) => Promise<Translation>,
): Translator {
  const takes = (model: Model): model is M => model.kind === modelKind;
  return { to, modelKind, translate: (model) => (takes(model) ? translate(model) : refuse(model, to)) };
}

export const targetFormats: readonly string[] = [...new Set(translators.map(({ to }) => to))];

export function translateModel(model: Subject, to: string): Promise<Translation> {
  if (model.kind === 'inquiries' && model.programs && to === 'eml') return emlOfPrograms(model.programs());
  if (model.kind === 'program' && model.cut && to !== 'eml') return wholeOf(model.cut, to);
  const found = translators.find((candidate) => candidate.to === to && candidate.modelKind === model.kind);
  return found && model.kind !== 'inquiries' ? found.translate(model) : refuse(model, to);
}

/** Of a program of which only a part was made, all that it does is a recursion scheme. */
async function wholeOf({ scheme }: ProgramCut, to: string): Promise<Translation> {
  const { printScheme } = await import('../model/schemes/print.js');
  if (to === 'hrs' && scheme.ok) return success(printScheme(scheme.value));
  const message = `functions that are passed grow without bound: this cannot be written as ${to}`;
  const help = scheme.ok ? 'it can be written as hrs' : scheme.error;
  return failure([{ code: 'HD0010', severity: 'error', message, help }]);
}

function refuse(model: Subject, to: string): Promise<Translation> {
  const formats = translators.filter(({ modelKind }) => modelKind === model.kind).map((candidate) => candidate.to);
  const help = formats.length > 0 ? `it can be written as ${formats.join(', ')}` : 'it has no other text form';
  const message = `a model of kind ${model.kind} cannot be written as ${to}`;
  return Promise.resolve(failure([{ code: 'HD0010', severity: 'error', message, help }]));
}

async function emlOfPrograms(programs: readonly TitledProgram[]): Promise<Translation> {
  const { programsToEml } = await import('../translate/eml/program-to-eml.js');
  const text = programsToEml(programs);
  if (text.ok) return text;
  return failure([{ code: 'HD0010', severity: 'error', message: `cannot be written as eml: ${text.error}` }]);
}

async function diagramOf(model: Model, format: string): Promise<Translation> {
  const emit = await engineEntry('cover')?.loadEmitter?.();
  return emit ? emit({ file: '', model, options: { emit: [{ text: format }] } }) : refuse(model, format);
}

/** All processes in one system: its first rule chooses one. */
async function pushdownOfProgram(program: Program): Promise<Translation> {
  const { translateProcessesToPushdown } = await import('../translate/pushdown/program-to-pushdown.js');
  const { printSystem } = await import('../model/pushdown/text/print-pushdown.js');
  const translated = translateProcessesToPushdown(program);
  if (translated.ok) return success(printSystem(translated.value.system, translated.value.initial));
  const { because, place } = translated.error;
  return failure([{ code: 'HD0010', severity: 'error', message: because, ...(place ? { place } : {}) }]);
}
