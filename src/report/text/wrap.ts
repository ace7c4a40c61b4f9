// Words into lines of at most `width` characters; a word that is longer is cut. Every character counts as one column:
// names in models are nearly always narrow, and a table that is one column off stays readable.

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    for (; line.length > width; line = line.slice(width)) lines.push(line.slice(0, width));
  }
  lines.push(line);
  return lines;
}
