// A run of a reproduction test: fresh modules, an empty outside world, and gates that open in the order of the report.

export const worldText = `
const outsideOf = new AsyncLocalStorage();
const rest = () => new Promise((done) => setImmediate(done));

/** The text that an argument is given: the same in all calls, but where the finding or the trial wants different ones. */
function text(path, index) {
  if (TRIAL.word !== undefined) return TRIAL.word;
  const isKey = LOCATION.includes('[' + path) || LOCATION.includes(path + ']');
  return DIFFERENT || (TRIAL.distinct && !isKey) ? path + index : path;
}

/** A number that an argument is given: some, or only one. */
function amount() {
  return TRIAL.few ? 1 : 3;
}

/** One run: fresh modules, an empty outside world. */
function newWorld(rejects) {
  const world = { opened: new Map(), gates: [], peeks: [], made: [], unsettled: 0, log: [], memory: new Map(), handlers: [], busy: new Set(), counts: new Map(), rejects: [...rejects], edition: 0, ended: new Set(), late: [], together: [], asked: [], number: 0, loading: 0, shared: new Map() };
  world.given = (subject, name, shared) => {
    if (!shared) return subject[name]();
    if (!world.shared.has(name)) world.shared.set(name, subject[name]());
    return world.shared.get(name);
  };
  world.gate = (name, effect) => {
    const call = outsideOf.getStore() ?? 0;
    world.busy.add(call);
    const number = world.asked.push(name);
    if (world.ended.has(TRIAL.closer)) world.late.push(name);
    if (world.gates.some((gate) => gate.name === name && gate.call !== call)) world.together.push(name);
    return new Promise((resolve, reject) => {
      let done;
      const perform = () => (done ??= (() => { try { world.number = number; const value = effect(); return () => resolve(value); } catch (error) { return () => reject(error); } })());
      world.gates.push({ call, name, perform, open() {
        const at = world.rejects.findIndex((wanted) => wanted.call === call && wanted.name === name);
        if (at >= 0) { world.rejects.splice(at, 1); return reject(new Error(name + ' failed')); }
        perform()();
      } });
    });
  };
  return world;
}
`;
