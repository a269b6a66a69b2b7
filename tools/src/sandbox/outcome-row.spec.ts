import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { queryKybCertificate } from '@ndx/api';
import { EXCLUSIONS, SANDBOX_FAULTS, type Reason } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { faultRow, outcomeRow } from './outcome-row.js';
import { OUTCOMES } from './outcomes.js';

/** The rows of the guide's tables with a number of columns. */
function guideRows(columns: number): string[][] {
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
  return rows.filter(({ length }) => length === columns);
}

test('the guide publishes every outcome of the sandbox, and no other', () => {
  expect(guideRows(5)).toEqual(OUTCOMES.map(outcomeRow));
});

test('the guide publishes every fault with its identifiers, and no other', () => {
  const published = guideRows(6).map(([name = '', , ...identifiers]) => [name, ...identifiers]);
  expect(published).toEqual(SANDBOX_FAULTS.map(faultRow));
});

test('every rule that can leave a KYB query without a result has an outcome', () => {
  const shown = OUTCOMES.flatMap(({ expected }) => [expected.record, expected.section]);
  // Only a bundle reads other data sets.
  const rules = EXCLUSIONS.filter((rule) => rule !== 'dataset_closed');
  expect(shown).toEqual(expect.arrayContaining([...rules, 'no_eligible_record']));
});

/**
 * One is of a repeated request whose consent changed meanwhile, one of a network that enforces its
 * default policy, which would refuse the other outcomes; an institution that is no member has no role.
 */
const NOT_IN_THE_SANDBOX: readonly Reason[] = [
  'consent_changed',
  'not_a_member',
  'policy_enforced',
];

test('every reason for which a KYB query is refused has an outcome', () => {
  const caused = new Set(OUTCOMES.flatMap(({ expected }) => expected.reason ?? []));
  const left = (queryKybCertificate.refusals ?? []).filter((reason) => !caused.has(reason));
  expect([...left].sort()).toEqual(NOT_IN_THE_SANDBOX);
});

test('each business of the sandbox has a name and a registration of its own', () => {
  const registrations = OUTCOMES.flatMap(({ registration }) => registration ?? []);
  expect(new Set(registrations).size).toBe(registrations.length);
  expect(new Set(OUTCOMES.map(({ name }) => name)).size).toBe(OUTCOMES.length);
});
