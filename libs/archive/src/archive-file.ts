import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ArchivePlace } from './archive-place.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface WrittenFile {
  /** Its name in the place. */
  readonly file: string;
  /** SHA-256 of the compressed bytes, in hexadecimal. */
  readonly sha256: string;
  /** The size of the file. */
  readonly bytes: number;
}

/** The file differs from what was written. */
export class AlteredArchiveError extends Error {
  override readonly name = 'AlteredArchiveError';

  constructor(file: string) {
    super(`the archive file ${file} is not the one that was written: its digest differs`);
  }
}

/** Lines as one compressed text. */
export interface CompressedLines {
  readonly content: Buffer;
  /** SHA-256 of the compressed bytes, in hexadecimal. */
  readonly sha256: string;
}

export async function compressLines(lines: readonly string[]): Promise<CompressedLines> {
  const content = await compress(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return { content, sha256: sha256Of(content) };
}

/**
 * @param name of the lines, for the error
 * @throws AlteredArchiveError when the digest differs
 */
export async function decompressLines(
  { content, sha256 }: CompressedLines,
  name: string,
): Promise<readonly string[]> {
  if (sha256Of(content) !== sha256) throw new AlteredArchiveError(name);
  return (await decompress(content)).toString('utf8').trimEnd().split('\n');
}

/**
 * Writes lines to a compressed file and reads it again. Its name ends with a part of its digest, so
 * that runs with different rows write different files.
 * @param name the beginning of its name
 * @throws AlteredArchiveError when the place has another content under that name
 */
export async function writeArchiveFile(
  place: ArchivePlace,
  name: string,
  lines: readonly string[],
): Promise<WrittenFile> {
  return writeCompressedFile(place, name, await compressLines(lines));
}

/** The same for lines that are compressed. */
export async function writeCompressedFile(
  place: ArchivePlace,
  name: string,
  { content, sha256 }: CompressedLines,
): Promise<WrittenFile> {
  const file = `${name}.${sha256.slice(0, 16)}.ndjson.gz`;
  await place.write(file, content);
  await readArchiveFile(place, file, sha256);
  return { file, sha256, bytes: content.length };
}

/**
 * The lines of a file.
 * @throws AlteredArchiveError when its digest differs; MissingFileError, UnusablePlaceError
 */
export async function readArchiveFile(
  place: ArchivePlace,
  file: string,
  sha256: string,
): Promise<readonly string[]> {
  return decompressLines({ content: await place.read(file), sha256 }, file);
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
