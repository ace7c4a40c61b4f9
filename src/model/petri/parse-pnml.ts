// Place/transition nets in PNML: places with initial markings, transitions, weighted arcs; pages and graphics are passed
// over. The target is an option, or stands in a `.prop` file beside the net (one marking `p>=2,q>=1` per line, a union).

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/source-text.js';
import { type Companions, noCompanions, type ReadOutcome, type TextReader } from '../model.js';
import { type Marking, markingOf, tokenCount, tooManyTokens } from './marking.js';
import type { NetTarget, NetTransition, PetriNet } from './net.js';
import { readXml } from './xml.js';

interface Node {
  readonly id: string;
  readonly at: number;
  name?: string;
  tokens: number;
}

interface Arc {
  readonly source: string;
  readonly target: string;
  readonly at: number;
  weight: number;
}

class PnmlError extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

class PnmlParser {
  readonly #places = new Map<string, Node>();
  readonly #transitions = new Map<string, Node>();
  readonly #arcs: Arc[] = [];

  constructor(readonly source: SourceText) {}

  parse(): PetriNet {
    this.#readElements();
    const index = new Map([...this.#places.keys()].map((id, i) => [id, i]));
    const takes = new Map<string, [number, number][]>();
    const gives = new Map<string, [number, number][]>();
    for (const { source, target, weight, at } of this.#arcs) {
      const [from, to] = [index.get(source), index.get(target)];
      if (from !== undefined && this.#transitions.has(target)) push(takes, target, [from, weight]);
      else if (to !== undefined && this.#transitions.has(source)) push(gives, source, [to, weight]);
      else throw new PnmlError(at, `the arc from '${source}' to '${target}' does not link a place and a transition`);
    }
    const transitions = [...this.#transitions.values()].map((node): NetTransition => {
      const take = markingOf(takes.get(node.id) ?? []);
      const give = markingOf(gives.get(node.id) ?? []);
      const place = this.source.place({ start: node.at, end: node.at + 1 });
      return { name: node.name ?? node.id, guard: take, take, give, transfers: [], place };
    });
    const places = [...this.#places.values()];
    const marking = markingOf(places.map(({ tokens }, i) => [i, tokens]));
    const placeNames = places.map(({ id }) => id);
    return { kind: 'petri', placeNames, transitions, initial: { marking, unbounded: [] }, targets: [] };
  }

  #readElements(): void {
    let node: Node | undefined;
    let arc: Arc | undefined;
    let field = '';
    let sawNet = false;
    for (const event of readXml(this.source.text)) {
      if (event.kind === 'error') throw new PnmlError(event.at, event.message);
      if (event.kind === 'text') {
        if (event.text.trim() !== '') this.#content(field, event.text.trim(), event.at, node, arc);
      } else if (event.kind === 'close') {
        if (event.name === 'place' || event.name === 'transition') node = undefined;
        if (event.name === 'arc') arc = undefined;
        if (event.name === field) field = '';
      } else {
        const { name, attributes, at } = event;
        if (name === 'net') sawNet = true;
        if (name === 'place' || name === 'transition') node = this.#declare(name, attributes.get('id'), at);
        else if (name === 'arc') arc = this.#arc(attributes, at);
        else if (name === 'name' || name === 'initialMarking' || name === 'inscription') field = name;
      }
    }
    if (!sawNet) throw new PnmlError(0, 'there is no <net>');
  }

  #declare(kind: 'place' | 'transition', id: string | undefined, at: number): Node {
    if (id === undefined) throw new PnmlError(at, `a ${kind} has no id`);
    if (this.#places.has(id) || this.#transitions.has(id)) throw new PnmlError(at, `the id '${id}' is used twice`);
    const node = { id, at, tokens: 0 };
    (kind === 'place' ? this.#places : this.#transitions).set(id, node);
    return node;
  }

  #arc(attributes: ReadonlyMap<string, string>, at: number): Arc {
    const [source, target] = [attributes.get('source'), attributes.get('target')];
    if (source === undefined || target === undefined) throw new PnmlError(at, 'an arc needs a source and a target');
    const arc = { source, target, at, weight: 1 };
    this.#arcs.push(arc);
    return arc;
  }

  #content(field: string, text: string, at: number, node: Node | undefined, arc: Arc | undefined): void {
    if (field === 'name' && node) node.name = text;
    else if (field === 'initialMarking' && node) node.tokens = count(text, at);
    else if (field === 'inscription' && arc) arc.weight = count(text, at);
  }
}

/** A number of tokens; some tools write `Default,3`. */
function count(text: string, at: number): number {
  const match = /^(?:\w+,)?(\d+)$/.exec(text.replace(/\s+/g, ''));
  if (!match) throw new PnmlError(at, `'${text}' is not a number of tokens`);
  const tokens = tokenCount(match[1]!);
  if (tokens === undefined) throw new PnmlError(at, tooManyTokens);
  return tokens;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** The markings of a `.prop` file. */
function parseTarget(source: SourceText, net: PetriNet): { targets: NetTarget[]; diagnostics: Diagnostic[] } {
  const markings: Marking[] = [];
  const diagnostics: Diagnostic[] = [];
  let offset = 0;
  for (let line = 1; line <= source.lineCount; line++) {
    const text = source.line(line);
    offset = source.text.indexOf(text, offset);
    const content = text.replace(/#.*/, '').trim();
    if (content !== '') {
      const atoms = content.split(',').map((atom) => /^\s*(.+?)\s*(?:>=\s*(\d+))?\s*$/.exec(atom));
      const pairs = atoms.map(
        (atom) => [net.placeNames.indexOf(atom?.[1] ?? ''), tokenCount(atom?.[2] ?? '1')] as const,
      );
      const complain = (message: string) =>
        diagnostics.push(diagnosticAt(source, { start: offset, end: offset + text.length }, 'HD4004', message));
      if (pairs.some(([place]) => place < 0)) complain('this does not name places');
      else if (pairs.some(([, count]) => count === undefined)) complain(tooManyTokens);
      else markings.push(markingOf(pairs.map(([place, count = 0]) => [place, count])));
    }
    offset += text.length;
  }
  return { targets: markings.length > 0 ? [{ markings }] : [], diagnostics };
}

export function parsePnml(source: SourceText, companions: Companions = noCompanions): ReadOutcome {
  try {
    const net = new PnmlParser(source).parse();
    const properties = companions.find('.prop');
    if (!properties) return { model: net, diagnostics: [] };
    const { targets, diagnostics } = parseTarget(properties, net);
    if (diagnostics.length > 0) return { diagnostics };
    const asked: PetriNet = { ...net, targets };
    return { model: asked, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof PnmlError)) throw error;
    const span = { start: error.at, end: error.at + 1 };
    return { diagnostics: [diagnosticAt(source, span, 'HD4007', error.message)] };
  }
}

export const pnmlReader: TextReader = {
  form: 'text',
  id: 'pnml',
  extensions: ['.pnml'],
  summary: 'place/transition net in PNML',
  read: parsePnml,
};
