// Large sparse inputs for `heddle cover`, as text, with the verdict that their construction implies: diagrams with many shared
// states, and nets with thousands of places. Sizes are what the families call n; the same n and seed give the same text.

/** A small linear congruential generator: no dependency on the library under test. */
function randomNumbers(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function diagramText(shared, local, edges) {
  return `${shared} ${local}\n${edges.map(([s, l, t, m]) => `${s} ${l} -> ${t} ${m}`).join('\n')}\n`;
}

/** Every thread passes n local states one after the other, listed from the end: n places to pump. */
function assemblyLine(n) {
  const edges = Array.from({ length: n - 1 }, (_, i) => [0, n - 2 - i, 0, n - 1 - i]);
  return { text: diagramText(1, n, edges), target: `0|${n - 1},${n - 1}`, expected: 'violated' };
}

/** n copies of the paper's figure 1 in a row: 6 n shared states, and the last loop asks for all before it. */
function figureRow(n, target) {
  const edges = [];
  for (let i = 0; i < n; i++) {
    const [s, l] = [6 * i, 4 * i];
    const copy = [
      [0, 0, 1, 1],
      [1, 0, 2, 1],
      [2, 0, 3, 1],
      [3, 1, 1, 2],
      [3, 2, 4, 3],
      [4, 2, 5, 4],
      [5, 4, 6, 3],
    ];
    for (const [a, b, c, d] of copy) edges.push([s + a, b === 0 ? 0 : l + b, s + c, l + d]);
  }
  const covered = target === 'violated' ? 3 : 4;
  return {
    text: diagramText(6 * n + 1, 4 * n + 1, edges),
    target: `${6 * n}|${4 * (n - 1) + covered}`,
    expected: target,
  };
}

/** Random edges, most of them short steps of the shared state, so that long runs exist; the target may be either. */
function scattered(shared, local, count, seed) {
  const below = randomNumbers(seed);
  const near = (s) => Math.min(shared - 1, Math.max(0, s + below(9) - 2));
  const edges = Array.from({ length: count }, () => {
    const s = below(shared);
    return [s, below(3) === 0 ? below(local) : 0, below(20) === 0 ? below(shared) : near(s), below(local)];
  });
  return { text: diagramText(shared, local, edges), target: `${shared >> 1}|${local >> 1}`, expected: '?' };
}

/** A program of n lines over a few shared flags: line l tests one and sets another. */
function flagProgram(flags, lines, seed) {
  const below = randomNumbers(seed);
  const edges = [];
  for (let line = 0; line + 1 < lines; line++) {
    const [tested, set] = [below(flags), below(flags)];
    const value = below(2);
    for (let s = 0; s < 1 << flags; s++) {
      if (below(4) === 0 && ((s >> tested) & 1) === value) edges.push([s, line, s, below(lines)]);
      else edges.push([s, line, s ^ (1 << set), line + 1]);
    }
  }
  return { text: diagramText(1 << flags, lines, edges), target: `0|${lines - 1},${lines - 1}`, expected: '?' };
}

function netText(places, rules, init, target) {
  return `vars\n  ${places.join(' ')}\nrules\n${rules.join('\n')}\ninit\n  ${init}\ntarget\n  ${target}\n`;
}

function initially(places, ones, unbounded = []) {
  const marked = new Set(ones);
  const free = new Set(unbounded);
  return places.map((p) => (free.has(p) ? `${p}>=1` : `${p}=${marked.has(p) ? 1 : 0}`)).join(', ');
}

function rule(takes, gives) {
  const changes = new Map();
  for (const p of takes) changes.set(p, (changes.get(p) ?? 0) - 1);
  for (const p of gives) changes.set(p, (changes.get(p) ?? 0) + 1);
  const effects = [...changes].filter(([, d]) => d !== 0).map(([p, d]) => `${p}'=${p}${d < 0 ? d : `+${d}`}`);
  return `  ${takes.map((p) => `${p}>=1`).join(', ')} ->\n    ${effects.join(',\n    ')};`;
}

/** n dining philosophers, 4 n places: neighbours never eat together; those two apart may. */
function philosophers(n, expected) {
  const places = [];
  const rules = [];
  for (let i = 0; i < n; i++) {
    places.push(`think${i}`, `left${i}`, `eat${i}`, `fork${i}`);
    const right = `fork${(i + 1) % n}`;
    rules.push(rule([`think${i}`, `fork${i}`], [`left${i}`]), rule([`left${i}`, right], [`eat${i}`]));
    rules.push(rule([`eat${i}`], [`think${i}`, `fork${i}`, right]));
  }
  const ones = places.filter((p) => p.startsWith('think') || p.startsWith('fork'));
  const target = `eat0>=1, eat${expected === 'holds' ? 1 : 2}>=1`;
  return { text: netText(places, rules, initially(places, ones), target), expected };
}

/** n unbounded buffers in a row, filled from the first: the last one can hold five. */
function buffers(n) {
  const places = Array.from({ length: n }, (_, i) => `b${i}`);
  const rules = Array.from({ length: n - 1 }, (_, i) => rule([`b${n - 2 - i}`], [`b${n - 1 - i}`]));
  rules.push(rule(['source'], ['source', 'b0']));
  const all = ['source', ...places];
  return { text: netText(all, rules, initially(all, ['source']), `b${n - 1}>=5`), expected: 'violated' };
}

/** n stages, each guarded by a lock of its own, any number of jobs: two jobs are never in one stage. 3 n + 1 places. */
function guardedStages(n, expected) {
  const places = ['queue0'];
  const rules = [];
  for (let i = 0; i < n; i++) {
    places.push(`lock${i}`, `stage${i}`, `queue${i + 1}`);
    rules.push(rule([`queue${i}`, `lock${i}`], [`stage${i}`]), rule([`stage${i}`], [`lock${i}`, `queue${i + 1}`]));
  }
  const locks = places.filter((p) => p.startsWith('lock'));
  const target = expected === 'holds' ? `stage${n - 1}>=2` : `stage${n - 1}>=1, stage${n >> 1}>=1`;
  return { text: netText(places, rules, initially(places, locks, ['queue0']), target), expected };
}

/** n tokens on rings of ten places, each ring its own process: safe, and far apart. 10 n places. */
function rings(n, expected) {
  const places = [];
  const rules = [];
  for (let i = 0; i < n; i++)
    for (let k = 0; k < 10; k++) {
      places.push(`r${i}_${k}`);
      rules.push(rule([`r${i}_${k}`], [`r${i}_${(k + 1) % 10}`]));
    }
  const ones = Array.from({ length: n }, (_, i) => `r${i}_0`);
  const target = expected === 'holds' ? 'r0_3>=1, r0_7>=1' : `r0_9>=1, r${n - 1}_9>=1, r${n >> 1}_5>=1`;
  return { text: netText(places, rules, initially(places, ones), target), expected };
}

/** All families at a size: 1 for a thousand places or states, 20 for twenty thousand. */
export function largeInputs(size) {
  const k = 1000 * size;
  return [
    { name: `assembly-line-${k}.ttd`, ...assemblyLine(k) },
    { name: `figure-row-${size * 250}.ttd`, ...figureRow(size * 250, 'violated') },
    { name: `figure-row-safe-${size * 250}.ttd`, ...figureRow(size * 250, 'holds') },
    { name: `scattered-${k * 7}.ttd`, ...scattered(k * 7, 50, k * 5, size) },
    { name: `flags-${size}.ttd`, ...flagProgram(8, 10 + 20 * size, size) },
    { name: `philosophers-${k / 4}.spec`, ...philosophers(k / 4, 'holds') },
    { name: `philosophers-apart-${k / 4}.spec`, ...philosophers(k / 4, 'violated') },
    { name: `buffers-${k}.spec`, ...buffers(k) },
    { name: `guarded-stages-${Math.round(k / 3)}.spec`, ...guardedStages(Math.round(k / 3), 'holds') },
    { name: `guarded-stages-apart-${Math.round(k / 3)}.spec`, ...guardedStages(Math.round(k / 3), 'violated') },
    { name: `rings-${k / 10}.spec`, ...rings(k / 10, 'holds') },
    { name: `rings-apart-${k / 10}.spec`, ...rings(k / 10, 'violated') },
  ];
}
