// Java of 1,000, 10,000 and 100,000 lines, generated: classes with one lock, some with a split scope. Time and memory of
// `heddle check`, in a process of its own. Run: node bench/java.js [largest number of lines]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const heddle = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));
const largest = Number(process.argv[2] ?? 100_000);

function classText(name, isBroken) {
  const methods = Array.from({ length: 8 }, (_, i) => {
    const body =
      isBroken && i === 0
        ? '        int old;\n        synchronized (lock) {\n            old = a0;\n        }\n        synchronized (lock) {\n            a0 = old + n;\n        }'
        : `        synchronized (lock) {\n            if (a${i % 4} < n) a${(i + 1) % 4} = a${i % 4} + n;\n            items.add("x" + n);\n        }`;
    return `    public void m${i}(int n) {\n${body}\n    }`;
  });
  return `package gen;\n\nimport java.util.*;\n\npublic class ${name} {\n    private final Object lock = new Object();\n    private final List<String> items = new ArrayList<>();\n    private int a0;\n    private int a1;\n    private int a2;\n    private int a3;\n\n${methods.join('\n\n')}\n}\n`;
}

console.log('lines\tclasses\tseconds\tCPU\tMB\tresult');
for (const lines of [1000, 10_000, 100_000].filter((size) => size <= largest)) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-java-'));
  mkdirSync(folder, { recursive: true });
  let written = 0;
  let classes = 0;
  while (written < lines) {
    const text = classText(`C${classes}`, classes % 20 === 0);
    writeFileSync(join(folder, `C${classes++}.java`), text);
    written += text.split('\n').length;
  }
  const begun = performance.now();
  const script = `process.argv = [process.argv[0], ${JSON.stringify(heddle)}, 'check', ${JSON.stringify(folder)}, '--quiet']; process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); console.error('RSS', Math.round(maxRSS / 1024), 'CPU', ((userCPUTime + systemCPUTime) / 1e6).toFixed(1)); }); await import(${JSON.stringify(heddle)});`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const last = run.stdout.trim().split('\n').at(-1) ?? '';
  console.log(
    `${written}\t${classes}\t${seconds}\t${/CPU (\S+)/.exec(run.stderr)?.[1] ?? '?'}\t${/RSS (\d+)/.exec(run.stderr)?.[1] ?? '?'}\t${last.slice(0, 60)}`,
  );
  rmSync(folder, { recursive: true });
}
