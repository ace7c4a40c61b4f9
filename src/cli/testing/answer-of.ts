// A command in this process, with what it prints on both streams.

import { vi } from 'vitest';
import { runCommandLine } from '../command-line.js';

export interface Answer {
  readonly exit: number;
  readonly output: string;
}

export async function answerOf(...words: string[]): Promise<Answer> {
  let output = '';
  const write = (chunk: unknown, ...rest: unknown[]) => {
    output += String(chunk);
    for (const written of rest) if (typeof written === 'function') written();
    return true;
  };
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(write));
  const exit = await runCommandLine(words);
  for (const stream of streams) stream.mockRestore();
  return { exit, output };
}
