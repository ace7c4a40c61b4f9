// Certifiers of the kinds `upward-closed-basis` and `coverability-set` (closed-sets.ts), for diagrams, nets and programs. The
// body lists states, `[control, [place, count, …]]` with -1 for omega; for a program, controls and places are positions in
// its lists `shared` and `locals` of texts. What a program's runs never have is dropped: no run is above or below it.

import { derived } from '../../base/derived.js';
import type { Json } from '../../base/json.js';
import type { Model } from '../../model/model.js';
import type { PetriNet } from '../../model/petri/net.js';
import type { Program } from '../../model/program/program.js';
import type { ThreadDiagram } from '../../model/threads/diagram.js';
import type { CoverBody, CoverCertificate } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import { type Certifier, type CertifyOutcome, certifierOf, notCertified, rejected, type Work } from '../certifier.js';
import { type CountingSystem, checkBasis, checkCoverabilitySet, isMarking, omega } from './closed-sets.js';
import { rulesOf } from './counting-rules.js';
import { type CoverState, coverClaim } from './cover-claim.js';
import { ProgramSystem } from './program-system.js';

type Check = (system: CountingSystem, states: readonly CoverState[], work: Work) => CertifyOutcome;

export const basisCertifier = coverCertifierOf('upward-closed-basis', 'basis', checkBasis);
export const coverabilitySetCertifier = coverCertifierOf('coverability-set', 'set', checkCoverabilitySet);

function coverCertifierOf(kind: CoverCertificate['kind'], field: 'basis' | 'set', check: Check): Certifier {
  return certifierOf(kind, (model, property, scope, { body }, work) => {
    if (scope.kind !== 'all-executions') return rejected('the scope is not all executions');
    const asked = askedOf(model, property, body, work);
    if ('kind' in asked) return asked;
    const states = readStates(body[field], asked, field === 'set');
    return states ? check(asked.system, states, work) : rejected(`the ${kind} is malformed`);
  });
}

/** The system, and what the numbers of the body stand for in it. */
interface Asked {
  readonly system: CountingSystem;
  readonly places: number;
  readonly controlOf: (number: number) => number | undefined;
  readonly placeOf: (number: number) => number | undefined;
}

function askedOf(model: Model, property: Property, body: CoverBody, work: Work): Asked | CertifyOutcome {
  if (model.kind === 'threads' || model.kind === 'petri') return askedOfCounters(model, property);
  return model.kind === 'program'
    ? askedOfProgram(model, property, body, work)
    : rejected('threads of the model are not counted');
}

function askedOfCounters(model: ThreadDiagram | PetriNet, property: Property): Asked | CertifyOutcome {
  const claim = coverClaim(model, property);
  if (!claim.ok) return rejected(claim.error);
  const controls = model.kind === 'petri' ? 1 : model.sharedCount;
  const places = model.kind === 'petri' ? model.placeNames.length : model.localCount;
  return {
    system: { ...claim.value, rules: rulesOf(model) },
    places,
    controlOf: (number) => (number < controls ? number : undefined),
    placeOf: (number) => number,
  };
}

function askedOfProgram(program: Program, property: Property, body: CoverBody, work: Work): Asked | CertifyOutcome {
  const system = systemOf(program, body, work);
  if (system === 'too large') return notCertified('the program has too many states to count threads in');
  if (!system.ok) return rejected(system.error);
  const claim = system.value.claim(property);
  if (!claim.ok) return rejected(claim.error);
  const [shared, locals] = [textsOf(body.shared), textsOf(body.locals)];
  return {
    system: claim.value,
    places: system.value.places,
    controlOf: (number) => system.value.controlOf(shared[number] ?? ''),
    placeOf: (number) => system.value.placeOf(locals[number] ?? ''),
  };
}

/** By what is forgotten; at most one. */
const systemsOf = derived((_: Program) => new Map<string, ReturnType<typeof ProgramSystem.of>>());

/** Claims about one program share its unfolding. */
function systemOf(program: Program, body: CoverBody, work: Work): ReturnType<typeof ProgramSystem.of> {
  const forgotten = JSON.stringify(body.forgotten ?? null);
  const systems = systemsOf(program);
  const known = systems.get(forgotten);
  if (known !== undefined && known !== 'too large') return known;
  const system = ProgramSystem.of(program, body, work);
  systems.clear();
  systems.set(forgotten, system);
  return system;
}

function textsOf(json: Json | undefined): string[] {
  return Array.isArray(json) ? json.map(String) : [];
}

/** Undefined when they are no states. */
function readStates(json: Json | undefined, asked: Asked, withOmega: boolean): CoverState[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const states: CoverState[] = [];
  for (const element of json) {
    const [control, counts] = Array.isArray(element) ? element : [];
    if (typeof control !== 'number' || !Array.isArray(counts)) return undefined;
    const state = stateOf(control, counts, asked, withOmega);
    if (!state) continue;
    if (!isMarking(state.marking, asked.places)) return undefined;
    states.push(state);
  }
  return states;
}

/** Undefined when a control or place does not occur. */
function stateOf(number: number, counts: readonly Json[], asked: Asked, withOmega: boolean): CoverState | undefined {
  const control = asked.controlOf(number);
  const pairs: [number, number][] = [];
  for (let i = 0; i < counts.length; i += 2) {
    const place = asked.placeOf(Number(counts[i]));
    if (place === undefined) return undefined;
    pairs.push([place, withOmega && counts[i + 1] === -1 ? omega : Number(counts[i + 1])]);
  }
  pairs.sort((a, b) => a[0] - b[0]);
  return control === undefined ? undefined : { control, marking: pairs.flat() };
}
