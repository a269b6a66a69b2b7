import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { EXCLUSIONS } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { outcomeRow } from './outcome-row.js';
import { OUTCOMES } from './outcomes.js';

test('the guide publishes every outcome of the sandbox, and no other', () => {
  const guide = readFileSync(join(projectRoot(), 'docs/sandbox.md'), 'utf8');
  const rows = guide
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows.filter(({ length }) => length === 5)).toEqual(OUTCOMES.map(outcomeRow));
});

test('every rule that can leave a KYB query without a result has an outcome', () => {
  const shown = OUTCOMES.flatMap(({ expected }) => [expected.record, expected.section]);
  // Only a bundle reads other data sets; the furnishers of the sandbox stay.
  const rules = EXCLUSIONS.filter((rule) => rule !== 'dataset_closed' && rule !== 'furnisher_left');
  expect(shown).toEqual(expect.arrayContaining([...rules, 'no_eligible_record']));
});

test('each business of the sandbox has a name and a registration of its own', () => {
  const registrations = OUTCOMES.flatMap(({ registration }) => registration ?? []);
  expect(new Set(registrations).size).toBe(registrations.length);
  expect(new Set(OUTCOMES.map(({ name }) => name)).size).toBe(OUTCOMES.length);
});
