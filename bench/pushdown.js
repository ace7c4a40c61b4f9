// post* of the synthetic recursive system: exact sizes and weights, and the CPU time of building and saturating.
// node bench/pushdown.js [largest rule count]; HEDDLE_DIST names another build.

const dist = process.env.HEDDLE_DIST ?? '../dist';
const { postStarSteps, singleton, syntheticSystem } = await import(`${dist}/model/pushdown/index.js`);

const expected = new Map([
  ['1000/1', [1_111, 10_122]],
  ['10000/1', [11_011, 101_922]],
  ['100000/1', [110_011, 1_019_922]],
  ['100000/8', [220_044, 6_307_336]],
]);
const sizes = [
  [1_000, 1],
  [10_000, 1],
  [100_000, 1],
  [100_000, 8],
  [200_000, 1],
  [500_000, 1],
  [1_000_000, 1],
  [1_000_000, 8],
];

const largest = Number(process.argv[2] ?? 1_000_000);
console.log('rules      states  transitions  sum of weights  steps      build ms  post* ms  us/transition  expected');
for (const [ruleCount, stateCount] of sizes) if (ruleCount <= largest) report(ruleCount, stateCount);
console.log(`peak resident memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

function report(ruleCount, stateCount) {
  const start = cpuMilliseconds();
  const weighted = syntheticSystem(ruleCount, stateCount);
  const built = cpuMilliseconds();
  const { automaton, steps } = saturate(weighted);
  const saturating = cpuMilliseconds() - built;
  let sum = 0;
  for (const { weight } of automaton.transitions()) sum += weight;
  const count = automaton.transitionCount;
  const [transitions, weights] = expected.get(`${ruleCount}/${stateCount}`) ?? [];
  const verdict = transitions === undefined ? '-' : transitions === count && weights === sum ? 'yes' : 'NO';
  if (verdict === 'NO') process.exitCode = 1;
  const cells = [ruleCount, stateCount, count, sum, steps, built - start, saturating, (saturating * 1000) / count];
  const widths = [10, 7, 12, 15, 10, 9, 9, 14];
  const digits = [0, 0, 0, 0, 0, 0, 0, 2];
  console.log(`${cells.map((cell, i) => cell.toFixed(digits[i]).padEnd(widths[i])).join(' ')} ${verdict}`);
}

/** `steps`: transitions taken from the queue, to the last multiple of the tick. */
function saturate(weighted) {
  const run = postStarSteps(weighted, singleton(weighted.system, weighted.semiring, { state: 0, stack: [0] }));
  let steps = 0;
  for (;;) {
    const { done, value } = run.next();
    if (done) return { automaton: value, steps };
    steps = value.steps;
  }
}

function cpuMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
