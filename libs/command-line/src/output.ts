import { once } from 'node:events';

/** The status that a shell reports for a program that wrote to a closed pipe (128 + SIGPIPE). */
const CLOSED_PIPE_STATUS = 141;

/**
 * Prints a line to standard output, and waits while its reader is slower. Ends the process without
 * a message when the reader has closed its end, as `head` does.
 */
export async function printLine(line: string): Promise<void> {
  if (!process.stdout.listeners('error').includes(endAtClosedPipe)) {
    process.stdout.on('error', endAtClosedPipe);
  }
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

/**
 * Exits when all output is written. `process.exit` alone drops what the reader of a pipe has not
 * read yet.
 */
export async function exitWhenWritten(status: number): Promise<never> {
  await Promise.all([written(process.stdout), written(process.stderr)]);
  process.exit(status);
}

/** Resolves when the output is written, or when the stream is closed. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}

function endAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(CLOSED_PIPE_STATUS);
  throw error;
}
