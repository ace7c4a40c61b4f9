// The arguments of calls from outside: unknown values with the names of the parameters. Equal parameters of two calls are
// tried equal and different; objects are fresh for each call; what has methods is a dependency, and shared.

import { hasMethods, memberHint, resolveHint, withoutNull } from '../machine/hints.js';
import type { Machine } from '../machine/machine.js';
import { plain, type Thing, Unknown, undefinedValue, type Value } from '../machine/value.js';
import type { Script } from '../script.js';
import type { FunctionNode, Parameter, TypeHint } from '../syntax.js';
import { classBehind, instanceOf } from './injected.js';

export interface ArgumentContext {
  /** Which of the overlapping calls; 0 in the setup. */
  readonly instance: number;
  /** Arguments of constructors and factories: dependencies. */
  readonly injected: boolean;
  /** Handlers get a request of their own. */
  readonly handler: boolean;
  /** It lets so many in at a time: one of them is enough to see two. */
  readonly admitting?: boolean;
  /** Also where there is a default: with the defaults it cannot be made. */
  readonly withoutDefaults?: boolean;
  /** The callee promises that only one caller at a time runs what it is given. */
  readonly exclusive?: boolean;
}

const dependencyName =
  /(?:db|database|client|store|repo|repository|cache|redis|api|service|bus|queue|logger|conn|connection|pool|fs|storage|http|prisma|knex|gateway|mailer|bank|provider|adapter|deps|app|router|server|emitter|broker|transport|driver|socket|channel|publisher|backend|remote|registry)s?$/i;
const functionName =
  /^(?:fn|func|work|task|callback|cb|job|action|operation|loader|factory|producer|handler|body|critical|section|next)$/i;

/** Things with methods that each caller has one of, where calls are given different things. */
function isOfCaller(name: string): boolean {
  return (
    /(?:conn|connection|socket|ws|peer|session|stream|job|task|listener|subscriber)$/i.test(name) ||
    !dependencyName.test(name)
  );
}

/** It is handed a function: what is to be done, or whom to tell. */
export function takesFunction({ parameters }: FunctionNode): boolean {
  return parameters.some((parameter, index) => isFunction(parameter.type, nameOf(parameter, index)));
}

export function argumentsFor(machine: Machine, node: FunctionNode, context: ArgumentContext): Value[] {
  const key =
    node.parameters
      .map((parameter, index) => nameOf(parameter, index))
      .find((_, index) => isData(machine, node.parameters[index]!)) ?? '';
  return node.parameters.map((parameter, index) => argumentFor(machine, single(parameter), index, context, key));
}

function argumentsOfInjected(machine: Machine) {
  return (node: FunctionNode, name: string) =>
    argumentsFor(machine, node, { instance: 0, injected: true, handler: false, admitting: admits(name) });
}

/** A semaphore, or a lock with places: with one place it is exclusive. */
export function admits(name: string): boolean {
  return /semaphore|lock|mutex/i.test(name);
}

/** `...items`: one of them is handed over. */
function single(parameter: Parameter): Parameter {
  const { type, rest } = parameter;
  return rest && type?.kind === 'array' ? { ...parameter, type: type.element } : parameter;
}

function nameOf({ pattern }: Parameter, index: number): string {
  return pattern.kind === 'variable' ? pattern.name : `argument${index + 1}`;
}

function isData(machine: Machine, parameter: Parameter): boolean {
  const kind = withoutNull(resolveHint(machine.script, parameter.type))?.kind;
  return kind === 'string' || kind === 'number' || kind === undefined;
}

function argumentFor(
  machine: Machine,
  parameter: Parameter,
  index: number,
  context: ArgumentContext,
  key: string,
): Value {
  if (context.admitting && isCount(parameter)) return plain(1);
  const isGiven = machine.options.parameters === 'given' && context.instance > 0;
  const isAsked = isGiven || machine.options.parameters === `only ${index}`;
  const isLeftOut = parameter.fallback !== undefined && !context.withoutDefaults && !isGiven;
  if (isLeftOut || (parameter.optional && !context.injected && !isAsked)) return undefinedValue;
  const name = nameOf(parameter, index);
  const type = parameter.type;
  const hint = withoutNull(resolveHint(machine.script, type));
  if (isFunction(hint, name)) return plain(functionArgument(machine, name, hint, context, key));
  if (context.injected) {
    const behind = classBehind(machine, type);
    const made = behind && instanceOf(machine, behind, argumentsOfInjected(machine));
    if (made) return made;
  }
  const external = isDependency(machine, name, hint, parameter, context);
  const isOwn = external && !context.injected && machine.options.parameters === 'different' && isOfCaller(name);
  const isShared = (external && !isOwn) || context.injected;
  const { parameters } = machine.options;
  const isOther = parameters === 'different' || parameters === `only ${index}`;
  const differs = !isShared && isOther && context.instance > 0;
  const term = differs ? `${name}${context.instance}` : name;
  if (!isShared && context.instance > 0) machine.parameters.add(term);
  const value = new Unknown(term, {
    type,
    external,
    own: context.handler && !hasMethods(machine.script, type),
    identity: isShared ? name : `${name}@${context.instance}`,
  });
  const part = context.instance > 0 && !isShared ? partIn(parameters, index) : undefined;
  return plain(part === undefined ? value : withOther(machine, value, part, context.instance));
}

/** `only 0.id`: of the first argument, what is different. */
function partIn(parameters: Machine['options']['parameters'], index: number): string | undefined {
  const start = `only ${index}.`;
  return parameters.startsWith(start) ? parameters.slice(start.length) : undefined;
}

/** The same object but for one part, which differs from call to call. */
function withOther(machine: Machine, value: Unknown, part: string, instance: number): Thing {
  const thing = machine.newThing('object', value.term);
  thing.lazy = value;
  const term = `${value.term}${instance}.${part}`;
  machine.parameters.add(term);
  thing.properties.set(part, plain(new Unknown(term, { type: memberHint(machine.script, value.traits.type, part) })));
  machine.lazyThings.set(value.identity, thing);
  return thing;
}

function isCount({ type, fallback }: Parameter): boolean {
  return type?.kind === 'number' || (fallback?.kind === 'literal' && typeof fallback.value === 'number');
}

function isFunction(hint: TypeHint | undefined, name: string): boolean {
  return hint?.kind === 'function' || (hint === undefined && functionName.test(name));
}

function functionArgument(
  machine: Machine,
  name: string,
  hint: TypeHint | undefined,
  context: ArgumentContext,
  key: string,
): Unknown {
  const returns: TypeHint =
    hint?.kind === 'function' && hint.returns.kind !== 'unknown'
      ? hint.returns
      : { kind: 'promise', element: { kind: 'unknown' } };
  const differs = machine.options.parameters === 'different' && context.instance > 0;
  // What gives back nothing is not waited for: it is told that it is let in, and is not the section itself.
  const isSection = context.exclusive && context.instance > 0 && returns.kind !== 'void';
  const term = isSection ? `probe ${key}${differs ? context.instance : ''}` : name;
  return new Unknown(term, { external: true, type: { kind: 'function', returns } });
}

function isDependency(
  machine: Machine,
  name: string,
  hint: TypeHint | undefined,
  parameter: Parameter,
  context: ArgumentContext,
): boolean {
  if (context.handler) return false;
  if (hasMethods(machine.script, parameter.type)) return true;
  if (hint && ['string', 'number', 'boolean', 'array', 'literal', 'union', 'null'].includes(hint.kind)) return false;
  if (hint?.kind === 'object')
    return (
      context.injected &&
      Object.values(hint.members).some((member) => hasMethods(machine.script, member) || member.kind === 'function')
    );
  if (hint?.kind === 'reference')
    return context.injected || dependencyName.test(hint.name) || dependencyName.test(name);
  if (parameter.pattern.kind !== 'variable') return context.injected;
  return (
    dependencyName.test(name) ||
    (context.injected &&
      !/(?:config|options|opts|settings|id|name|path|size|max|limit|ttl|timeout|count|url|key)$/i.test(name))
  );
}

/** Where calls are given texts or numbers, if in several places: one of them may differ while the others are the same. */
export function namingPlaces({ script }: { readonly script: Script }, { parameters }: FunctionNode): string[] {
  const signals = parameters.flatMap((parameter, index) => (isSignal(parameter) ? [`${index}`] : []));
  const places = parameters.flatMap(({ type, fallback }, index): string[] => {
    const hint = withoutNull(resolveHint(script, type));
    if (fallback || !hint) return [];
    return isText(hint) ? [`${index}`] : namesIn(script, hint).map((name) => `${index}.${name}`);
  });
  return [...signals, ...(places.length > 1 ? places.slice(0, mostPlaces) : [])];
}

/** Each caller ends what it has begun itself. */
function isSignal({ type, pattern }: Parameter): boolean {
  const hint = withoutNull(type);
  if (hint?.kind === 'reference') return hint.name === 'AbortSignal';
  return pattern.kind === 'variable' && /^(?:abort)?signal$/i.test(pattern.name);
}

const mostPlaces = 3;
const naming = /(?:id|key|name|code|slug|sku|email|path|topic|channel|room|tenant|ref|number)$/i;

function isText({ kind }: TypeHint): boolean {
  return kind === 'string' || kind === 'number';
}

/** Parts of an object by which things are found: what is counted or shown does not decide who meets whom. */
function namesIn(script: Script, hint: TypeHint): string[] {
  if (hint.kind !== 'object' || hasMethods(script, hint)) return [];
  return Object.entries(hint.members)
    .filter(([name, member]) => naming.test(name) && isText(withoutNull(resolveHint(script, member)) ?? member))
    .map(([name]) => name);
}
