import { LineWriter } from './line-writer.js';

let opened: LineWriter | undefined;

/**
 * The only writer of log lines to standard output. Before any exit except a kill, it writes the
 * lines that standard output accepts without waiting.
 */
export function standardOutput(): LineWriter {
  return (opened ??= open());
}

function open(): LineWriter {
  // Node sets a pipe or socket to O_NONBLOCK when it makes this stream. A write to a full one then
  // fails at once; in blocking mode it would stop the process, and in a thread of the pool its exit.
  const { fd } = process.stdout;
  const writer = new LineWriter(fd);
  process.on('exit', () => {
    writer.flushFinally();
  });
  return writer;
}

/**
 * The number of lines dropped by this process, because standard output accepted none for too long.
 */
export function droppedLogLines(): number {
  return opened?.dropped ?? 0;
}

/** Standard output as a destination that writes each line at once. */
export const LINE_BY_LINE = {
  write(line: string): void {
    const output = standardOutput();
    output.add(line);
    output.flush();
  },
};
