// A function handed to the outside: registered (the outside calls it whenever it likes), wrapped (the result is called in
// its place), run within a lock or a transaction, or called once within the call.

import { isRegistration } from '../../library/models.js';
import { deferredPromise } from '../builtins/promise-class.js';
import { callThing } from '../calls.js';
import { exclusively } from '../locks.js';
import { type Machine, spotOf } from '../machine.js';
import { toPromise } from '../promises.js';
import { isCallable, plain, Thing, termOf, Unknown, undefinedValue, type Value } from '../value.js';
import { lockKey } from './calls.js';
import { answersLater, ask, type OutsideCall } from './operations.js';
import { locks, registers, wraps } from './verbs.js';

export function withCallback(call: OutsideCall, callback: Thing): Value {
  const { machine, name, values, site, query } = call;
  const first = query?.links[0]?.values[0] ?? values[0];
  const path = typeof first?.raw === 'string' ? first.raw : undefined;
  if (registers(name, path !== undefined) || isRegistration(call.from, name) || call.listens)
    return register(call, path);
  if (wraps(name) && call.returns?.kind !== 'void') return wrapped(call, callback);
  if (!isRunWithin(call, callback)) {
    // As if it were registered; but when it is called is not known.
    machine.gap(`when ${site.text}() calls the function that it is given is not known`, call.frame, site.span);
    return register(call, path);
  }
  const run = () => callThing(machine, call.frame, callback, plain(undefined), given(call, callback), within(call));
  if (locks(name) || isExclusiveTransaction(call))
    return exclusively(machine, call.frame, call.owner, lockKey(call), run, site);
  return plain(toPromise(machine, run()));
}

function within({ site }: OutsideCall) {
  return { ...site, use: 'awaited' as const };
}

/** What a transaction hands to its body speaks of the same tables. */
function given({ owner, name }: OutsideCall, callback: Thing): Value[] {
  const transaction = new Unknown(owner || name, { external: true });
  return callback.closure?.node.parameters.length ? [plain(transaction)] : [];
}

function register(call: OutsideCall, path: string | undefined): Value {
  const { machine, frame, values, site, owner, name } = call;
  const shown = `${site.text}${path === undefined ? '' : ` '${path}'`}`;
  const handler = values.findLast((value) => isCallable(value.raw))?.raw;
  if (isCallable(handler ?? null))
    machine.registrations.push({ name: shown, callback: handler as Thing, spot: spotOf(frame, site.span) });
  // `await broker.subscribe(topic, f)`: that it is registered is told later.
  if (answersLater(call)) return ask({ ...call, values: values.filter(({ raw }) => !isCallable(raw)) });
  return plain(new Unknown(`${owner}.${name}(...)`, { external: true }));
}

/** `consumer.run({ eachMessage })`, `app.route({ handler })`: what is handed over in an object is called by the outside. */
export function registerMembers(machine: Machine, name: string, values: readonly Value[]): void {
  for (const { raw } of values) {
    if (!(raw instanceof Thing) || raw.kind !== 'object' || raw.lazy) continue;
    for (const [member, { raw: callback }] of raw.properties) {
      const node = isCallable(callback) ? callback.closure?.node : undefined;
      if (!isCallable(callback) || !node) continue;
      const spot = { module: node.module, span: node.span };
      machine.registrations.push({ name: `${name} ${member}`, callback, spot });
    }
  }
}

function isRunWithin({ returns, site }: OutsideCall, callback: Thing): boolean {
  return (
    returns?.kind === 'promise' ||
    site.use === 'awaited' ||
    site.use === 'returned' ||
    site.use === 'promise' ||
    callback.closure?.node.async === true
  );
}

const transactional = /^(?:(?:with|in|run|runIn)?transaction|atomic(?:ally)?|transact)$/i;

/** Isolation is not known for the query builders that people use; a transaction of another shape is taken as exclusive. */
function isExclusiveTransaction({ name, owner, values, machine }: OutsideCall): boolean {
  const options = values.map(({ raw }) => termOf(raw)).join();
  if (/serializable/i.test(options)) return true;
  const isBuilder = /knex|prisma|sequelize|typeorm|drizzle/i.test(owner) || importsBuilder(machine.script.modules);
  return transactional.test(name) && !isBuilder;
}

function importsBuilder(modules: OutsideCall['machine']['script']['modules']): boolean {
  return modules.some(({ imports }) =>
    imports.some(({ from }) => /^(?:knex|@prisma\/client|sequelize|typeorm|drizzle-orm)/.test(from)),
  );
}

/** Gives a promise, and hands over a function that settles it. */
function promisified(machine: Machine, callback: Thing): Value {
  const wrapper = machine.newThing('function', callback.name);
  wrapper.slot = callback;
  wrapper.native = (inner, frame, self, values, site) =>
    plain(
      deferredPromise(inner, frame, site.span, (done, failed) => {
        const told = inner.newThing('function', 'callback');
        told.native = (m, f, _s, [error = undefinedValue, value = undefinedValue], at) =>
          m.isTruthy(error)
            ? callThing(m, f, failed, undefinedValue, [error], at)
            : callThing(m, f, done, undefinedValue, [value], at);
        callThing(inner, frame, callback, self, [...values, plain(told)], { ...site, use: 'awaited' });
      }),
    );
  return plain(wrapper);
}

/** `memoize(f)`, `asyncHandler(f)`, `throttle(f)`: called in place of what it wraps; memory is kept by arguments. */
function wrapped({ machine, name }: OutsideCall, callback: Thing): Value {
  if (name === 'promisify' && callback.closure) return promisified(machine, callback);
  if (!/memo|once|cache/i.test(name)) return plain(callback);
  const answers = new Map<string, Value>();
  const wrapper = machine.newThing('function', callback.name);
  wrapper.slot = callback;
  wrapper.native = (inner, frame, self, values, site) => {
    const key = /once/i.test(name) ? '' : values.map(({ raw }) => termOf(raw)).join();
    inner.turns.touch(`memory ${wrapper.id}`, true);
    const known = answers.get(key);
    if (known) return known;
    const answer = callThing(inner, frame, callback, self, values, site);
    answers.set(key, answer);
    return answer;
  };
  return plain(wrapper);
}
