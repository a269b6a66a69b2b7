import { createReadStream } from 'node:fs';
import { encodingOf, type Encoding } from './encoding.js';

/** In the order of preference. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A header line is not longer. */
const HEADER_BYTES = 65_536;

/** The delimiter of a CSV file: the one that its header line has most often, outside of quotes. */
export async function delimiterOf(file: string, encoding?: Encoding): Promise<string> {
  const header = await headerOf(file, encoding);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length - 1);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The first line that is not empty, with empty quotes. */
async function headerOf(file: string, encoding?: Encoding): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: HEADER_BYTES - 1 })) {
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder(encodingOf(bytes, encoding)).decode(bytes);
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '""');
  return unquoted.split(/\r?\n|\r/).find((line) => line.trim() !== '') ?? '';
}
