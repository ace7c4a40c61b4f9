// Asynchronous code as text in two languages at once, EML and JavaScript: what the front end for JavaScript relies on is
// that the two mean the same, tick by tick. Each function here is one construct of JavaScript and its EML. Promises are
// named by shared variables, which may be null; `r` is a local variable of every function.

export interface AsyncText {
  readonly eml: string;
  readonly js: string;
}

/** What to do about a failure, given the name of its reason. */
export type Handler = (reason: string) => AsyncText;

export function both(eml: string, js = eml): AsyncText {
  return { eml, js };
}

export function sequence(...parts: readonly AsyncText[]): AsyncText {
  return both(parts.map((part) => part.eml).join(' '), parts.map((part) => part.js).join(' '));
}

/** A shared prelude: variables, and the functions that the constructs below use. */
export const emlPrelude = `scheduling event-loop;
lock l; var x: int, log: int, p0: thread int, p1: thread int, d0: thread int, d1: thread int;
class Missing { count: int; }
mark(n: int) { log = (log * 31 + n + 1) % 1000003; }
fulfilled(p: thread int, n: int): int { let v = join p; if (failed(p)) fail(reason(p)); mark(n); return v; }
caught(p: thread int, n: int): int { let v = join p; if (failed(p)) { mark(n); return reason(p); } return v; }
finally(p: thread int, n: int): int {
  let v = join p; mark(n); yield; yield; if (failed(p)) fail(reason(p)); return v;
}
part(p: thread int, missing: Missing, all: thread int) {
  join p;
  if (failed(p)) reject(all, reason(p));
  else { missing.count = missing.count - 1; if (missing.count == 0) settle(all, 0); }
}
`;

export const jsPrelude = `let x = 0, log = 0, p0 = null, p1 = null, d0 = null, d1 = null;
const { external, tracked, deferred, lock, unlock } = world;
function mark(n) { log = (log * 31 + n + 1) % 1000003; }
`;

export const tick = both('yield;', 'await 0;');
export const external = both('yield external;', 'await external();');

export function mark(value: string): AsyncText {
  return both(`mark(${value});`);
}

export function fail(reason: string): AsyncText {
  return both(`fail(${reason});`, `throw ${reason};`);
}

export function startEager(promise: string, callee: string): AsyncText {
  return both(`${promise} = spawn eager ${callee}();`, `${promise} = tracked(${callee}());`);
}

/** A task of its own, which starts at some later time: a timer, a message. */
export function startLater(promise: string, callee: string): AsyncText {
  return both(`${promise} = spawn ${callee}();`, `${promise} = tracked(${callee}(true));`);
}

/** Of a function that cannot fail. */
export function awaitCall(callee: string): AsyncText {
  return both(`r = ${callee}(); yield;`, `r = await ${callee}();`);
}

/** `id` makes the names of locals different from those of other constructs. */
export function awaitPromise(id: number, promise: string, handler: Handler): AsyncText {
  const eml = `{ let q${id} = ${promise}; if (q${id} != null) { ${emlAwait(id, handler)} } }`;
  return both(eml, `if (${promise} !== null) ${jsAwait(id, promise, handler)}`);
}

/** The failed branch of a join stands where JavaScript throws. */
function emlAwait(id: number, handler: Handler): string {
  return `r = join q${id}; if (failed(q${id})) { let e${id} = reason(q${id}); ${handler(`e${id}`).eml} }`;
}

function jsAwait(id: number, awaited: string, handler: Handler): string {
  return `{ try { const v = await ${awaited}; r = Array.isArray(v) ? 0 : v; } catch (e${id}) { r = 0; ${handler(`e${id}`).js} } }`;
}

export function awaitRace(id: number, [a, b]: readonly [string, string], handler: Handler): AsyncText {
  const eml = `{ let a${id} = ${a}; let b${id} = ${b}; if (a${id} != null && b${id} != null) {
    let q${id} = join any a${id}, b${id}; ${emlAwait(id, handler)} } }`;
  return both(eml, `if (${a} !== null && ${b} !== null) ${jsAwait(id, `Promise.race([${a}, ${b}])`, handler)}`);
}

/** `Promise.all`, whose result is not looked at. */
export function awaitAll(id: number, [a, b]: readonly [string, string], handler: Handler): AsyncText {
  const eml = `{ let a${id} = ${a}; let b${id} = ${b}; if (a${id} != null && b${id} != null) {
    let m${id} = new Missing; m${id}.count = 2; let q${id} = new deferred int;
    spawn eager part(a${id}, m${id}, q${id}); spawn eager part(b${id}, m${id}, q${id}); ${emlAwait(id, handler)} } }`;
  return both(eml, `if (${a} !== null && ${b} !== null) ${jsAwait(id, `Promise.all([${a}, ${b}])`, handler)}`);
}

/** `then`, `catch` and `finally`, each with a callback that leaves a mark. */
export function chain(
  id: number,
  kind: 'fulfilled' | 'caught' | 'finally',
  to: string,
  from: string,
  n: number,
): AsyncText {
  const callback = {
    fulfilled: `then((v) => { mark(${n}); return v; })`,
    caught: `catch((e) => { mark(${n}); return e; })`,
    finally: `finally(() => { mark(${n}); })`,
  };
  const eml = `{ let q${id} = ${from}; if (q${id} != null) ${to} = spawn eager ${kind}(q${id}, ${n}); }`;
  return both(eml, `if (${from} !== null) ${to} = tracked(${from}.${callback[kind]});`);
}

export function newDeferred(promise: string): AsyncText {
  return both(`${promise} = new deferred int;`, `${promise} = deferred();`);
}

export function settle(id: number, promise: string, value: string): AsyncText {
  const eml = `{ let q${id} = ${promise}; if (q${id} != null) settle(q${id}, ${value}); }`;
  return both(eml, `if (${promise} !== null) ${promise}.settle(${value});`);
}

export function reject(id: number, promise: string, reason: string): AsyncText {
  const eml = `{ let q${id} = ${promise}; if (q${id} != null) reject(q${id}, ${reason}); }`;
  return both(eml, `if (${promise} !== null) ${promise}.reject(${reason});`);
}

export function returnPromise(id: number, promise: string): AsyncText {
  const eml = `{ let q${id} = ${promise}; if (q${id} != null) {
    yield; r = join q${id}; if (failed(q${id})) fail(reason(q${id})); return r; } }`;
  return both(eml, `if (${promise} !== null) return ${promise};`);
}

export function choice(condition: string, yes: AsyncText, no: AsyncText): AsyncText {
  return both(
    `if (${condition}) { ${yes.eml} } else { ${no.eml} }`,
    `if (${condition}) { ${yes.js} } else { ${no.js} }`,
  );
}

export function twice(id: number, body: AsyncText): AsyncText {
  const loop = (inner: string) => `{ let i${id} = 0; while (i${id} < 2) { i${id} = i${id} + 1; ${inner} } }`;
  return both(loop(body.eml), loop(body.js));
}

/** A mutex that is handed over to whoever has waited longest; taking a free one takes no tick. */
export function locked(body: AsyncText): AsyncText {
  return both(
    `synchronized(l) { ${body.eml} }`,
    `{ const turn = lock(); if (turn) await turn; try { ${body.js} } finally { unlock(); } }`,
  );
}

export function asyncFunction(name: string, body: AsyncText): AsyncText {
  return both(
    `${name}: int { let r: int = 0; ${body.eml} return r; }\n`,
    `async function ${name}(late) { let r = 0; if (late) await external(); ${body.js} return r; }\n`,
  );
}
