import { readFile, writeFile } from 'node:fs/promises';
import { CliError } from '../cli-error.js';

const COMPLETE = 'complete';

/** A file beside the results that names their run, and whether it has finished. */
export class RunMarker {
  private constructor(
    private readonly file: string,
    private readonly runId: string,
    readonly isComplete: boolean,
  ) {}

  /** @throws CliError when the results are of another run */
  static async of(results: string, runId: string, restart = false): Promise<RunMarker> {
    const file = `${results}.run`;
    const [known = '', state] = (await read(file)).split(' ');
    if (known !== '' && known !== runId) {
      throw new CliError('conflict', `${results} belongs to another input, mapping or target`, {
        hint: 'Choose another file with --results. Furnish corrected rows from a file of their own: a row that is furnished again is stored again.',
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
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
