import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { BillingError } from './billing-error.js';

/**
 * A file of JSON lines that is only ever appended to. What `append` has returned from is on the disk,
 * whatever becomes of the process or the machine.
 */
export class Journal<Entry> {
  private constructor(private readonly file: number) {}

  /**
   * Opens a file, or begins one. A last line that a crash tore is cut off: `append` had not
   * returned, so nobody was told that it is there, and it comes again.
   */
  static open<Entry>(path: string): Journal<Entry> {
    const isNew = !existsSync(path);
    const file = openSync(path, 'a');
    if (isNew) syncFolder(dirname(path));
    const whole = wholeLines(readFileSync(path));
    ftruncateSync(file, whole.length);
    fsyncSync(file);
    return new Journal<Entry>(file);
  }

  /** Returns when all of them are on the disk. */
  append(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    const bytes = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    for (let written = 0; written < bytes.length;) written += writeSync(this.file, bytes, written);
    fsyncSync(this.file);
  }

  close(): void {
    closeSync(this.file);
  }
}

/** What is in a journal, whether or not it is open elsewhere. @throws BillingError when it is not there */
export function entriesIn<Entry>(path: string): Entry[] {
  if (!existsSync(path))
    throw new BillingError(`There is no ${path}: nothing was consumed into it`);
  const lines = wholeLines(readFileSync(path)).toString().split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Entry;
    } catch (error) {
      throw new BillingError(`${path}: line ${index + 1} is not JSON`, { cause: error });
    }
  });
}

function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
}

/** A new file is there after a crash once its folder is on the disk too. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
