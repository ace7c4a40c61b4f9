import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { ThreadQuestions } from './thread-questions.js';

function questionsOf(text: string): ThreadQuestions {
  const questions = ThreadQuestions.of(programOf(text));
  if ('because' in questions) throw new Error(questions.because);
  return questions;
}

/** Who takes part in the questions about two classes. */
function participants(text: string, first: string, second: string): string[][] {
  const questions = questionsOf(text);
  const pair = questions.pairs.find((known) => known.first.name === first && known.second.name === second);
  return pair!.threads.map((threads) => questions.question(threads).threads.map(({ className }) => className));
}

describe('questions about threads', () => {
  it('are about pairs of classes', () => {
    const pairs = (text: string) => questionsOf(text).pairs.map(({ first, second }) => `${first.name} ${second.name}`);
    expect(pairs('process P { main { } } process Q { main { } }')).toEqual(['P Q']);
    expect(pairs('process P * { main { } }')).toEqual(['P P']);
    expect(pairs('process P { w { } main { spawn w(); } }')).toEqual(['P P/w']);
    expect(pairs('process P { w { } main { spawn w(); spawn w(); } }')).toEqual(['P P/w', 'P/w P/w']);
    expect(pairs('process P { w { } main { while (*) { spawn w(); } } }')).toEqual(['P P/w', 'P/w P/w']);
  });

  it('tell threads of one instance from those of another', () => {
    const text = 'process P * { w { } main { spawn w(); } }';
    expect(participants(text, 'P', 'P')).toEqual([['P', 'P']]);
    expect(participants(text, 'P', 'P/w')).toEqual([
      ['P', 'P/w'],
      ['P', 'P/w', 'P'],
    ]);
  });

  it('add who starts a thread and who is awaited before that', () => {
    const text = (main: string) =>
      `process P { a { } b { } c { } main { let t = spawn c(); ${main} } } process Q { main { } }`;
    expect(participants(text('spawn a(); spawn b();'), 'P/a', 'P/b')).toEqual([['P/a', 'P/b', 'P']]);
    expect(participants(text('spawn a(); join t; spawn b();'), 'P/a', 'P/b')).toEqual([['P/a', 'P/b', 'P', 'P/c']]);
    expect(participants(text('spawn a(); spawn b(); join t;'), 'P/a', 'P/b')).toEqual([['P/a', 'P/b', 'P']]);
    expect(participants(text('join t;'), 'P', 'Q')).toEqual([['P', 'Q', 'P/c']]);
    expect(participants(text('skip;'), 'P', 'Q')).toEqual([['P', 'Q']]);
  });

  it('keep a join inside of a lock, whatever follows', () => {
    const text = `lock l; process P { a { } b { } c { } main {
      let t = spawn c(); synchronized(l) { spawn a(); spawn b(); join t; } } }`;
    expect(participants(text, 'P/a', 'P/b')).toEqual([['P/a', 'P/b', 'P', 'P/c']]);
  });

  it('are refused if there are too many ways to start threads', () => {
    const spawns = Array.from({ length: 17 }, () => 'if (*) spawn w();').join(' ');
    const refusal = ThreadQuestions.of(programOf(`process P { w { } main { ${spawns} } }`));
    expect(refusal).toMatchObject({
      because: 'threads are started in too many ways to be followed',
      place: { line: 1 },
    });
  });
});
