// Reads TypeScript and JavaScript: the files of a folder, or one file, become one script. The compiler is handed in: it is
// large, and only loaded by whoever reads such files.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { ProjectReader } from '../../model/model.js';
import type { Script, ScriptModule } from '../../model/script/script.js';
import type { Compiler } from './lower/context.js';
import { lowerModule } from './lower/module.js';
import { resolver } from './resolve.js';

export interface SourceFileText {
  readonly file: string;
  readonly text: string;
}

export interface ReadScript {
  readonly script: Script;
  readonly diagnostics: readonly Diagnostic[];
}

/** The compiler is loaded here, and only here. */
export async function loadTypescriptReader(): Promise<ProjectReader> {
  const { default: compiler } = await import('typescript');
  return {
    form: 'project',
    id: 'typescript',
    extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
    summary: 'TypeScript and JavaScript',
    async read(sources, { asked, left }) {
      const { script, diagnostics } = readScript(compiler, sources, asked, left);
      return { model: script, diagnostics };
    },
  };
}

export function readScript(
  compiler: Compiler,
  files: readonly SourceFileText[],
  asked = files.length,
  left: Readonly<Record<string, number>> = {},
): ReadScript {
  const diagnostics: Diagnostic[] = [];
  const index = new Map(files.map(({ file }, i) => [normal(file), i] as const));
  const modules = files.map(({ file, text }, module): ScriptModule => {
    const source = compiler.createSourceFile(
      file,
      text.replace(/^\uFEFF/, ''),
      compiler.ScriptTarget.ES2022,
      true,
      scriptKind(compiler, file),
    );
    diagnostics.push(...syntaxErrors(compiler, source));
    try {
      return lowerModule(compiler, source, module, resolver(normal(file), index));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      diagnostics.push(tooDeep(file));
      return lowerModule(
        compiler,
        compiler.createSourceFile(file, '', compiler.ScriptTarget.ES2022, true),
        module,
        () => undefined,
      );
    }
  });
  return { script: { kind: 'script', modules, asked, left }, diagnostics };
}

function normal(file: string): string {
  return file
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^\.\//, '');
}

function scriptKind(compiler: Compiler, file: string) {
  if (/\.[cm]?tsx$/.test(file)) return compiler.ScriptKind.TSX;
  if (/\.[cm]?ts$/.test(file)) return compiler.ScriptKind.TS;
  return compiler.ScriptKind.JSX;
}

/** What the parser complains about; the rest of the file is looked at nevertheless. */
function syntaxErrors(compiler: Compiler, source: ReturnType<Compiler['createSourceFile']>): Diagnostic[] {
  const errors =
    (
      source as unknown as {
        readonly parseDiagnostics?: readonly {
          readonly start: number;
          readonly length: number;
          readonly messageText: unknown;
        }[];
      }
    ).parseDiagnostics ?? [];
  const [first] = errors;
  if (!first) return [];
  const { line, character } = source.getLineAndCharacterOfPosition(first.start);
  const message = compiler.flattenDiagnosticMessageText(first.messageText as string, ' ');
  const place = { file: source.fileName, line: line + 1, column: character + 1, length: Math.max(1, first.length) };
  return [
    {
      code: 'HD0101',
      severity: 'warning',
      message: `syntax: ${message}`,
      file: source.fileName,
      place,
      help: 'the rest of the file was looked at',
    },
  ];
}

function tooDeep(file: string): Diagnostic {
  return { code: 'HD6010', severity: 'warning', message: 'nests too deeply, and was not looked at', file };
}
