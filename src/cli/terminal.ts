// Colour and width of a stream: NO_COLOR and FORCE_COLOR are honoured, and only terminals get colour by themselves.

export function hasColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && process.env['TERM'] !== 'dumb';
}

/** Writes chunk by chunk and waits where the stream asks for it, so that large reports stay small in memory. */
export async function writeChunks(stream: NodeJS.WritableStream, chunks: Iterable<string>): Promise<void> {
  let pending = '';
  for (const chunk of chunks) {
    pending += chunk;
    if (pending.length < 65_536) continue;
    await write(stream, pending);
    pending = '';
  }
  await write(stream, pending);
}

function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
