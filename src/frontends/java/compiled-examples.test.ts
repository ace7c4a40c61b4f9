// Where a JDK is at hand, every example and every class of a rule page is Java to javac too.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { constructTables, laterThan17 } from './testing/constructs/tables.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const hasCompiler = spawnSync('javac', ['-version']).status === 0;

/** Analyses each file by itself, in one process: classes of the same name do not meet, and no code is generated. */
const driver = `import com.sun.source.util.JavacTask; import java.util.List; import javax.tools.*;
public class AnalyseEach {
  public static void main(String[] files) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
    DiagnosticListener<JavaFileObject> listener = found -> {
      if (found.getKind() == Diagnostic.Kind.ERROR) System.out.println(found);
    };
    List<String> options = List.of("-proc:none", "-Xlint:none");
    for (String file : files)
      ((JavacTask) compiler.getTask(null, manager, listener, options, null, manager.getJavaFileObjects(file))).analyze();
  }
}`;

/** For programs that run for seconds only. */
const quickly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

function rejected(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-javac-'));
  try {
    writeFileSync(join(folder, 'AnalyseEach.java'), driver);
    const run = spawnSync('java', [...quickly, join(folder, 'AnalyseEach.java'), ...files], { encoding: 'utf8' });
    expect(run.status, run.stderr).toBe(0);
    return run.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('Java examples', () => {
  it('would be rejected where types do not fit or a name is unknown', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-wrong-'));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('A.java', 'class A { int f() { return "x"; } }');
    write('B.java', 'class B { A a; }');
    if (hasCompiler) {
      const said = rejected(['A.java', 'B.java'].map((name) => join(folder, name)));
      expect(said).toMatch(/A\.java:1: error: incompatible types/);
      expect(said).toMatch(/B\.java:1: error: cannot find symbol/);
    }
    rmSync(folder, { recursive: true });
  });

  it('are accepted by javac', () => {
    expect(hasCompiler || !process.env['HEDDLE_REQUIRE_JDK']).toBe(true);
    if (!hasCompiler) process.stderr.write('no JDK: the Java examples were not compiled\n');
    const files = readdirSync(`${root}/examples/java`, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.java'),
    );
    expect(files.length).toBeGreaterThan(100);
    if (hasCompiler) expect(rejected(files.map((path) => `${root}/examples/java/${path}`))).toBe('');
  });

  it('behind constructs are accepted by javac', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-constructs-'));
    const programs = Object.values(constructTables).flatMap((table) =>
      table.filter(({ name }) => !laterThan17.has(name)),
    );
    const files = programs
      .flatMap(({ bug, twin }) => [bug, twin])
      .map((text, i) => {
        const file = join(folder, `P${i}.java`);
        writeFileSync(file, `package p${i};\n${text}`);
        return file;
      });
    const flags = ['-proc:none', '-nowarn', '-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-d', folder];
    if (hasCompiler) {
      const { status, stderr } = spawnSync('javac', [...flags, ...files], { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    }
    rmSync(folder, { recursive: true });
  }, 120_000);

  it('on rule pages are accepted by javac', () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-pages-'));
    const pages = readdirSync(`${root}/docs/rules`).filter((page) => page.startsWith('HD7'));
    const files = pages.flatMap((page) =>
      Array.from(readFileSync(`${root}/docs/rules/${page}`, 'utf8').matchAll(/```java\n([\s\S]*?)```/g), (match, i) => {
        const file = join(folder, `${page.replace('.md', '')}_${i}.java`);
        writeFileSync(file, match[1]!);
        return file;
      }),
    );
    expect(files.length).toBeGreaterThan(20);
    if (hasCompiler) expect(rejected(files)).toBe('');
    rmSync(folder, { recursive: true });
  });
});
