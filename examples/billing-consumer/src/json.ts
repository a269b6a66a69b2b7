import { readFileSync } from 'node:fs';
import { BillingError } from './billing-error.js';

export type Json = Readonly<Record<string, unknown>>;

/** The value when it is an object, otherwise an empty object. */
export function objectAt(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** The JSON in a file. @throws BillingError when the file is missing or not JSON */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new BillingError(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
}
