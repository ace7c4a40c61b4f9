// What a property asks about which thread graph.

import type { Json } from '../../base/json.js';
import type { Model } from '../../model/model.js';
import type { Program } from '../../model/program/program.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { readSchemeActions } from '../../model/schemes/scheme-action.js';
import type { TreeForest } from '../../model/trees/action-tree.js';
import { pairQuestion, raceQuestion, schedulabilityQuestion } from '../../model/trees/effect-question.js';
import type { EffectQuestion } from '../../model/trees/effect-semantics.js';
import type { ThreadGraph } from '../../model/trees/thread-graph.js';
import { translateProgramToThreadGraph } from '../../translate/graphs/program-to-thread-graph.js';
import { schemeGraphNodes, translateSchemeToThreadGraph } from '../../translate/graphs/scheme-to-thread-graph.js';
import { translateTreeToThreadGraph } from '../../translate/graphs/tree-to-thread-graph.js';
import type { Property } from '../../verdict/property.js';

export function questionOfProperty(property: Property): EffectQuestion | undefined {
  const { labels, variable } = property;
  if (property.kind === 'pairwise' && Array.isArray(labels)) {
    const [first, second] = labels.map((label: Json) => new Set([String(label)]));
    return first && second && pairQuestion(first, second);
  }
  if (property.kind === 'race' && typeof variable === 'string') return raceQuestion(variable);
  return property.kind === 'schedulable' ? schedulabilityQuestion : undefined;
}

/** What tells one question about a graph from another. */
export function questionKey({ kind, labels, variable }: Property): string {
  return JSON.stringify([kind, labels ?? variable ?? null]);
}

/** Undefined when the model has no such graph. */
export function graphOfProperty(model: Model, property: Property): ThreadGraph | undefined {
  if (isForest(model)) {
    const tree = model.trees[Number(property['tree'] ?? 1) - 1];
    return tree && translateTreeToThreadGraph(tree);
  }
  if (isScheme(model)) {
    const actions = readSchemeActions(model);
    if (typeof actions === 'string') return undefined;
    const { graph, isComplete } = translateSchemeToThreadGraph(model, actions, schemeGraphNodes);
    return isComplete ? graph : undefined;
  }
  if (!isProgram(model)) return undefined;
  const translated = translateProgramToThreadGraph(model);
  return translated.ok ? translated.value.graph : undefined;
}

export function isForest(model: Model): model is TreeForest {
  return model.kind === 'trees';
}

function isScheme(model: Model): model is Scheme {
  return model.kind === 'scheme';
}

function isProgram(model: Model): model is Program {
  return model.kind === 'program';
}
