import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { BillingError } from './billing-error.js';
import { syncFolder } from './folders.js';
import { endOfWholeLines, wholeLinesIn } from './json-lines.js';

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
    const file = openSync(path, 'a+');
    ftruncateSync(file, endOfWholeLines(file));
    fsyncSync(file);
    // Also for a file that was there: who began it may have crashed before this.
    syncFolder(dirname(path));
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

/**
 * What is in a journal, whether or not it is open elsewhere, one entry at a time.
 * @throws BillingError when it is not there
 */
export function* entriesIn<Entry>(path: string): Generator<Entry> {
  if (!existsSync(path))
    throw new BillingError(`There is no ${path}: nothing was consumed into it`);
  let number = 0;
  for (const line of wholeLinesIn(path)) {
    number += 1;
    yield valueOf(line, `${path}: line ${number}`) as Entry;
  }
}

function valueOf(line: string, place: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    throw new BillingError(`${place} is not JSON`, { cause: error });
  }
}
