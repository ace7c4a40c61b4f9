// What a claim about a diagram or a net speaks of, read from its words: where runs start, and what is never covered. A
// control is a shared state (a net has one), a place a local state. Targets of one name are one target.

import { failure, type Result, success } from '../../base/result.js';
import { countAt, type Marking, pairsOf, tokensAt } from '../../model/petri/marking.js';
import { netTargetName, type PetriNet } from '../../model/petri/net.js';
import { parseInitialMarking, parseTargetMarkings } from '../../model/petri/parse-marking.js';
import { type Configuration, type ThreadDiagram, targetName } from '../../model/threads/diagram.js';
import { configurationIn } from '../../model/threads/parse-configuration.js';
import type { Property } from '../../verdict/property.js';

export interface CoverState {
  readonly control: number;
  readonly marking: Marking;
}

/** Also any number of tokens in the `unbounded` places. */
export interface Start extends CoverState {
  readonly unbounded: readonly number[];
}

/** May a run start with exactly these tokens? */
export function isInstance(tokens: Marking, { marking, unbounded }: Start): boolean {
  const places = new Set([...pairsOf(tokens), ...pairsOf(marking)].map(([place]) => place));
  return [...places].every((place) => {
    const [there, asked] = [countAt(tokens, place), countAt(marking, place)];
    return unbounded.includes(place) ? there >= asked : there === asked;
  });
}

export interface CoverClaim {
  readonly starts: readonly Start[];
  /** Covering any of them counts. */
  readonly targets: readonly CoverState[];
}

/** Why there is no such claim, when there is none. */
export function coverClaim(model: ThreadDiagram | PetriNet, property: Property): Result<CoverClaim, string> {
  if (property.kind !== 'coverable') return failure('nothing is to be covered');
  const { target, initial = [] } = property;
  const starts = model.kind === 'petri' ? netStarts(model, initial) : diagramStarts(model, initial);
  if (!starts.ok) return starts;
  if (starts.value.length === 0) return failure('no run starts anywhere');
  const targets = model.kind === 'petri' ? netTargets(model, target) : diagramTargets(model, target);
  return targets.ok ? success({ starts: starts.value, targets: targets.value }) : targets;
}

function diagramStarts(diagram: ThreadDiagram, texts: readonly string[]): Result<readonly Start[], string> {
  if (texts.length === 0) return success(diagram.initial.map(startOf));
  const starts: Start[] = [];
  for (const text of texts) {
    const configuration = configurationIn(diagram, text);
    if (!configuration.ok) return configuration;
    starts.push(startOf(configuration.value));
  }
  return success(starts);
}

function startOf({ shared, bounded, unbounded }: Configuration): Start {
  return { control: shared, marking: tokensAt(bounded), unbounded };
}

function diagramTargets(diagram: ThreadDiagram, text: string): Result<readonly CoverState[], string> {
  const named = diagram.targets.filter((target) => targetName(target) === text);
  if (named.length > 0) return success(named.map(({ configuration }) => startOf(configuration)));
  const configuration = configurationIn(diagram, text);
  if (!configuration.ok) return configuration;
  if (configuration.value.unbounded.length > 0) return failure(`the target '${text}' cannot have unbounded states`);
  return success([startOf(configuration.value)]);
}

function netStarts(net: PetriNet, texts: readonly string[]): Result<readonly Start[], string> {
  if (texts.length === 0) return success([{ control: 0, ...net.initial }]);
  if (texts.length > 1) return failure('a net has one initial marking');
  const start = parseInitialMarking(net, texts[0]!);
  return start.ok ? success([{ control: 0, ...start.value }]) : start;
}

function netTargets(net: PetriNet, text: string): Result<readonly CoverState[], string> {
  const named = net.targets.filter((target) => netTargetName(net, target) === text);
  const markings =
    named.length > 0 ? success(named.flatMap(({ markings }) => markings)) : parseTargetMarkings(net, text);
  return markings.ok ? success(markings.value.map((marking) => ({ control: 0, marking }))) : markings;
}
