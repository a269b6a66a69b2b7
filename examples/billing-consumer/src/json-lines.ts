import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 20;

/** The lines of a file, without their ends; what no newline ends is none. Holds one at a time. */
export function* wholeLinesIn(path: string, chunkBytes = CHUNK_BYTES): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let begun: Buffer[] = [];
    for (const chunk of chunksOf(file, chunkBytes)) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(NEWLINE, start);
        if (end < 0) break;
        yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString();
        begun = [];
        start = end + 1;
      }
      if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
    }
  } finally {
    closeSync(file);
  }
}

/** Where the last line that a newline ends is over, in bytes; 0 when there is none. */
export function endOfWholeLines(file: number, chunkBytes = CHUNK_BYTES): number {
  const chunk = Buffer.alloc(chunkBytes);
  for (let end = fstatSync(file).size; end > 0;) {
    const start = Math.max(0, end - chunkBytes);
    const read = readSync(file, chunk, 0, end - start, start);
    const last = chunk.subarray(0, read).lastIndexOf(NEWLINE);
    if (last >= 0) return start + last + 1;
    end = start;
  }
  return 0;
}

/** Each is good until the next one is asked for. */
function* chunksOf(file: number, chunkBytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(chunkBytes);
  for (;;) {
    const read = readSync(file, chunk, 0, chunkBytes, null);
    if (read === 0) return;
    yield chunk.subarray(0, read);
  }
}
