// Compiles the kernels (kernels/, AssemblyScript) and keeps each as text in src/, under version control: whoever uses the package
// needs no compiler, and tests see that text and source agree.
//   node scripts/compile-kernel.js        writes the files that would change

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the text of each kernel is kept. */
export const kernelTargets = { bdd: 'src/logic/bdd/kernel-code.ts', typing: 'src/model/schemes/typing/kernel-code.ts' };

/** The kernel of this name as bytes. `edit` may change the text of its files, for kernels with a rule broken. */
export async function compileKernel(name, { edit = (text) => text, optimized = true } = {}) {
  const written = new Map();
  // The compiler asks for some files more than once.
  const texts = new Map();
  const textOf = (file) => {
    if (!texts.has(file)) texts.set(file, read(file, edit));
    return texts.get(file);
  };
  const flags = ['--runtime', 'stub', '--noAssert', ...(optimized ? ['-O3'] : [])];
  const { error, stderr } = await asc.main(
    [`kernels/${name}/index.ts`, '--outFile', 'kernel.wasm', '--baseDir', '.', ...flags],
    {
      readFile: (file) => (file.startsWith('kernels/') ? textOf(file) : null),
      writeFile: (file, content) => written.set(file, content),
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

/** The text of kernel-code.ts for the kernel of this name. */
export function kernelModule(name, bytes) {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,116}/g);
  return `// Made by scripts/compile-kernel.js of kernels/${name}: do not edit.\n\nexport const kernelCode = \`\n${lines.join('\n')}\n\`;\n`;
}

/** What is kept of the kernel of this name. */
export function keptKernel(name) {
  return readFileSync(`${root}/${kernelTargets[name]}`, 'utf8');
}

function write(name, text) {
  let old = '';
  try {
    old = keptKernel(name);
  } catch {}
  if (text !== old) writeFileSync(`${root}/${kernelTargets[name]}`, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of Object.keys(kernelTargets)) write(name, kernelModule(name, await compileKernel(name)));
