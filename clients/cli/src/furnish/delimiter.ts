import { createReadStream } from 'node:fs';

/** In the order of preference. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A header line is not longer. */
const HEADER_BYTES = 65_536;

/** The delimiter of a CSV file: the one that its header line has most often, outside of quotes. */
export async function delimiterOf(file: string): Promise<string> {
  const header = await headerOf(file);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The first line that is not empty, with empty quotes. */
async function headerOf(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: HEADER_BYTES - 1 })) {
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder(isUtf16(bytes) ? 'utf-16le' : 'utf-8').decode(bytes);
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '""');
  return unquoted.split(/\r?\n|\r/).find((line) => line.trim() !== '') ?? '';
}

/** Whether the text begins with the byte order mark of UTF-16, which spreadsheets write. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return first === 0xff && second === 0xfe;
}
