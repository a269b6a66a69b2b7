import { readFileSync } from 'node:fs';

const LINES = 20;

/** The last lines of a log file, for an error message. */
export function lastLinesOf(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LINES).join('\n');
}
