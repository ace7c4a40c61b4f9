// The calls as in the report, and one after the other; what is compared.

export const runsText = `
/** A generator is consumed for a while. */
async function consume(made) {
  const value = await made;
  if (!value || value[mark] || typeof value.next !== 'function') return value;
  const items = [];
  for (let count = 0; count < 3; count++) {
    const { value: item, done } = await value.next();
    if (done) break;
    items.push(item);
  }
  return items;
}

async function openAll(world, setting = false) {
  for (let count = 0; count < 200; count++) {
    await rest();
    const at = world.gates.findIndex((gate) => gate.name !== 'timer');
    const timer = world.unsettled > 0 || setting ? world.gates.findIndex((gate) => gate.name === 'timer') : -1;
    if (at < 0 && timer >= 0) { world.gates.splice(timer, 1)[0].open(); continue; }
    if (at < 0) return;
    world.gates.splice(at, 1)[0].open();
  }
}

async function prepare(rejects) {
  const world = newWorld([]);
  const subject = await outsideOf.run(0, async () => {
    const made = setUp(world, loader(world));
    await openAll(world, true);
    return made;
  });
  for (const [position, before] of BEFORE.entries()) for (const round of [1, 2]) {
    if (round === 2 && world.handlers.length > 0) continue;
    const index = position + (TRIAL.distinct ? round : 1);
    await outsideOf.run(0, async () => { try { void Promise.resolve(before(subject, world, index)).then((made) => world.made.push(made)).catch(() => {}); } catch {} await openAll(world); });
  }
  world.log.length = 0;
  world.late.length = 0;
  world.unsettled = 0;
  world.busy.clear();
  world.rejects = [...rejects];
  return { world, subject: await subject };
}

/** The calls of the report; a trial may make the first of them once more. */
function calls() {
  return TRIAL.again === undefined ? CALLS : [...CALLS, CALLS[0]];
}

function begin(results, world, subject, index) {
  world.unsettled++;
  if (TRIAL.changesWith === index) {
    for (const gate of world.gates) gate.perform(); // asked before the change
    world.edition++;
  }
  results[index - 1] = outsideOf.run(index, () => new Promise((resolve) => resolve(calls()[index - 1](subject, world, index))).then(
    (value) => ({ value: plainOf(value) }),
    (error) => ({ error: String(error?.message ?? error).replace(/[:(].*/, '') }),
  ).finally(() => { world.unsettled--; world.ended.add(index); }));
}

function stateOf(subject, world) {
  return plainOf([subject, world.made, world.peeks.map((peek) => peek())]);
}

async function outcomeOf(results, world, subject) {
  const settled = await Promise.all(results.map((result) => (result ? Promise.race([result, rest().then(rest).then(() => ({ pending: true }))]) : { skipped: true })));
  const memory = [...world.memory].map(([key, value]) => key + '=' + JSON.stringify(plainOf(value))).sort();
  const { late, together, log, busy } = world;
  return { settled, effects: [...log].sort(), memory, state: stateOf(subject, world), late: [...late].sort(), together: [...together], busy: [...busy] };
}

function rejections() {
  return SCHEDULE.filter((step) => step.do === 'reject').map(({ call, name }) => ({ call, name }));
}

/** The calls as in the report. */
async function interleaved() {
  const { world, subject } = await prepare(rejections());
  const results = [];
  for (const { do: what, call, name } of SCHEDULE.slice(0, TRIAL.again)) {
    if (what === 'start') begin(results, world, subject, call);
    else {
      const at = world.gates.findIndex((gate) => gate.call === call && gate.name === name);
      if (at >= 0 && what === 'perform') world.gates[at].perform();
      else if (at >= 0) world.gates.splice(at, 1)[0].open();
    }
    await rest();
  }
  for (const index of calls().keys()) if (!results[index]) begin(results, world, subject, index + 1);
  await openAll(world);
  return outcomeOf(results, world, subject);
}

/** The calls one after the other. */
async function serial(order, rejects = rejections()) {
  const { world, subject } = await prepare(rejects);
  const before = stateOf(subject, world);
  const results = [];
  for (const index of order) {
    begin(results, world, subject, index);
    await openAll(world);
  }
  return { before, ...(await outcomeOf(results, world, subject)) };
}

function orders(indices) {
  if (indices.length < 2) return [indices];
  return indices.flatMap((first) => orders(indices.filter((other) => other !== first)).map((others) => [first, ...others]));
}

/** All serial outcomes; a call that asked nothing of the outside may have been turned away. */
async function serialOutcomes(seen) {
  const all = calls().map((_, index) => index + 1);
  const idle = all.filter((index) => !seen.busy.includes(index) && index !== TRIAL.changesWith);
  const found = [];
  for (let mask = 0; mask < 1 << idle.length; mask++) {
    const left = idle.filter((_, bit) => mask & (1 << bit));
    for (const order of orders(all.filter((index) => !left.includes(index)))) found.push({ left, outcome: await serial(order) });
  }
  return found;
}

/** The part of an outcome that is compared. */
function observed(outcome, observe, left) {
  const settled = calls().map((_, index) => (left.includes(index + 1) ? null : outcome.settled[index] ?? { skipped: true }));
  return JSON.stringify(observe.map((what) => (what === 'settled' ? settled : outcome[what])));
}

function isSerial(seen, serials, observe) {
  return serials.some(({ left, outcome }) => observed(seen, observe, left) === observed(outcome, observe, left));
}

const outcomes = new Map();

/** The interleaving, and all serial orders. */
async function compared() {
  const key = JSON.stringify({ ...TRIAL, observe: [] });
  if (!outcomes.has(key)) {
    const seen = await interleaved();
    outcomes.set(key, { seen, serials: await serialOutcomes(seen) });
  }
  return outcomes.get(key);
}

/** One call, under the orders in which the outside can answer it; what is asked for later is answered otherwise. */
async function inAllOrders() {
  const runs = [];
  for (let prefix = []; prefix && runs.length < 100; ) {
    const { world, subject } = await prepare(rejections());
    const results = [];
    const made = [];
    begin(results, world, subject, 1);
    for (await rest(); world.gates.length > 0 && made.length < 40; await rest()) {
      const taken = prefix[made.length] ?? 0;
      made.push({ taken, among: world.gates.length });
      world.gates.splice(taken, 1)[0].open();
    }
    runs.push({ asked: [...world.asked].sort().join(), outcome: await outcomeOf(results, world, subject) });
    const at = made.findLastIndex(({ taken, among }) => taken + 1 < among);
    prefix = at < 0 ? undefined : [...made.slice(0, at).map(({ taken }) => taken), made[at].taken + 1];
  }
  return runs;
}

const claims = {
  /** What one call does with the same answers does not depend on the order in which they come. */
  async order() {
    const first = new Map();
    for (const { asked, outcome } of await inAllOrders()) {
      const seen = observed(outcome, TRIAL.observe, []);
      const known = first.get(asked) ?? seen;
      first.set(asked, known);
      if (seen !== known) assert.fail(MESSAGE + '\\nthis interleaving: ' + seen + '\\nthe same answers in another order: ' + known);
    }
  },
  /** What happened is what some serial order does. */
  async serial() {
    const { seen, serials } = await compared();
    if (isSerial(seen, serials, TRIAL.observe)) return;
    const show = ({ outcome }) => observed(outcome, TRIAL.observe, []);
    assert.fail(MESSAGE + '\\nthis interleaving: ' + observed(seen, TRIAL.observe, []) + '\\none after the other: ' + [...new Set(serials.map(show))].join('\\nor: '));
  },
  /** No two calls are in the section at once. */
  async exclusive() {
    const { together } = await interleaved();
    if (together.includes(TRIAL.section)) assert.fail(MESSAGE + '\\nthis interleaving: two calls are in ' + TRIAL.section + '() at once');
  },
  /** What a failing call took is given back: each part is as before, or as after a call that does not fail. */
  async restored() {
    const failed = await serial([1]);
    const { before, state } = await serial([1], []);
    const [old, good, bad] = [before, state, failed.state].map((each) => new Map(leaves(each)));
    const kept = [...bad].filter(([path, value]) => value !== old.get(path) && value !== good.get(path));
    if (kept.length > 0) assert.fail(MESSAGE + '\\nthis interleaving: after the failure ' + kept.map(([path, value]) => path + ' is ' + value + ', not ' + good.get(path)).join(', '));
  },
  /** After a failure, the same call does again what it does in a fresh world. */
  async again() {
    const { settled: [failed, later] } = await serial([1, 2]);
    const { settled: [fresh] } = await serial([1], []);
    const isHindered = failed && 'error' in failed && fresh && 'value' in fresh && later && !('value' in later);
    if (isHindered) assert.fail(MESSAGE + '\\nthis interleaving: after a call that has failed, the next one ' + (later.pending ? 'waits for ever' : 'fails with ' + later.error));
  },
  /** The calls end. */
  async ends() {
    const { settled } = await interleaved();
    if (settled.some(({ pending }) => pending)) assert.fail(MESSAGE + '\\nthis interleaving: a call waits for ever');
  },
};

function* leaves(value, path = '') {
  if (value === null || typeof value !== 'object') yield [path, String(value)];
  else for (const [name, inner] of Object.entries(value)) yield* leaves(inner, path === '' ? name : path + '.' + name);
}

const check = () => claims[TRIAL.claim]();
`;
