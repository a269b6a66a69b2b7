import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FURNISH_FAULTS, REASON_NAMES, REASONS } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';
import { OUTCOMES } from '../sandbox/outcomes.js';

/** The committed page: a new reason is on it after `npm run openapi`. */
const lines = readFileSync(join(projectRoot(), 'docs/errors.md'), 'utf8').split('\n');
const lineOf = (word: string) => lines.filter((line) => line.startsWith(`- \`${word}\`: `)).join();

describe('the page of errors', () => {
  test.each(REASON_NAMES)('has the cause, the remedy and the sandbox outcomes of %s', (reason) => {
    const { cause, remedy } = REASONS[reason];
    const outcomes = OUTCOMES.filter(({ expected }) => expected.reason === reason);
    for (const stated of [`${cause}; ${remedy}.`, ...outcomes.map(({ name }) => `\`${name}\``)]) {
      expect(lineOf(reason)).toContain(stated);
    }
  });

  test.each(Object.entries(FURNISH_FAULTS))(
    'has the cause and the remedy of a record rejected with %s',
    (code, { cause, remedy }) => {
      expect(lines).toContain(`- \`${code}\`: ${cause}; ${remedy}.`);
    },
  );
});
