// Colour and width of a stream: NO_COLOR and FORCE_COLOR are honoured, and only terminals get colour by themselves.

export function hasColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && process.env['TERM'] !== 'dumb';
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
