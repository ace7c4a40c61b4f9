// Some of the families of src/engines/explore/testing/families.ts in the language of SPIN.

const each = (n, of) => Array.from({ length: n }, (_, i) => of(i));

const process = (body) => `active proctype ${'P'}%() { ${body} }`;

function model(data, bodies) {
  return `${data}\n${bodies.map((body, i) => process(body).replace('%', String(i))).join('\n')}\n`;
}

export const promela = {
  writers: (n) =>
    model(
      'byte x;',
      each(n, (i) => `x = ${i + 1}`),
    ),
  readers: (n) => model(`byte x, r[${n}];`, ['x = 1', ...each(n, (i) => `r[${i}] = x`)]),
  lastzero: (n) =>
    model(`byte a[${n + 1}], res;`, [
      `${each(n, (i) => `if :: a[${n - i}] == 0 -> res = ${n - i}; goto done :: else fi;`).join(' ')} done: skip`,
      'a[1] = 1',
      ...each(n - 1, (i) => `byte v; v = a[${i + 1}]; a[${i + 2}] = v + 1`),
    ]),
  'co-2+2w': (n) =>
    model(
      `byte x[${n}];`,
      each(n, (i) => `x[${i}] = 1; x[${(i + 1) % n}] = 2`),
    ),
  'store-buffer': (n) =>
    model(
      `byte x[${n}], r[${n}];`,
      each(n, (i) => `x[${i}] = 1; r[${i}] = x[${(i + 1) % n}]`),
    ),
  'locked-counter': (n) =>
    model(
      `bit l; byte x, r[${n}];`,
      each(n, (i) => `byte v; atomic { l == 0 -> l = 1 } v = x; x = v + 1; r[${i}] = v; l = 0`),
    ),
};
