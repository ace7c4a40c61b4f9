// Everything outside as stubs that remember: what was written is read back, what matters is logged.

export const outsideText = `
const reads = /^(get|find|read|load|fetch|has|exists|query|select|count|list|peek|lookup|stat|size|search|is|available|balance|stock|all|keys|rate|quote|page|render|measure|price|digest|sign)/i;
const writes = /^(set|save|write|put|update|store|replace|insert|persist|modify|patch)/i;
const deletes = /^(delete|remove|del|unlink|destroy|clear|evict|invalidate)/i;
const firstOnly = /If[A-Z]|NX$|^try[A-Z]|OrCreate|acquireLease/;
const effects = /^(connect|open|create|spawn|issue|acquire|start|register|subscribe|send|post|charge|pay|publish|dial|login|migrate|notify|email|reserve|ship|refund|run|execute|submit|apply|audit|exchange|refresh|renew|rotate|redeem)/i;
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
  if (reads.test(name)) return world.memory.has(key) ? copy(world.memory.get(key)) : initial(world, name, first);
  const opened = /^(end|close|destroy|release|disconnect|unsubscribe|quit|stop)$/.test(name) ? world.log.indexOf(world.opened.get(owner)) : -1;
  if (opened >= 0) { world.log.splice(opened, 1); return undefined; }
  const number = (world.counts.get(name) ?? 0) + 1;
  world.counts.set(name, number);
  const text = name + '(' + values.map((value) => JSON.stringify(plainOf(value)) ?? typeof value).join() + ')';
  if (STUBS[name] !== undefined && !effects.test(name)) return initial(world, name, first);
  world.log.push(text);
  world.opened.set(name + number, text);
  if (STUBS[name] !== undefined) return initial(world, name, first);
  return outside(world, name + number);
}

function keyOf(value) {
  if (value === null || typeof value !== 'object') return String(value);
  return String(value.id ?? value.key ?? value.code ?? value.name ?? value.sku ?? '');
}

function initial(world, name, first) {
  const given = STUBS[name];
  if (given === undefined) return undefined;
  const value = typeof given === 'function' ? given(first) : structuredClone(given);
  const more = world.edition + (TRIAL.byArgument && typeof first === 'number' ? first : 0) + (TRIAL.claim === 'order' ? world.number : 0);
  return more === 0 ? value : edited(value, more);
}

/** The same answer, told apart: what is outside has changed since, or another part was asked for. */
function edited(value, more) {
  if (typeof value === 'number') return value + more;
  if (typeof value === 'string') return value + ' ' + more;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => edited(item, more));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, edited(item, more)]));
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
  const call = function (...values) {
    const method = name.split('.').at(-1);
    const owner = name.split('.').slice(0, -1).join('.');
    const callback = values.findLast((value) => typeof value === 'function' && !value[mark]); // express.json() is not the program's
    if (callback && registers.test(method)) { world.handlers.push(callback); return outside(world, name); }
    if (world.loading > 0) return outside(world, name); // modules make what they use: nothing is waited for
    if (callback) return world.gate(method, () => undefined).then(() => callback(outside(world, owner)));
    if (SYNC.has(method)) { world.log.push(method); return outside(world, name); }
    return world.gate(method, () => act(world, owner, method, values));
  };
  const thing = new Proxy(call, {
    // A class of the program that extends one of the outside has its own methods first.
    construct: (_, values, target) => (target === thing ? outside(world, name) : Object.create(target.prototype)),
    get(_, property) {
      if (property === mark) return name;
      if (property === 'then' || typeof property === 'symbol') return undefined;
      if (property === 'toJSON') return () => '[' + name + ']';
      return outside(world, name + '.' + String(property));
    },
  });
  return thing;
}

/** A value that is there, whatever is asked of it: a request. */
function loose(name, index) {
  return new Proxy(() => loose(name, index), {
    get(_, property) {
      const path = name + '.' + String(property);
      if (property === Symbol.toPrimitive || property === 'toString' || property === 'valueOf') return () => text(name, index);
      if (property === mark) return name;
      if (property === 'then' || typeof property === 'symbol') return undefined;
      if (property === 'toJSON') return () => text(name, index);
      if (/amount|count|qty|quantity|total|price|n$/.test(String(property))) return amount();
      if (/id$|key|name|user|room|sku|code|email|from|to$/i.test(String(property))) return text(path, index);
      return loose(path, index);
    },
  });
}

/** What a handler answers with: everything that is told counts. */
function reply(world, name, index) {
  return new Proxy(() => undefined, {
    get(_, property) {
      if (property === mark) return name;
      if (property === 'then' || typeof property === 'symbol') return undefined;
      return reply(world, name + '.' + String(property), index);
    },
    set: () => true,
    apply(_, self, values) {
      world.log.push(index + ' ' + name + '(' + values.map((value) => JSON.stringify(plainOf(value)) ?? typeof value).join() + ')');
      return reply(world, name.split('.')[0], index);
    },
  });
}
`;
