// What a stream can show. NO_COLOR and FORCE_COLOR are honoured, and only terminals get colour by themselves; reports are as wide
// as the terminal, and in ASCII where the locale is known not to be Unicode.

export function hasColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && process.env['TERM'] !== 'dumb';
}

/** Columns for reports: those of a terminal within reason, a hundred for files and pipes. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY && stream.columns > 0 ? Math.min(160, Math.max(60, stream.columns)) : 100;
}

/** Whether a terminal can show more than ASCII; files and pipes are UTF-8. */
export function hasUnicode(stream: NodeJS.WriteStream): boolean {
  if (stream.isTTY !== true) return true;
  const { LC_ALL, LC_CTYPE, LANG, TERM } = process.env;
  if (TERM === 'dumb') return false;
  const locale = LC_ALL || LC_CTYPE || LANG;
  return locale === undefined ? process.platform === 'win32' || process.platform === 'darwin' : /utf-?8/i.test(locale);
}

/** Small chunks gathered into pieces worth a system call. */
export function* inPieces(chunks: Iterable<string>): Generator<string> {
  let piece = '';
  for (const chunk of chunks) {
    piece += chunk;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Waits where the stream asks for it, so that large reports stay small in memory. */
export async function writeChunks(stream: NodeJS.WritableStream, chunks: Iterable<string>): Promise<void> {
  for (const piece of inPieces(chunks)) await write(stream, piece);
}

function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
