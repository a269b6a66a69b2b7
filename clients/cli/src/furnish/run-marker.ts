import { readFile, stat, writeFile } from 'node:fs/promises';
import { CliError } from '../cli-error.js';

const COMPLETE = 'complete';

/** A file beside the results that names their run, and whether it has finished. */
export class RunMarker {
  private constructor(
    private readonly file: string,
    private readonly runId: string,
    readonly isComplete: boolean,
  ) {}

  /** @throws CliError when the results are of another run, or were not written by one */
  static async of(results: string, runId: string, restart = false): Promise<RunMarker> {
    const file = `${results}.run`;
    const [known = '', state] = (await read(file)).split(' ');
    if (known !== '' && known !== runId) {
      throw new CliError('conflict', `${results} belongs to another input, mapping or target`, {
        hint: 'Choose another file with --results. Furnish corrected rows from a file of their own: a row that is furnished again is stored again.',
      });
    }
    if (known === '' && (await sizeOf(results)) > 0) {
      throw new CliError('conflict', `${results} exists, and has no results of ndx furnish`, {
        hint: `Choose another file with --results. Results have a file beside them that names their run: ${file}.`,
      });
    }
    const isComplete = state === COMPLETE && !restart;
    await writeFile(file, isComplete ? `${runId} ${COMPLETE}` : runId);
    return new RunMarker(file, runId, isComplete);
  }

  complete(): Promise<void> {
    return writeFile(this.file, `${this.runId} ${COMPLETE}`);
  }
}

async function read(file: string): Promise<string> {
  return (await ifExists(readFile(file, 'utf8'))) ?? '';
}

async function sizeOf(file: string): Promise<number> {
  return (await ifExists(stat(file)))?.size ?? 0;
}

async function ifExists<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
