// A small reader of XML: elements with attributes and text, as a flat list of events. Enough for PNML; document types,
// processing instructions and comments are skipped, the five predefined entities and character references are resolved.

export type XmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly at: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly at: number }
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'error'; readonly message: string; readonly at: number };

const pieceForm =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<![^>]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)|</g;
const attributeForm = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Events in order; ends with an error event at the first malformed place. Prefixes of names are dropped. */
export function* readXml(text: string): Generator<XmlEvent, void, void> {
  const open: string[] = [];
  for (const match of text.matchAll(pieceForm)) {
    const [piece, cdata, slash, name, attributes, empty, plain] = match;
    const at = match.index;
    if (cdata !== undefined) yield { kind: 'text', text: cdata, at };
    else if (plain !== undefined) yield { kind: 'text', text: resolved(plain), at };
    else if (piece === '<') {
      yield { kind: 'error', message: 'this is not XML', at };
      return;
    } else if (name !== undefined) {
      const local = name.replace(/^.*:/, '');
      if (slash === '/') {
        if (open.pop() !== local) {
          yield { kind: 'error', message: `'</${name}>' closes nothing that is open`, at };
          return;
        }
        yield { kind: 'close', name: local, at };
      } else {
        yield { kind: 'open', name: local, attributes: attributesOf(attributes ?? ''), at };
        if (empty === '/') yield { kind: 'close', name: local, at };
        else open.push(local);
      }
    }
  }
  if (open.length > 0) yield { kind: 'error', message: `'<${open.at(-1)}>' is not closed`, at: text.length };
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single] of text.matchAll(attributeForm))
    attributes.set(name!.replace(/^.*:/, ''), resolved(double ?? single ?? ''));
  return attributes;
}

function resolved(text: string): string {
  return text.replace(/&(#x?[\da-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

export function escapeXml(text: string): string {
  return text.replace(
    /[<>&"]/g,
    (sign) => `&${sign === '<' ? 'lt' : sign === '>' ? 'gt' : sign === '&' ? 'amp' : 'quot'};`,
  );
}
