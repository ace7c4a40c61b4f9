// The real modules, transpiled and loaded afresh for each run; a few packages in small.

export const modulesText = `
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

const transpiled = new Map();

function codeOf(file) {
  if (transpiled.has(file)) return transpiled.get(file);
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  const code = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options, fileName: file }).outputText.replace('"use strict";', '');
  transpiled.set(file, code);
  return code;
}

/** The modules of the program, each loaded once per world. */
function loader(world) {
  const loaded = new Map();
  const load = (file) => {
    if (loaded.has(file)) return loaded.get(file).exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const code = codeOf(file);
    const names = { module, exports: module.exports, require: (name) => required(file, name), setTimeout: timer, setInterval: (callback) => world.handlers.push(callback), clearTimeout() {}, clearInterval() {}, world };
    const variables = [...code.matchAll(/^(?:let|const|var) (\\w+)/gm)].map(([, name]) => name).filter((name) => !/_\\d+$/.test(name));
    const body = 'with (world.scope) { ' + code + '\\nworld.peeks.push(() => ({ ' + variables.join(', ') + ' })); }';
    world.loading++;
    try { new Function(...Object.keys(names), body)(...Object.values(names)); } finally { world.loading--; }
    return module.exports;
  };
  const timer = (callback) => void world.gate('timer', () => callback()).catch(() => {});
  world.scope = new Proxy({}, { has: (_, name) => GLOBALS.has(name), get: (_, name) => (typeof name === 'symbol' ? undefined : outside(world, String(name))) });
  const required = (from, name) => {
    if (!name.startsWith('.')) {
      if (libraries[name]) return libraries[name];
      if (name === 'events' || name === 'node:events') return nodeRequire(name);
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
`;
