import { expect, it } from 'vitest';
import { derived, derivedBy, projection } from './derived.js';

interface Word {
  readonly text: string;
}

it('computes once for each object, also when the answer is undefined', () => {
  const asked: Word[] = [];
  const first = derived((word: Word) => {
    asked.push(word);
    return word.text.length > 0 ? word.text[0] : undefined;
  });
  const [word, empty] = [{ text: 'warp' }, { text: '' }];
  expect([first(word), first(empty), first(word), first(empty)]).toEqual(['w', undefined, 'w', undefined]);
  expect(asked).toEqual([word, empty]);
});

it('derives anew from a copy', () => {
  const letters = derived(({ text }: Word) => [...text]);
  const word = { text: 'weft' };
  expect(letters(word)).toBe(letters(word));
  expect(letters({ ...word, text: 'web' })).toEqual(['w', 'e', 'b']);
});

it('keeps answers by object and key, whatever keys are called', () => {
  const append = derivedBy(
    (ending: string) => ending,
    (word: Word, ending) => ({ text: word.text + ending }),
  );
  const [one, other] = [{ text: 'a' }, { text: 'b' }];
  expect(append(one, '__proto__')).toBe(append(one, '__proto__'));
  expect(append(one, 'x')).not.toBe(append(one, '__proto__'));
  expect(append(other, 'x')).toEqual({ text: 'bx' });
});

it('projects an image to itself', () => {
  const shorten = projection(({ text }: Word) => ({ text: text.slice(1) }));
  const image = shorten({ text: 'heddle' });
  expect(image.text).toBe('eddle');
  expect(shorten(image)).toBe(image);
});
