import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CliError } from '../cli-error.js';

const NEWLINE = 10;

export interface InspectedFile {
  /** Names a run: the same content to the same target gives the same name. */
  readonly runId: string;
  /** About the number of rows; a quoted value with a line break counts twice. */
  readonly lines: number;
}

/**
 * Reads a file once, before anything is sent.
 * @param target what decides, beside the content, whether two runs are the same
 * @throws CliError when it cannot be read
 */
export async function inspectFile(
  file: string,
  ...target: readonly string[]
): Promise<InspectedFile> {
  const hash = createHash('sha256').update(target.join('\n'));
  let lines = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      for (const byte of bytes) if (byte === NEWLINE) lines += 1;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('invalid', reason, { cause: error });
  }
  return { runId: hash.digest('hex').slice(0, 32), lines };
}
