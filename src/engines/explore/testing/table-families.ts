// The two programs of Flanagan and Godefroid (POPL 2005) with small tables, so that outcomes can be asked for: threads that
// put words into a hash table, and threads that look for a free block. Cells and locks are variables, chosen by branches.

import type { Family } from './families.js';

const each = <T>(n: number, of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i));

/** Tries the cells from one on, each under its own lock, until one is free. */
function firstFree(cells: number, from: number, value: number, cell: string, lock: string): string {
  return each(cells, (k) => (from + k) % cells).reduceRight((rest, at) => {
    const found = `if (${cell}${at} == 0) { ${cell}${at} = ${value}; ok = 1; }`;
    return `if (ok == 0) { synchronized (${lock}${at}) { ${found} } ${rest} }`;
  }, '');
}

function table(cells: number, cell: string, lock: string): { readonly data: string; readonly names: string[] } {
  const names = each(cells, (i) => `${cell}${i}`);
  const locks = each(cells, (i) => `${lock}${i}`).join(', ');
  return { data: `lock ${locks}; var ${names.map((name) => `${name} : int`).join(', ')};`, names };
}

export const tableFamilies: readonly Family[] = [
  {
    name: 'indexer',
    sizes: [2, 3],
    program: (n) => {
      const { data, names } = table(n + 1, 't', 'm');
      const words = (tid: number) =>
        each(2, (k) => `ok = 0; ${firstFree(n + 1, 2 * tid + k, 2 * tid + k + 1, 't', 'm')}`).join(' ');
      return { data, threads: each(n, (tid) => `let ok = 0; ${words(tid)}`), observed: names };
    },
  },
  {
    name: 'filesystem',
    sizes: [2, 3],
    program: (n) => {
      const { data, names } = table(n, 'b', 'l');
      const create = (tid: number) => firstFree(n, tid >> 1, tid + 1, 'b', 'l');
      return {
        data: `${data} lock ${each(n, (i) => `i${i}`).join(', ')};`,
        threads: each(n, (tid) => `synchronized (i${tid}) { let ok = 0; ${create(tid)} }`),
        observed: names,
      };
    },
  },
];
