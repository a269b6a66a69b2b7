import { createHash } from 'node:crypto';
import { objectAt } from './json.js';

/** The same for two JSON values that say the same, in whatever order their properties are. */
export function digestOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('base64');
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(objectAt(value)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
