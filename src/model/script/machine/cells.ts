// Which location an access touches, and what it is called.

import type { Span } from '../../../base/source-text.js';
import type { Frame, Scope } from './frame.js';
import type { Machine } from './machine.js';
import type { Cell } from './trace.js';
import type { Thing } from './value.js';

const longestName = 48;

export function propertyCell(machine: Machine, frame: Frame, thing: Thing, property: string, span: Span): Cell {
  const text = machine.sourceText(frame.module, span);
  const home = machine.names.get(thing.id) ?? thing.name;
  const isReadable = text.length <= longestName && /^[\w$.#[\]?!'"]+$/.test(text) && text.includes(property);
  const name = isReadable ? text.replace(/[?!]/g, '') : withoutNumbers(`${home}.${property}`);
  return { key: `${thing.id}.${property}`, name, owner: `${thing.id}`, external: false };
}

/** All that an array, a map or a set contains, as one location. */
export function contentCell(machine: Machine, thing: Thing): Cell {
  const name = withoutNumbers(machine.names.get(thing.id) ?? thing.name);
  return { key: `${thing.id}.*`, name, owner: `${thing.id}`, external: false };
}

export function entryCell(machine: Machine, thing: Thing, key: string, shown: string): Cell {
  const home = machine.names.get(thing.id) ?? thing.name;
  return {
    key: `${thing.id}[${key}]`,
    name: withoutNumbers(`${home}[${shown}]`),
    owner: `${thing.id}`,
    external: false,
  };
}

export function variableCell(scope: Scope, name: string): Cell {
  return { key: `s${scope.id}.${name}`, name, owner: `s${scope.id}`, external: false };
}

export function outsideCell(owner: string, key: string, name: string): Cell {
  return { key: `outside ${owner} ${key}`, name: withoutNumbers(name), owner: `outside ${owner}`, external: true };
}

/** Numbers tell things apart in a run; another run counts differently. */
function withoutNumbers(name: string): string {
  return name.replace(/#\d+/g, '');
}

/** Remembers what a new thing is called, from where it is put first. */
export function nameThing(machine: Machine, thing: Thing, name: string): void {
  if (!machine.names.has(thing.id)) machine.names.set(thing.id, name);
}

/** `socket.readyState`, `stream.destroyed`: whether it is still there, when it is looked at. */
export function isLiveness(property: string): boolean {
  return /^(?:readyState|destroyed|closed|ended|connected|isConnected|writable|writableEnded|isOpen|disconnected)$/.test(
    property,
  );
}

export function livenessCell({ term }: { readonly term: string }, property: string): Cell {
  const owner = `outside ${term}`;
  return { key: `${owner}.${property}`, name: `${term}.${property}`, owner, external: true };
}
