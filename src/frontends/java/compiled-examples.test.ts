// Where a JDK is at hand, every example and every class of a rule page is Java to javac too.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const hasCompiler = spawnSync('javac', ['-version']).status === 0;

/** Compiles each file by itself, in one process: classes of the same name do not meet. */
const driver = `import javax.tools.*; import java.nio.file.*;
public class CompileEach {
  public static void main(String[] files) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    for (String file : files) {
      Path out = Files.createTempDirectory(Path.of(System.getProperty("out")), "c");
      if (compiler.run(null, null, System.err, "-nowarn", "-proc:none", "-Xlint:none", "-d", out.toString(), file) != 0) System.out.println(file);
    }
  }
}`;

function rejected(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-javac-'));
  try {
    writeFileSync(join(folder, 'CompileEach.java'), driver);
    const run = spawnSync('java', [`-Dout=${folder}`, join(folder, 'CompileEach.java'), ...files], {
      encoding: 'utf8',
    });
    expect(run.status, run.stderr).toBe(0);
    return `${run.stdout}${run.stderr.replace(/^Note:.*$/gm, '').trim()}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('Java examples', () => {
  it('are accepted by javac', () => {
    expect(hasCompiler || !process.env['HEDDLE_REQUIRE_JDK']).toBe(true);
    if (!hasCompiler) process.stderr.write('no JDK: the Java examples were not compiled\n');
    const files = readdirSync(`${root}/examples/java`, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.java'),
    );
    expect(files.length).toBeGreaterThan(100);
    if (hasCompiler) expect(rejected(files.map((path) => `${root}/examples/java/${path}`))).toBe('');
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
  }, 120_000);
});
