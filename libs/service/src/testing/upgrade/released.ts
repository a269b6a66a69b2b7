import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import type { Recording } from './recorded-statements.js';

/** The migrations and statements of the released version of a service. */
export interface Released extends Recording {
  readonly version: string;
}

/** Recorded at the release, beside the suite that reads it (`npm run released`). */
export function releasedVersion(): Released {
  const { testPath } = expect.getState();
  if (testPath === undefined) throw new Error('no suite runs');
  return JSON.parse(readFileSync(join(dirname(testPath), 'released.json'), 'utf8')) as Released;
}
