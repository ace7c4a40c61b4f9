// Text of inputs as terminals may see it. Control characters would move the cursor or change the terminal's state, and marks of
// direction would turn a line round; names, source lines and paths may contain any. They are shown, never sent: `\x1b`.

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const unseen = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

export function printable(text: string): string {
  return text.replace(unseen, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

const asciiForms: Readonly<Record<string, string>> = {
  '…': '...',
  '└': '`',
  '·': '-',
  '→': '->',
  '–': '-',
  '⋯': '...',
  '≥': '>=',
  '≤': '<=',
  '’': "'",
};

/** For terminals that know no other characters. */
export function asciiOf(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (character) => {
    return asciiForms[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
