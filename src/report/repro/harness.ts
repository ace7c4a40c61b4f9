// The part of a reproduction test that is the same for all: the real modules, transpiled and loaded afresh for each run;
// everything outside as a stub behind a gate; the gates opened in the order of the report; and the outcome compared with
// those of the same calls one after the other. Self-contained: what is written needs Node and the TypeScript compiler only.

export const harness = `
const outsideOf = new AsyncLocalStorage();
const rest = () => new Promise((done) => setImmediate(done));

/** One run: fresh modules, an empty outside world. */
function newWorld(rejects) {
  const world = { opened: new Map(), gates: [], peeks: [], made: [], unsettled: 0, log: [], memory: new Map(), timers: [], handlers: [], busy: new Set(), counts: new Map(), rejects: [...rejects] };
  world.gate = (name, effect) => {
    const call = outsideOf.getStore() ?? 0;
    world.busy.add(call);
    return new Promise((resolve, reject) => {
      let done;
      const perform = () => (done ??= (() => { try { const value = effect(); return () => resolve(value); } catch (error) { return () => reject(error); } })());
      world.gates.push({ call, name, perform, open() {
        const at = world.rejects.findIndex((wanted) => wanted.call === call && wanted.name === name);
        if (at >= 0) { world.rejects.splice(at, 1); return reject(new Error(name + ' failed')); }
        perform()();
      } });
    });
  };
  return world;
}

const reads = /^(get|find|read|load|fetch|has|exists|query|select|count|list|peek|lookup|stat|size|search|is|available|balance|stock|all|keys|rate|quote|page|render|measure|price|digest|sign)/i;
const writes = /^(set|save|write|put|update|store|replace|insert|persist|modify|patch)/i;
const deletes = /^(delete|remove|del|unlink|destroy|clear|evict|invalidate)/i;
const firstOnly = /If[A-Z]|NX$|^try[A-Z]|OrCreate|acquireLease/;
const effects = /^(connect|open|create|spawn|issue|acquire|start|register|subscribe|send|post|charge|pay|publish|dial|login|migrate|notify|email|reserve|ship|refund|run|execute|submit|apply|audit)/i;
const counts = /^(incr|increment|decr|decrement)/i;

function act(world, owner, name, values) {
  const noun = name.replace(/^[a-z]+/, '').replace(/By[A-Z].*$/, '').toLowerCase();
  const first = values[0];
  const key = owner + '/' + (reads.test(name) && !/^(get|find|read|load|fetch|has|exists)/i.test(name) ? name.toLowerCase() : noun) + '/' + keyOf(first);
  const copy = (value) => (value === undefined ? value : structuredClone(plainOf(value)));
  if (typeof first === 'string' && /^\\s*select/i.test(first)) { const row = { free: 5, n: 5, balance: 5, count: 5, ...(world.memory.get(owner + '/sql') ?? {}) }; return { rows: [row], rowCount: 1, ...row }; }
  if (typeof first === 'string' && /^\\s*(update|insert|delete)/i.test(first)) {
    world.log.push(name + first);
    const own = /set\\s+(\\w+)\\s*=\\s*\\1\\s*([-+])/i.exec(first);
    const row = world.memory.get(owner + '/sql') ?? {};
    const column = own?.[1] ?? /set\\s+(\\w+)/i.exec(first)?.[1];
    if (column) world.memory.set(owner + '/sql', { ...row, [column]: own ? (row[column] ?? 5) + (own[2] === '-' ? -1 : 1) : (values[1] ?? []).find((value) => typeof value === 'number') });
    return { rows: [], rowCount: 1, n: 6 };
  }
  if (firstOnly.test(name)) { const won = !world.memory.has('won ' + owner + keyOf(first)); world.memory.set('won ' + owner + keyOf(first), true); return won; }
  if (counts.test(name)) { const next = (world.memory.get(key) ?? 0) + (/^decr/.test(name) ? -1 : 1); world.memory.set(key, next); return next; }
  if (deletes.test(name)) { world.log.push(name); world.memory.delete(key); return undefined; }
  if (writes.test(name)) { world.memory.set(key, copy(values.length > 1 ? values.at(-1) : first)); return undefined; }
  if (reads.test(name)) return world.memory.has(key) ? copy(world.memory.get(key)) : initial(name, first);
  const opened = /^(end|close|destroy|release|disconnect|unsubscribe|quit|stop)$/.test(name) ? world.log.indexOf(world.opened.get(owner)) : -1;
  if (opened >= 0) { world.log.splice(opened, 1); return undefined; }
  const number = (world.counts.get(name) ?? 0) + 1;
  world.counts.set(name, number);
  const text = name + '(' + values.map((value) => JSON.stringify(plainOf(value)) ?? typeof value).join() + ')';
  if (STUBS[name] !== undefined && !effects.test(name)) return initial(name, first);
  world.log.push(text);
  world.opened.set(name + number, text);
  if (STUBS[name] !== undefined) return initial(name, first);
  return outside(world, name + number);
}

function keyOf(value) {
  if (value === null || typeof value !== 'object') return String(value);
  return String(value.id ?? value.key ?? value.code ?? value.name ?? value.sku ?? '');
}

function initial(name, first) {
  const given = STUBS[name];
  if (given !== undefined) return typeof given === 'function' ? given(first) : structuredClone(given);
  return undefined;
}

function plainOf(value, depth = 0) {
  if (typeof value === 'function') return '[function]';
  if (value === null || typeof value !== 'object') return value;
  if (value[mark]) return '[' + value[mark] + ']';
  if (depth > 5) return '…';
  if (value instanceof Promise) return '[promise]';
  if (value instanceof Error) return String(value.message);
  if (Array.isArray(value)) return value.map((item) => plainOf(item, depth + 1));
  if (value instanceof Map) return [...value].map(([key, item]) => [plainOf(key, depth + 1), plainOf(item, depth + 1)]);
  if (value instanceof Set) return [...value].map((item) => plainOf(item, depth + 1));
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, plainOf(value[key], depth + 1)]));
}

const mark = Symbol('outside');
const registers = /^(on|once|addListener|addEventListener|get|post|put|patch|delete|use|all|route|subscribe|process|schedule|every)$/;

/** A dependency: its methods answer when their gate is opened. */
function outside(world, name) {
  const call = (...values) => {
    const method = name.split('.').at(-1);
    const owner = name.split('.').slice(0, -1).join('.');
    const callback = values.findLast((value) => typeof value === 'function');
    if (callback && registers.test(method)) { world.handlers.push(callback); return outside(world, name); }
    if (callback) return world.gate(method, () => undefined).then(() => callback(outside(world, owner)));
    if (SYNC.has(method)) { world.log.push(method); return outside(world, name); }
    return world.gate(method, () => act(world, owner, method, values));
  };
  return new Proxy(call, {
    get(_, property) {
      if (property === mark) return name;
      if (property === 'then' || typeof property === 'symbol') return undefined;
      if (property === 'toJSON') return () => '[' + name + ']';
      return outside(world, name + '.' + String(property));
    },
  });
}

/** A value that is there, whatever is asked of it: a request. */
function loose(name) {
  return new Proxy(() => loose(name), {
    get(_, property) {
      if (property === Symbol.toPrimitive || property === 'toString' || property === 'valueOf') return () => name;
      if (property === mark) return name;
      if (property === 'then' || typeof property === 'symbol') return undefined;
      if (property === 'toJSON') return () => name;
      if (/amount|count|qty|quantity|total|price|n$/.test(String(property))) return 3;
      if (/id$|key|name|user|room|sku|code|email|from|to$/i.test(String(property))) return String(property);
      return loose(name + '.' + String(property));
    },
  });
}

function tinyLock(places) {
  let free = places;
  const waiting = [];
  const leave = () => (waiting.length ? waiting.shift()() : free++);
  const acquire = () => new Promise((resolve) => { const go = () => resolve(leave); if (free > 0) { free--; go(); } else waiting.push(go); });
  const runExclusive = async (work) => { const release = await acquire(); try { return await work(); } finally { release(); } };
  return { acquire, runExclusive, release: leave, isLocked: () => free <= 0 };
}

const libraries = {
  'async-mutex': { Mutex: function Mutex() { return tinyLock(1); }, Semaphore: function Semaphore(n) { return tinyLock(n); } },
  'p-limit': Object.assign((n) => tinyLock(n).runExclusive, { default: (n) => tinyLock(n).runExclusive }),
};

/** The modules of the program, transpiled, each loaded once per world. */
function loader(world) {
  const loaded = new Map();
  const load = (file) => {
    if (loaded.has(file)) return loaded.get(file).exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
    const code = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options, fileName: file }).outputText.replace('"use strict";', '');
    const names = { module, exports: module.exports, require: (name) => required(file, name), setTimeout: timer, setInterval: (callback) => world.handlers.push(callback), clearTimeout() {}, clearInterval() {}, world };
    const variables = [...code.matchAll(/^(?:let|const|var) (\\w+)/gm)].map(([, name]) => name).filter((name) => !/_\\d+$/.test(name));
    const body = 'with (world.scope) { ' + code + '\\nworld.peeks.push(() => ({ ' + variables.join(', ') + ' })); }';
    new Function(...Object.keys(names), body)(...Object.values(names));
    return module.exports;
  };
  const timer = (callback) => void world.gate('timer', () => callback()).catch(() => {});
  world.scope = new Proxy({}, { has: (_, name) => GLOBALS.has(name), get: (_, name) => (typeof name === 'symbol' ? undefined : outside(world, String(name))) });
  const required = (from, name) => {
    if (!name.startsWith('.')) {
      if (libraries[name]) return libraries[name];
      if (name === 'events' || name === 'node:events') return createRequire(import.meta.url)(name);
      const whole = outside(world, name);
      return new Proxy({ __esModule: true }, { get: (_, property) => (property === '__esModule' ? true : property === 'default' ? whole : whole[property]) });
    }
    const path = join(dirname(from), name);
    const bare = path.replace(/\\.[cm]?jsx?$/, '');
    const file = [path, ...['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs'].map((end) => bare + end), ...['.ts', '.js'].map((end) => join(path, 'index' + end))].find((candidate) => existsSync(candidate) && !statSync(candidate).isDirectory());
    return load(file);
  };
  return load;
}

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
  for (const before of BEFORE) for (const round of [1, 2]) {
    if (round === 2 && world.handlers.length > 0) continue;
    await outsideOf.run(0, async () => { try { void Promise.resolve(before(subject, world)).then((made) => world.made.push(made)).catch(() => {}); } catch {} await openAll(world); });
  }
  world.log.length = 0;
  world.unsettled = 0;
  world.busy.clear();
  world.rejects = [...rejects];
  return { world, subject: await subject };
}

function begin(results, world, subject, index) {
  world.unsettled++;
  results[index - 1] = outsideOf.run(index, () => new Promise((resolve) => resolve(CALLS[index - 1](subject, world))).then(
    (value) => ({ value: plainOf(value) }),
    (error) => ({ error: String(error?.message ?? error).replace(/[:(].*/, '') }),
  ).finally(() => world.unsettled--));
}

async function outcomeOf(results, world, subject) {
  const settled = await Promise.all(results.map((result) => (result ? Promise.race([result, rest().then(rest).then(() => ({ pending: true }))]) : { skipped: true })));
  const memory = [...world.memory].map(([key, value]) => key + '=' + JSON.stringify(plainOf(value))).sort();
  return { settled, effects: [...world.log].sort(), memory, state: plainOf([subject, world.made, world.peeks.map((peek) => peek())]), busy: [...world.busy] };
}

/** The calls as in the report. */
async function interleaved() {
  const rejects = SCHEDULE.filter((step) => step.do === 'reject').map(({ call, name }) => ({ call, name }));
  const { world, subject } = await prepare(rejects);
  const results = [];
  for (const { do: what, call, name } of SCHEDULE) {
    if (what === 'start') begin(results, world, subject, call);
    else {
      const at = world.gates.findIndex((gate) => gate.call === call && gate.name === name);
      if (at >= 0 && what === 'perform') world.gates[at].perform();
      else if (at >= 0) world.gates.splice(at, 1)[0].open();
    }
    await rest();
  }
  for (const index of CALLS.keys()) if (!results[index]) begin(results, world, subject, index + 1);
  await openAll(world);
  return outcomeOf(results, world, subject);
}

/** The calls one after the other. */
async function serial(order) {
  const rejects = SCHEDULE.filter((step) => step.do === 'reject').map(({ call, name }) => ({ call, name }));
  const { world, subject } = await prepare(rejects);
  const results = [];
  for (const index of order) {
    begin(results, world, subject, index);
    await openAll(world);
  }
  return outcomeOf(results, world, subject);
}

function orders(indices) {
  if (indices.length < 2) return [indices];
  return indices.flatMap((first) => orders(indices.filter((other) => other !== first)).map((others) => [first, ...others]));
}

function sameOutcome(one, other, left) {
  const keep = (outcome) => JSON.stringify({ ...outcome, busy: undefined, settled: outcome.settled.map((result, index) => (left.includes(index + 1) ? null : result ?? null)) });
  const pad = { ...other, settled: CALLS.map((_, index) => other.settled[index] ?? { skipped: true }) };
  return keep(one) === keep(pad);
}

/** What happened must be what some serial order does; a call that asked nothing of the outside may have been turned away. */
async function check() {
  const seen = await interleaved();
  const all = CALLS.map((_, index) => index + 1);
  const idle = all.filter((index) => !seen.busy.includes(index));
  const serials = [];
  for (let mask = 0; mask < 1 << idle.length; mask++) {
    const left = idle.filter((_, bit) => mask & (1 << bit));
    for (const order of orders(all.filter((index) => !left.includes(index)))) {
      const outcome = await serial(order);
      if (sameOutcome(seen, outcome, left)) return;
      serials.push(outcome);
    }
  }
  assert.fail(MESSAGE + '\\nthis interleaving: ' + JSON.stringify(seen) + '\\none after the other: ' + JSON.stringify(serials[0]) + '\\nor: ' + JSON.stringify(serials[1]));
}
`;
