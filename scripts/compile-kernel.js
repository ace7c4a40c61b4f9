// Compiles the BDD kernel (kernels/bdd, AssemblyScript) and keeps it as text in src/logic/bdd/kernel-code.ts, which is under
// version control: whoever uses the package needs no compiler, and a test sees that text and source agree.
//   node scripts/compile-kernel.js        writes the file if it would change

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../src/logic/bdd/kernel-code.ts', import.meta.url));

/** The kernel as bytes. `edit` may change the text of its files, for kernels with a rule broken. */
export async function compileKernel({ edit = (text) => text, optimized = true } = {}) {
  const written = new Map();
  const flags = ['--runtime', 'stub', '--noAssert', ...(optimized ? ['-O3'] : [])];
  const { error, stderr } = await asc.main(
    ['kernels/bdd/index.ts', '--outFile', 'kernel.wasm', '--baseDir', '.', ...flags],
    {
      readFile: (name) => (name.startsWith('kernels/') ? read(name, edit) : null),
      writeFile: (name, content) => written.set(name, content),
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`the kernel does not compile: ${stderr}`);
  return written.get('kernel.wasm');
}

function read(name, edit) {
  try {
    return edit(readFileSync(`${root}/${name}`, 'utf8'), name);
  } catch {
    return null;
  }
}

/** The text of src/logic/bdd/kernel-code.ts. */
export function kernelModule(bytes) {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,116}/g);
  return `// Made by scripts/compile-kernel.js of kernels/bdd: do not edit.\n\nexport const kernelCode = \`\n${lines.join('\n')}\n\`;\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = kernelModule(await compileKernel());
  let old = '';
  try {
    old = readFileSync(target, 'utf8');
  } catch {}
  if (text !== old) writeFileSync(target, text);
}
