// Seeded STD traces for bench/races.js: threads forked and joined by T0 that take one to three nested locks and access
// the variables these guard (a tenth of them hot), private variables, shared constants, and now and then a variable
// without its lock. Written in chunks, so that any length can be generated.

import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes `events` events to `file`. `rng` is Heddle's seeded generator. */
export function generateTrace(file, events, rng, { threads = 10, locks = 100, variables = 20_000 } = {}) {
  const out = openSync(file, 'w');
  const lines = [];
  let written = 0;
  const emit = (thread, op, target) => {
    lines.push(`T${thread}|${op}(${target})|${rng.below(5000)}`);
    written++;
    if (lines.length === 4096) flush(out, lines);
  };

  const constants = Math.floor(variables / 10);
  for (let v = 0; v < Math.min(constants, events / 10); v++) emit(0, 'w', `V${v}`);
  for (let t = 1; t < threads; t++) emit(0, 'fork', `T${t}`);
  const workers = Array.from({ length: threads }, (_, thread) =>
    worker(thread, rng, { threads, locks, variables, constants }),
  );
  const owner = new Array(locks).fill(-1);
  while (written < events - threads * 10) rng.pick(workers).step(emit, owner);
  for (const w of workers) w.finish(emit, owner);
  for (let t = 1; t < threads; t++) emit(0, 'join', `T${t}`);
  while (written < events) emit(0, 'r', `V${rng.below(constants)}`);
  flush(out, lines);
  closeSync(out);
}

function flush(out, lines) {
  if (lines.length > 0) writeSync(out, `${lines.join('\n')}\n`);
  lines.length = 0;
}

/** A thread that runs critical sections; it waits (does nothing) while the lock it wants is taken. */
function worker(thread, rng, { threads, locks, variables, constants }) {
  const held = [];
  const guarded = variables - constants;
  /** Variables above the constants are guarded by lock v mod locks; a tenth of them get most accesses. */
  const guardedBy = (lock) => {
    const per = Math.floor(guarded / locks);
    const hot = Math.max(1, Math.floor(per / 10));
    return constants + lock + locks * (rng.chance(0.9) ? rng.below(hot) : rng.below(per));
  };
  const access = (emit) => {
    const roll = rng.next();
    const op = rng.chance(0.7) ? 'r' : 'w';
    if (roll < 0.0001) emit(thread, op, `V${guardedBy(rng.below(locks))}`);
    else if (roll < 0.1) emit(thread, 'r', `V${rng.below(constants)}`);
    else if (roll < 0.3 || held.length === 0) emit(thread, op, `P${thread + threads * rng.below(100)}`);
    else emit(thread, op, `V${guardedBy(rng.pick(held))}`);
  };
  return {
    step(emit, owner) {
      const roll = rng.next();
      const wanted = rng.below(locks);
      // Locks are nested in increasing order, so that the threads never deadlock.
      if (roll < 0.15 && held.length < 3 && owner[wanted] === -1 && wanted > (held.at(-1) ?? -1)) {
        owner[wanted] = thread;
        held.push(wanted);
        emit(thread, 'acq', `L${wanted}`);
      } else if (roll < 0.25 && held.length > 0) {
        const lock = held.pop();
        owner[lock] = -1;
        emit(thread, 'rel', `L${lock}`);
      } else access(emit);
    },
    finish(emit, owner) {
      for (let lock = held.pop(); lock !== undefined; lock = held.pop()) {
        owner[lock] = -1;
        emit(thread, 'rel', `L${lock}`);
      }
    },
  };
}
