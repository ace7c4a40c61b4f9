// The declared names of a model, resolved: tables for the program, and maps from names to their ids. Duplicates, unknown
// types and constants out of range are reported here; what follows may rely on the tables.

import type { Span } from '../../../base/source-text.js';
import type {
  AtomicSet,
  ClassDeclaration,
  ClassId,
  FunctionId,
  LockDeclaration,
  LockId,
  Scheduling,
  Type,
  VariableDeclaration,
  VariableId,
} from '../../../model/program/program.js';
import type { DiagnosticLog } from '../diagnostic-log.js';
import type { ConstantSyntax, FunctionSyntax, Name, ProcessSyntax } from '../syntax/syntax.js';

export interface DeclaredFunction {
  readonly id: FunctionId;
  readonly syntax: FunctionSyntax;
  /** Its process, unless it is global. */
  readonly process: DeclaredProcess | undefined;
  readonly name: string;
  readonly parameters: readonly Type[];
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

  /** Process-local functions first, then global ones. */
  findFunction(name: string, process: DeclaredProcess | undefined): DeclaredFunction | undefined {
    return process?.functions.get(name) ?? this.globalFunctions.get(name);
  }
}
