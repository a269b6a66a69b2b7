import { readFile, rename, writeFile } from 'node:fs/promises';

/** The cursor of a list in a file, from which a later run continues; only in memory without a file. */
export class KeptCursor {
  constructor(private readonly file: string | undefined) {}

  async read(): Promise<string | undefined> {
    if (this.file === undefined) return undefined;
    try {
      return (await readFile(this.file, 'utf8')).trim() || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Writes another file first: an interruption leaves the old cursor or the new one. */
  async keep(cursor: string): Promise<void> {
    if (this.file === undefined) return;
    await writeFile(`${this.file}.part`, `${cursor}\n`);
    await rename(`${this.file}.part`, this.file);
  }
}
