// What was asked, from the words of a report: a model (with its initial states, or those of the property) and a target.
// Engine, replayers and certifiers all read the question here.

import { failure, type Result, success } from '../../base/result.js';
import { markingOf } from '../../model/petri/marking.js';
import { netTargetName, type PetriNet } from '../../model/petri/net.js';
import { type Configuration, type ThreadDiagram, targetName } from '../../model/threads/diagram.js';
import { outOfRange, parseConfiguration } from '../../model/threads/parse-configuration.js';
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
    const atoms = parseAtoms(model, text!, ['=', '>=']);
    if (!atoms.ok) return atoms;
    const marking = markingOf(atoms.value.filter((atom) => atom.relation === '=').map((a) => [a.place, a.count]));
    const unbounded = atoms.value.filter((atom) => atom.relation === '>=').map((atom) => atom.place);
    return success({ ...model, initial: { marking, unbounded } });
  }
  const configurations: Configuration[] = [];
  for (const text of initial) {
    const configuration = configurationOf(model, text);
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
  const configuration = configurationOf(diagram, text);
  if (!configuration.ok) return configuration;
  if (configuration.value.unbounded.length > 0) return failure(`the target '${text}' cannot have unbounded states`);
  return success([configurationToCounters(configuration.value)]);
}

function configurationOf(diagram: ThreadDiagram, text: string): Result<Configuration, string> {
  const parsed = parseConfiguration(text);
  if (!parsed.ok) return parsed;
  const problem = outOfRange(parsed.value, diagram);
  return problem === undefined ? parsed : failure(problem);
}

/** `p>=2,q>=1`, or several of these with `or` between them. */
function netTarget(net: PetriNet, text: string): Result<readonly CounterState[], string> {
  const named = net.targets.find((target) => netTargetName(net, target) === text);
  if (named) return success(named.markings.map(markingToCounters));
  const states: CounterState[] = [];
  for (const part of text.split(/\s+or\s+/)) {
    const atoms = parseAtoms(net, part, ['>=']);
    if (!atoms.ok) return atoms;
    states.push(markingToCounters(markingOf(atoms.value.map(({ place, count }) => [place, count]))));
  }
  return success(states);
}

interface Atom {
  readonly place: number;
  readonly relation: string;
  readonly count: number;
}

/** `p>=2,q>=1`; a name alone means `>=1`. */
function parseAtoms(net: PetriNet, text: string, relations: readonly string[]): Result<Atom[], string> {
  const atoms: Atom[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(.+?)\s*(?:(>=|=)\s*(\d+))?\s*$/.exec(part);
    const place = match ? net.placeNames.indexOf(match[1]!) : -1;
    if (!match || place < 0) return failure(`'${part.trim()}' does not name a place`);
    const relation = match[2] ?? '>=';
    if (!relations.includes(relation)) return failure(`'${part.trim()}' must use ${relations.join(' or ')}`);
    atoms.push({ place, relation, count: Number(match[3] ?? 1) });
  }
  return success(atoms);
}
