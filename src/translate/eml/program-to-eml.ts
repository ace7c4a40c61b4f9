// A program of locks, reads, writes and units as EML text that reads back to the same paths: no jumps, conditions `*`.
// Each unit of work becomes a block; between units, and inside of them, the graph is put into regular form.

import { failure, type Result, success } from '../../base/result.js';
import type { Span } from '../../base/source-text.js';
import {
  type Action,
  declaredLock,
  type Edge,
  type FunctionGraph,
  outgoingEdges,
  type Program,
} from '../../model/program/program.js';
import { EmlNames } from './eml-names.js';
import { type Form, Forms, type LetterEdge, regularForm } from './regular-form.js';

export interface TitledProgram {
  readonly title: string;
  /** What is not in the program, for the reader. */
  readonly notes: readonly string[];
  readonly program: Program;
  /** Processes of which there may be any number. */
  readonly unbounded: ReadonlySet<string>;
}

/** Statements of one process; what is longer helps nobody. */
const longest = 20_000;

export function programsToEml(programs: readonly TitledProgram[]): Result<string, string> {
  const names = new EmlNames();
  const texts: string[] = [];
  for (const titled of programs) {
    const text = new ProgramText(titled, names).text();
    if (!text.ok) return text;
    texts.push(text.value);
  }
  return success(texts.join('\n'));
}

class ProgramText {
  readonly #program: Program;
  readonly #locks: readonly string[];
  readonly #variables: readonly string[];

  constructor(
    readonly titled: TitledProgram,
    readonly names: EmlNames,
  ) {
    const { program, title } = titled;
    this.#program = program;
    this.#locks = program.locks.map(({ name }) => names.fresh(name, title));
    this.#variables = program.variables.map(({ name }) => names.fresh(name, title));
  }

  text(): Result<string, string> {
    const { title, notes } = this.titled;
    const lines = [`// ${title}`, ...notes.map((note) => `// ${note}`), ...this.#declarations()];
    for (const [i, { name, entry }] of this.#program.processes.entries()) {
      const body = this.#body(this.#program.functions[entry]!);
      if (!body.ok) return failure(`${name}: ${body.error}`);
      const star = this.titled.unbounded.has(name) ? ' *' : '';
      const process = this.names.fresh(name, title);
      if (i > 0) lines.push('');
      lines.push(`// ${name}`, `process ${process}${star} {`, '  main {', ...body.value, '  }', '}');
    }
    return success(`${lines.join('\n')}\n`);
  }

  #declarations(): string[] {
    const { locks, variables, atomicSets } = this.#program;
    const known = (name: string, original: string) => (name === original ? '' : ` // ${original}`);
    return [
      ...locks.map(({ name }, i) => `lock ${this.#locks[i]};${known(this.#locks[i]!, name)}`),
      ...variables.map(
        ({ name, volatile }, i) =>
          `${volatile ? 'volatile ' : ''}var ${this.#variables[i]};${known(this.#variables[i]!, name)}`,
      ),
      ...atomicSets.map(
        ({ name, variables: members }) =>
          `atomic set ${this.names.fresh(name, this.titled.title)} { ${members.map((id) => this.#variables[id]).join(', ')} }`,
      ),
    ];
  }

  #body(graph: FunctionGraph): Result<readonly string[], string> {
    const letters: Letter[] = [];
    const forms = new Forms();
    const edges: LetterEdge[] = [];
    const outgoing = outgoingEdges(graph);
    const inside = new Set(
      graph.edges.flatMap(({ action, to }) => (action.kind === 'begin-unit' ? [...regionOf(outgoing, to)] : [])),
    );
    const letterOf = (letter: Letter, size: number) => forms.letter(letters.push(letter) - 1, size);
    for (const edge of graph.edges) {
      if (edge.action.kind === 'begin-unit') {
        const blocks = this.#blocks(outgoing, edge, forms, letters);
        if (!blocks.ok) return blocks;
        for (const { form, to } of blocks.value)
          edges.push({ from: edge.from, to, form: letterOf({ kind: 'unit', form }, form.size + 1) });
      } else if (!inside.has(edge.from)) {
        edges.push({ from: edge.from, to: edge.to, form: this.#formOf(edge, forms, letters) });
      }
    }
    // A thread may rest for ever between two units: what never ends is cut there.
    const ends = new Set(edges.map(({ to }) => to));
    const resting = [...ends].map((node) => ({ from: node, to: graph.exit, form: forms.skip }));
    const isEndless = !reaches(edges, graph.entry, graph.exit);
    const whole = regularForm(forms, graph.entry, graph.exit, isEndless ? [...edges, ...resting] : edges, longest);
    if (whole === 'too large') return failure(`its code without jumps has more than ${longest} statements`);
    return success(whole === 'none' ? ['    skip;'] : this.#print(whole, letters, '    '));
  }

  /** The unit that begins here, once for each place where it ends. */
  #blocks(
    outgoing: readonly (readonly Edge[])[],
    begin: Edge,
    forms: Forms,
    letters: Letter[],
  ): Result<readonly { readonly form: Form; readonly to: number }[], string> {
    const edges: LetterEdge[] = [];
    const ends: Edge[] = [];
    for (const edge of [...regionOf(outgoing, begin.to)].flatMap((node) => outgoing[node]!)) {
      if (edge.action.kind === 'end-unit') ends.push(edge);
      else edges.push({ from: edge.from, to: edge.to, form: this.#formOf(edge, forms, letters) });
    }
    const blocks: { readonly form: Form; readonly to: number }[] = [];
    for (const to of new Set(ends.map((edge) => edge.to))) {
      const last = outgoing.length;
      const closing = ends.filter((edge) => edge.to === to).map(({ from }) => ({ from, to: last, form: forms.skip }));
      const form = regularForm(forms, begin.to, last, [...edges, ...closing], longest);
      if (form === 'too large') return failure(`its code without jumps has more than ${longest} statements`);
      if (form !== 'none') blocks.push({ form, to });
    }
    return blocks.length === 0 ? failure('it has a unit that never ends') : success(blocks);
  }

  #formOf({ action, origin }: Edge, forms: Forms, letters: Letter[]): Form {
    const text = this.#statement(action);
    if (text === undefined) return forms.skip;
    const known = letters.findIndex(
      (letter) => letter.kind === 'step' && letter.text === text && letter.at.start === origin.start,
    );
    return forms.letter(known >= 0 ? known : letters.push({ kind: 'step', text, at: origin }) - 1);
  }

  #statement(action: Action): string | undefined {
    switch (action.kind) {
      case 'read':
      case 'write':
        return action.location.kind === 'variable'
          ? `${action.kind} ${this.#variables[action.location.variable]};`
          : undefined;
      case 'acquire':
      case 'release':
        return `${action.kind}(${this.#locks[declaredLock(action.lock) ?? -1]});`;
      default:
        return undefined;
    }
  }

  #print(form: Form, letters: readonly Letter[], indent: string): string[] {
    const deeper = `${indent}  `;
    switch (form.kind) {
      case 'skip':
        return [`${indent}skip;`];
      case 'sequence':
        return form.parts.flatMap((part) => this.#print(part, letters, indent));
      case 'loop':
        return [`${indent}while (*) {`, ...this.#print(form.body, letters, deeper), `${indent}}`];
      case 'choice':
        return this.#printChoice(form.parts, letters, indent);
      case 'letter': {
        const letter = letters[form.letter]!;
        if (letter.kind === 'unit')
          return [`${indent}unit {`, ...this.#print(letter.form, letters, deeper), `${indent}}`];
        return [`${indent}${letter.text}${this.#place(letter.at)}`];
      }
    }
  }

  #printChoice(parts: readonly Form[], letters: readonly Letter[], indent: string): string[] {
    const deeper = `${indent}  `;
    const filled = parts.filter(({ kind }) => kind !== 'skip');
    if (filled.length === 1) return [`${indent}if (*) {`, ...this.#print(filled[0]!, letters, deeper), `${indent}}`];
    const blocks = parts.map((part) => this.#print(part, letters, deeper).join('\n'));
    return [`${indent}choose {`, blocks.join(`\n${indent}} or {\n`), `${indent}}`];
  }

  #place(span: Span): string {
    const source = span.source ?? this.#program.source;
    const { file, line } = source.place(span);
    return ` // ${file.split('/').at(-1)}:${line}`;
  }
}

type Letter =
  | { readonly kind: 'step'; readonly text: string; readonly at: Span }
  | { readonly kind: 'unit'; readonly form: Form };

/** The nodes of the unit that begins here. */
function regionOf(outgoing: readonly (readonly Edge[])[], start: number): ReadonlySet<number> {
  const region = new Set([start]);
  for (const node of region)
    for (const { to, action } of outgoing[node]!) if (action.kind !== 'end-unit') region.add(to);
  return region;
}

function reaches(edges: readonly LetterEdge[], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const node of seen) for (const edge of edges) if (edge.from === node) seen.add(edge.to);
  return seen.has(to);
}
