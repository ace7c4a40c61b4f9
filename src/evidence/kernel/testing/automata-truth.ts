// Claims about phase automata, and whether they are true: a monitor along the states of brute force, which reads the
// transitions for itself.

import type { Rng } from '../../../base/rng.js';
import type { Truth } from './truth.js';

/** Do the threads of no execution drive the automaton of these lines to its end? Names are names of threads. */
export function isNeverDriven({ states, steps }: Truth, lines: readonly string[]): boolean {
  const transitions = lines.filter((line) => !line.startsWith('stay'));
  const staysIn = (state: number) => {
    const [from, to] = [state - 1, state].map((i) => (i < 0 ? -1 : lines.indexOf(transitions[i]!)));
    return lines.slice(from! + 1, to).map((line) => line.split(' not '));
  };
  const stays = transitions.map((_, state) => staysIn(state));
  const size = transitions.length + 1;
  const seen = new Set([0]);
  for (const place of seen) {
    const [at, state] = [Math.floor(place / size), place % size];
    if (state === transitions.length) return false;
    for (const { thread, accesses, inUnit, entersUnit, leavesUnit, to } of steps[at]!) {
      const { name } = states[at]!.threads[thread]!;
      const units = [...(entersUnit ? ['begin-unit'] : []), ...(leavesUnit ? ['end-unit'] : [])];
      const events = [...accesses, ...units];
      const isForbidden = stays[state]!.some(
        ([who, what]) => who === `stay ${name}` && events.some((event) => ` ${what} `.includes(` ${event} `)),
      );
      if (!isForbidden) seen.add(to * size + state);
      const fitting = [...events, ...(inUnit ? accesses.map((access) => `${access} in-unit`) : [])];
      const ways = transitions[state]!.split(' or ');
      if (fitting.some((event) => ways.includes(`${name} ${event}`))) seen.add(to * size + state + 1);
    }
  }
  return true;
}

/** Lines of a random automaton over these threads and variables; no line occurs twice. */
export function randomLines(rng: Rng, threads: readonly string[], variables: readonly string[]): string[] {
  const access = () => `${rng.pick(['R', 'W'])} ${rng.pick(variables)}`;
  const event = () => (rng.chance(0.25) ? rng.pick(['begin-unit', 'end-unit']) : access() + rng.pick(['', ' in-unit']));
  const lines = Array.from({ length: rng.between(1, 4) }, () => {
    const stay = () => `stay ${rng.pick(threads)} not ${rng.pick(['end-unit', access(), `${access()} end-unit`])}`;
    const ways = Array.from({ length: rng.chance(0.2) ? 2 : 1 }, () => {
      const what = event();
      return `${rng.pick(threads)} ${what}`;
    });
    return [...(rng.chance(0.35) ? [stay()] : []), ways.join(' or ')];
  }).flat();
  return [...new Set(lines)];
}
