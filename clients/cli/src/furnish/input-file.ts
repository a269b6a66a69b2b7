import { rmSync } from 'node:fs';
import { mkdtemp, open, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CliError } from '../cli-error.js';

/** The file of an input. */
export interface InputFile {
  readonly path: string;
  /** The start of the names of its results. */
  readonly name: string;
  /** Its name in errors. */
  readonly shownAs: string;
}

const STANDARD_INPUT = '-';

/**
 * The named file, or a temporary one with the whole of standard input for `-`: a file is read before
 * its first row is sent, and again when it is sent. The process removes it at its end.
 */
export async function inputFile(name: string, stdin: Readable = process.stdin): Promise<InputFile> {
  if (name !== STANDARD_INPUT) return { path: name, name, shownAs: name };
  const folder = await mkdtemp(join(tmpdir(), 'ndx-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return { path: await stored(stdin, folder), name: 'stdin', shownAs: 'standard input' };
}

/**
 * Reads the file by its path.
 * @throws CliError with the name that the user gave, not the path of a temporary file
 */
export async function readInput<Result>(
  { path, shownAs }: InputFile,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(path);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const hint = error.hint.replaceAll(path, shownAs);
    const message = error.message.replaceAll(path, shownAs);
    throw new CliError(error.errorClass, message, { hint, cause: error });
  }
}

async function stored(stdin: Readable, folder: string): Promise<string> {
  const chunks = join(folder, 'stdin');
  await writeFile(chunks, stdin, { mode: 0o600 });
  const path = `${chunks}${kindOf(await startOf(chunks))}`;
  await rename(chunks, path);
  return path;
}

/** Enough for a byte order mark and empty lines. */
const START_BYTES = 1_024;

async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** XLSX is a ZIP archive, NDJSON begins with an object; anything else is CSV. */
function kindOf(start: Buffer): string {
  if (start.toString('latin1').startsWith('PK\u0003\u0004')) return '.xlsx';
  const text = new TextDecoder().decode(start).trimStart();
  return text.startsWith('{') ? '.ndjson' : '.csv';
}
