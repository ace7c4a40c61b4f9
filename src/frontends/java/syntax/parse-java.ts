// Text to syntax. The parser is tree-sitter's, compiled to WebAssembly: it goes on after mistakes, so a file with errors
// still has trees for the members that are fine. Its two binary files are handed in, because reading files is not ours.

import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import { type Diagnostic, diagnosticAt } from '../../../base/diagnostic.js';
import type { SourceText } from '../../../base/source-text.js';
import { SyntaxNode } from './syntax-node.js';

/** The parser's binaries: its engine, and the grammar of Java. */
export interface ParserBinaries {
  readonly engine: Uint8Array;
  readonly grammar: Uint8Array;
}

export interface ParsedFile {
  readonly source: SourceText;
  readonly root: SyntaxNode;
  readonly comments: readonly SyntaxNode[];
  readonly diagnostics: readonly Diagnostic[];
}

export type JavaParser = (source: SourceText) => ParsedFile;

let loading: Promise<Parser> | undefined;

export async function loadJavaParser(binaries: () => Promise<ParserBinaries>): Promise<JavaParser> {
  loading ??= createParser(binaries);
  const parser = await loading;
  return (source) => parseFile(parser, source);
}

async function createParser(binaries: () => Promise<ParserBinaries>): Promise<Parser> {
  const { engine, grammar } = await binaries();
  await Parser.init({ wasmBinary: engine });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return parser;
}

function parseFile(parser: Parser, source: SourceText): ParsedFile {
  const tree = parser.parse(source.text);
  if (!tree) throw new Error('the Java parser gave no tree');
  const cursor = tree.walk();
  try {
    return copyTree(cursor, source);
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function copyTree(cursor: TreeCursor, source: SourceText): ParsedFile {
  const comments: SyntaxNode[] = [];
  const diagnostics: Diagnostic[] = [];
  const root = nodeAt(cursor, source, undefined);
  let parent = root;
  let more = cursor.gotoFirstChild();
  while (more) {
    const node = nodeAt(cursor, source, parent);
    if (node.type === 'ERROR' || cursor.nodeIsMissing) diagnostics.push(syntaxError(node, cursor.nodeIsMissing));
    if (node.type === 'line_comment' || node.type === 'block_comment') comments.push(node);
    else if (cursor.nodeIsNamed) parent.enter(node, cursor.currentFieldName);
    else parent.name(node, cursor.currentFieldName);
    if (cursor.gotoFirstChild()) {
      parent = node;
      continue;
    }
    more = cursor.gotoNextSibling();
    while (!more && parent !== root) {
      cursor.gotoParent();
      parent.close();
      parent = parent.parent!;
      more = cursor.gotoNextSibling();
    }
  }
  return { source, root, comments, diagnostics };
}

function nodeAt(cursor: TreeCursor, source: SourceText, parent: SyntaxNode | undefined): SyntaxNode {
  return new SyntaxNode(cursor.nodeType, cursor.startIndex, cursor.endIndex, source, parent);
}

function syntaxError(node: SyntaxNode, missing: boolean): Diagnostic {
  const text = node.text.trim().split(/\s+/).slice(0, 3).join(' ').slice(0, 40);
  const message = missing ? `\`${node.type}\` is missing here` : `this is not Java: \`${text}\``;
  const help = 'the member it is in is left out, the rest of the file is analysed';
  return diagnosticAt(node.source, node, 'HD7090', message, { severity: 'warning', help });
}
