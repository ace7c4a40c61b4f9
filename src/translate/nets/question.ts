// What was asked, from the words of a report: a model (with its initial states, or those of the property) and a target.
// Engine, replayers and certifiers all read the question here.

import { failure, type Result, success } from '../../base/result.js';
import { netTargetName, type PetriNet } from '../../model/petri/net.js';
import { parseInitialMarking, parseTargetMarkings } from '../../model/petri/parse-marking.js';
import { type Configuration, type ThreadDiagram, targetName } from '../../model/threads/diagram.js';
import { configurationIn } from '../../model/threads/parse-configuration.js';
import type { CounterState, CounterSystem } from './counter-system.js';
import { configurationToCounters, diagramToCounters } from './diagram-to-counters.js';
import { markingToCounters, netToCounters } from './net-to-counters.js';

export type CoverModel = ThreadDiagram | PetriNet;

export interface Question {
  /** With the initial states that are asked about. */
  readonly model: CoverModel;
  readonly system: CounterSystem;
  /** Covering any of them counts. */
  readonly targets: readonly CounterState[];
}

/** The model with other initial states: configurations of a diagram, or one marking of a net (`p=1,q>=0`). */
export function withInitial<M extends CoverModel>(model: M, initial: readonly string[]): Result<M, string>;
export function withInitial(model: CoverModel, initial: readonly string[]): Result<CoverModel, string> {
  if (initial.length === 0) return success(model);
  if (model.kind === 'petri') {
    const [text, ...others] = initial;
    if (others.length > 0) return failure('a net has one initial marking');
    const start = parseInitialMarking(model, text!);
    return start.ok ? success({ ...model, initial: start.value }) : start;
  }
  const configurations: Configuration[] = [];
  for (const text of initial) {
    const configuration = configurationIn(model, text);
    if (!configuration.ok) return configuration;
    configurations.push(configuration.value);
  }
  return success({ ...model, initial: configurations });
}

export function askQuestion(
  model: CoverModel,
  target: string,
  initial: readonly string[] = [],
): Result<Question, string> {
  const asked = withInitial(model, initial);
  if (!asked.ok) return asked;
  const states = model.kind === 'petri' ? netTarget(model, target) : diagramTarget(model, target);
  if (!states.ok) return states;
  const system = asked.value.kind === 'petri' ? netToCounters(asked.value) : diagramToCounters(asked.value);
  return success({ model: asked.value, system, targets: states.value });
}

function diagramTarget(diagram: ThreadDiagram, text: string): Result<readonly CounterState[], string> {
  const named = diagram.targets.find((target) => targetName(target) === text);
  if (named) return success([configurationToCounters(named.configuration)]);
  const configuration = configurationIn(diagram, text);
  if (!configuration.ok) return configuration;
  if (configuration.value.unbounded.length > 0) return failure(`the target '${text}' cannot have unbounded states`);
  return success([configurationToCounters(configuration.value)]);
}

function netTarget(net: PetriNet, text: string): Result<readonly CounterState[], string> {
  const named = net.targets.find((target) => netTargetName(net, target) === text);
  const markings = named ? success(named.markings) : parseTargetMarkings(net, text);
  return markings.ok ? success(markings.value.map(markingToCounters)) : markings;
}
