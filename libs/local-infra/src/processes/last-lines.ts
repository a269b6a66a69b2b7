import { readFileSync } from 'node:fs';

const LINES = 20;

/** The end of a log file, for an error that somebody has to act on. */
export function lastLinesOf(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LINES).join('\n');
}
