import { LineWriter } from './line-writer.js';

let opened: LineWriter | undefined;

/**
 * The one writer of log lines to standard output. However the process ends, short of being killed,
 * it first writes what standard output takes without waiting.
 */
export function standardOutput(): LineWriter {
  return (opened ??= open());
}

function open(): LineWriter {
  // Node sets a pipe or socket to O_NONBLOCK when it makes this stream. A write to a full one then
  // fails at once; in blocking mode it would stop the process, and in a thread of the pool its exit.
  void process.stdout;
  const writer = new LineWriter(1);
  process.on('exit', () => {
    writer.flushFinally();
  });
  return writer;
}

/** How many log lines this process dropped, because standard output took none for too long. */
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
