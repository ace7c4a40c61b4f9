// A native peer on one file: the processor time of its whole process, and what it prints. The shell counts, since a peer's own
// clock may leave out threads; the processor time is limited, as the machine may be busy.

import { spawnSync } from 'node:child_process';

/** `seconds` is NaN where the peer was not done within the limit. */
export function peerTime(command, words, limit) {
  const script = 'ulimit -t "$1"; shift; "$@" 2>&1; echo "exit $?"; times';
  const { stdout } = spawnSync('bash', ['-c', script, 'peer', String(limit), command, ...words], {
    encoding: 'utf8',
    timeout: 20 * limit * 1000,
    maxBuffer: 1 << 28,
  });
  const spent = [
    ...stdout
      .trim()
      .split('\n')
      .at(-1)
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const seconds = spent.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
  const isDone = spent.length === 2 && !/^exit (137|152)$/m.test(stdout);
  return { seconds: isDone ? seconds : Number.NaN, text: stdout };
}
