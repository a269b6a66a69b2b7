import { readFile } from 'node:fs/promises';
import type { TokenSource } from './tokens/token-source.js';

/** Reads the token from a file that another process keeps fresh, for each request. */
export function fileToken(path: string): TokenSource {
  return async () => (await readFile(path, 'utf8')).trim();
}
