// The declared names of a model, resolved: tables for the program, and maps from names to their ids. Duplicates, unknown
// types and constants out of range are reported here; what follows may rely on the tables.

import type { Span } from '../../../base/source-text.js';
import type {
  AtomicSet,
  ClassDeclaration,
  ClassId,
  LockDeclaration,
  LockId,
  Scheduling,
  Type,
  VariableDeclaration,
  VariableId,
} from '../../../model/program/program.js';
import type { DiagnosticLog } from '../diagnostic-log.js';
import { Instances } from '../functions/instances.js';
import type { ConstantSyntax, FunctionSyntax, LambdaSyntax, Name, ProcessSyntax } from '../syntax/syntax.js';
import type { DeclaredType } from './types.js';

/** A function with a name, or an anonymous one, whose name says where it stands. */
export interface DeclaredFunction {
  readonly syntax: FunctionSyntax;
  readonly isAnonymous?: true;
  /** Locals of the surrounding function that an anonymous one speaks of. They come before its parameters. */
  readonly captures: readonly { readonly name: Name; readonly type: DeclaredType }[];
  /** Its process, unless it is global. */
  readonly process: DeclaredProcess | undefined;
  readonly name: string;
  readonly parameters: readonly DeclaredType[];
  readonly returnType: Type | undefined;
}

export interface DeclaredProcess {
  readonly syntax: ProcessSyntax;
  readonly functions: Map<string, DeclaredFunction>;
  /** The parameter of the process, with its value. */
  readonly constants: ReadonlyMap<string, ConstantSyntax>;
}

export class Declarations {
  scheduling: Scheduling = 'preemptive';
  schedulingOrigin: Span | undefined;
  readonly locks: LockDeclaration[] = [];
  readonly variables: VariableDeclaration[] = [];
  readonly classes: ClassDeclaration[] = [];
  readonly sets: AtomicSet[] = [];
  readonly functions: DeclaredFunction[] = [];
  readonly instances = new Instances();
  readonly processes: DeclaredProcess[] = [];
  readonly lockIds = new Map<string, LockId>();
  readonly variableIds = new Map<string, VariableId>();
  readonly classIds = new Map<string, ClassId>();
  readonly globalFunctions = new Map<string, DeclaredFunction>();
  readonly constants = new Map<string, ConstantSyntax>();
  /** Names of locks, variables and classes that something refers to. */
  readonly used = new Set<string>();
  /** Every `wait` may end without a notification. */
  spuriousWakeups = false;
  #atomicBlocks: LockId | undefined;
  readonly #places = new Map<string, Span>();
  /** Of a process with a parameter there are several, with the same anonymous functions. */
  readonly #anonymous = new Map<LambdaSyntax, readonly DeclaredFunction[]>();
  readonly #anonymousNames = new Map<string, number>();

  constructor(readonly log: DiagnosticLog) {}

  /** Whether the name is new in its space; reports it if not. Spaces keep, say, functions and variables apart. */
  declare(space: string, name: Name): boolean {
    const key = `${space} ${name.text}`;
    const earlier = this.#places.get(key);
    if (earlier === undefined) {
      this.#places.set(key, name.span);
      return true;
    }
    const { line, column } = this.log.source.position(earlier.start);
    this.log.error(name.span, 'HD0107', `\`${name.text}\` is declared twice`, `the first one is at ${line}:${column}`);
    return false;
  }

  /** Declared when it is first needed, under a name that no model can use. */
  lockOfAtomicBlocks(origin: Span): LockId {
    this.#atomicBlocks ??= this.locks.push({ name: '%atomic', origin }) - 1;
    this.used.add('%atomic');
    return this.#atomicBlocks;
  }

  anonymousFunction(syntax: LambdaSyntax, process: DeclaredProcess | undefined): DeclaredFunction | undefined {
    return this.#anonymous.get(syntax)?.find((code) => code.process === process);
  }

  declareAnonymous(syntax: LambdaSyntax, code: DeclaredFunction): void {
    this.#anonymous.set(syntax, [...(this.#anonymous.get(syntax) ?? []), code]);
    this.instances.declare(code);
  }

  /** Several on one line are numbered. */
  nameForAnonymous(name: string, process: DeclaredProcess | undefined): string {
    const key = `${process?.syntax.name.text ?? ''} ${name}`;
    const count = (this.#anonymousNames.get(key) ?? 0) + 1;
    this.#anonymousNames.set(key, count);
    return count === 1 ? name : `${name}_${count}`;
  }

  /** Process-local functions first, then global ones. */
  findFunction(name: string, process: DeclaredProcess | undefined): DeclaredFunction | undefined {
    return process?.functions.get(name) ?? this.globalFunctions.get(name);
  }
}
