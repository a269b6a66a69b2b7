import { hash } from 'node:crypto';
import { DEVELOPMENT_KEY_DIGESTS } from './development-values.js';

/** In characters of base64 or hexadecimal digits; shorter words are ids and times. */
const SHORTEST_KEY = 32;

const digests = new Set(DEVELOPMENT_KEY_DIGESTS);

/** Whether a value has a key that is published for development, also under another id. */
export function hasDevelopmentKey(value: string): boolean {
  return keyDigests(value).some((digest) => digests.has(digest));
}

/** The SHA-256 of each key in a value such as `id:base64,id:base64`, in hexadecimal digits. */
export function keyDigests(value: string): string[] {
  return value
    .split(/[\s,:@]+/)
    .map((word) => word.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/'))
    .filter(({ length }) => length >= SHORTEST_KEY)
    .map((key) => hash('sha256', key));
}
