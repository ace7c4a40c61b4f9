// Units with names: a violation between two processes is told once per pair of names. The engine decides about processes as
// a whole first; only where that shows a violation, the same question is asked about the units of each two names, on the
// program that has no other accesses, and every execution found is told again on the program itself.

import type { Stop } from '../../../base/budget.js';
import type { Program } from '../../../model/program/program.js';
import type { EngineEvent, EngineRun, RunContext } from '../../../verdict/engine.js';
import { retellWitness } from '../../../verdict/meaning/shown-steps.js';
import type { AtomicityProperty } from '../../../verdict/property.js';
import type { Finding } from '../../../verdict/verdict.js';
import type { Witness } from '../../../verdict/witness.js';
import { AtomicityRun } from '../atomicity-run.js';
import { readQuestions } from '../flow/flows.js';
import type { AtomicityOptions } from '../options.js';
import { type NamedUnit, restrictedName, restrictUnits, unitNames } from './restrict-units.js';

export function hasNamedUnits({ functions }: Program): boolean {
  return functions.some(({ edges }) =>
    edges.some(({ action }) => action.kind === 'begin-unit' && action.name !== undefined),
  );
}

/** The findings of a run, with violations between processes told apart by the names of their units. */
export function* findingsByName(
  model: Program,
  findings: EngineRun,
  options: AtomicityOptions,
  context: RunContext,
): EngineRun {
  let stop: Stop | undefined;
  for (let step = findings.next(); !step.done; step = findings.next(stop)) {
    const event = step.value;
    const named = violated(event) ? yield* namedViolations(model, event.finding, options, context) : [];
    if (named.length === 0) stop = yield event;
    for (const finding of named) stop = yield { kind: 'finding', finding };
  }
}

type FindingEvent = Extract<EngineEvent, { kind: 'finding' }>;

function violated(event: EngineEvent): event is FindingEvent {
  return event.kind === 'finding' && event.finding.verdict.kind === 'violated';
}

/** None where the processes have no named units, or the names cannot be followed: the finding stays as it is. */
function* namedViolations(
  model: Program,
  { property }: Finding,
  options: AtomicityOptions,
  context: RunContext,
): Generator<EngineEvent, Finding[], Stop | undefined> {
  if (property.kind !== 'atomicity') return [];
  const units = unitsOf(model, [property.unit, property.other]);
  const restricted = units.some(({ name }) => name !== undefined)
    ? restrictUnits(about(model, property), units)
    : undefined;
  if (!restricted) return [];
  const questions = readQuestions(restricted);
  if ('because' in questions) return [];
  const found: Finding[] = [];
  for (const event of new AtomicityRun(restricted, questions, options, context).findings()) {
    if (event.kind === 'progress') yield event;
    if (!violated(event) || !isAbout(event.finding, property, units)) continue;
    const told = toldAgain(model, event.finding, units);
    if (told) found.push(told);
  }
  return found;
}

/** The program with only the variables of the question as an atomic set. */
function about(model: Program, { variables = [] }: AtomicityProperty): Program {
  const ids = variables.map((name) => model.variables.findIndex((variable) => variable.name === name));
  return { ...model, atomicSets: [{ name: '*', variables: ids }] };
}

function unitsOf(model: Program, names: readonly (string | undefined)[]): NamedUnit[] {
  const processes = model.processes.filter((process) => names.includes(process.name));
  return processes.flatMap((process) => unitNames(model, process).map((name) => ({ process, name })));
}

/** Two units of one process are asked about in both orders; the one who plays u must be of the finding's process. */
function isAbout({ property }: Finding, asked: AtomicityProperty, units: readonly NamedUnit[]): boolean {
  const processOf = (name: unknown) => units.find((unit) => restrictedName(unit) === name)?.process.name;
  return (
    property.kind === 'atomicity' &&
    processOf(property.unit) === asked.unit &&
    processOf(property.other) === asked.other &&
    String(property.variables) === String(asked.variables)
  );
}

/** The finding about the program itself, with names beside the processes. */
function toldAgain(model: Program, finding: Finding, units: readonly NamedUnit[]): Finding | undefined {
  const { verdict, property } = finding;
  if (verdict.kind !== 'violated' || property.kind !== 'atomicity') return undefined;
  const witness = renamed(verdict.witness, units);
  const told = retellWitness(readAbstract(model), witness);
  if (!told) return undefined;
  const unitOf = (name: unknown) => units.find((unit) => restrictedName(unit) === name)!;
  const [u, v] = [unitOf(property.unit), unitOf(property.other)];
  return {
    ...finding,
    property: {
      ...property,
      unit: u.process.name,
      other: v.process.name,
      ...(u.name === undefined ? {} : { unitName: u.name }),
      ...(v.name === undefined ? {} : { otherName: v.name }),
    },
    verdict: { ...verdict, witness: told },
  };
}

function readAbstract(model: Program): Program {
  const questions = readQuestions(model);
  return 'because' in questions ? model : questions.program;
}

/** `P:append#1` and `P:clear#1` are two threads of P. */
function renamed(witness: Witness, units: readonly NamedUnit[]): Witness {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  const nameOf = (thread: string) => {
    const [, name = '', rest = ''] = /^([^/#]+)((?:\/[^#]+)?)#\d+$/.exec(thread) ?? [];
    const process = units.find((unit) => restrictedName(unit) === name)?.process.name ?? name;
    const kind = `${process}${rest}`;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return `${kind}#${number}`;
  };
  const steps = witness.steps.map((step) => {
    const thread = names.get(step.thread) ?? nameOf(step.thread);
    names.set(step.thread, thread);
    return { ...step, thread };
  });
  return { ...witness, steps };
}
