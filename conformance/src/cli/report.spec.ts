import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { post } from '../http/request.js';
import { cases } from '../run/cases.js';
import { status } from '../run/expect.js';
import type { Outcome, Row } from '../run/row.js';
import { runRows } from '../run/run-rows.js';
import { Deployment } from '../testing/deployment.js';
import { havePassed, jsonOf, reportOf } from './report.js';

const TITLES = new Map([
  ['4.1', 'Consent'],
  ['5', 'Authentication'],
]);

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start(() => ({ status: 404, body: { detail: 'nothing here' } }));
});
afterAll(() => deployment.stop());

const passed = (section: string, says: string, group?: string): Outcome => ({
  row: { section, says, ...(group !== undefined && { group }), check: () => Promise.resolve() },
  verdict: 'passed',
});

async function failed(rest: Partial<Row> = {}): Promise<Outcome> {
  const [row] = cases('4.1', [
    {
      says: 'a consent is recorded',
      request: () => post('/v1/consent/consumer', { scope: '*' }),
      expect: status(200),
    },
  ]);
  if (row === undefined) throw new Error('there is no row');
  const [outcome] = await runRows([{ ...row, ...rest }], deployment.kit({ own: 'my-token' }));
  if (outcome === undefined) throw new Error('there is no outcome');
  return outcome;
}

test('the report has sections and groups, and ends with the totals', () => {
  const report = reportOf(
    [
      passed('5', 'without a token', 'every endpoint'),
      passed('5', 'with another', 'every endpoint'),
      { ...passed('5', 'expired'), verdict: 'not run', reason: 'needs --expired-token' },
      passed('4.1', 'a consent is read'),
    ],
    TITLES,
  );
  expect(report).toBe(`4.1  Consent  (1 passed, 0 failed, 0 not run)
  ok      a consent is read

5  Authentication  (2 passed, 0 failed, 1 not run)
  ok      every endpoint (2)
  not run expired: needs --expired-token

3 passed, 0 failed, 1 not run`);
});

test('a failed row shows the expected and the actual response, and the request without its token', async () => {
  const report = reportOf([await failed()], TITLES);
  expect(report).toContain(`  FAILED  a consent is recorded
            expected  status 200
            got       404 {"detail":"nothing here"}
            request   POST /v1/consent/consumer  {"scope":"*"}
            answer    404, request id conformance-`);
  expect(report).toMatch(/\n0 passed, 1 failed, 0 not run$/);
  expect(report).not.toContain('my-token');
});

test('a group lists every failed row, and details the first ones', async () => {
  const rows = await Promise.all(
    Array.from({ length: 8 }, (_, n) => failed({ group: 'consents', says: `consent ${n}` })),
  );
  const report = reportOf([...rows, passed('4.1', 'consent 8', 'consents')], TITLES);
  expect(report).toContain('  ok      consents\n');
  expect(report.match(/ {2}FAILED {2}consent \d/g)).toHaveLength(8);
  expect(report.match(/expected/g)).toHaveLength(5);
});

test('the JSON report has each row with its result', async () => {
  expect(jsonOf(passed('5', 'with a token'))).toEqual({
    section: '5',
    says: 'with a token',
    verdict: 'passed',
  });
  expect(jsonOf(await failed())).toMatchObject({
    section: '4.1',
    verdict: 'failed',
    expected: 'status 200',
    request: 'POST /v1/consent/consumer',
    body: { scope: '*' },
  });
});

test('a row that was not run because its token is missing fails the run, unless that is allowed', () => {
  const row = { section: '5', says: 'a row', check: () => Promise.resolve() };
  const passed = { row, verdict: 'passed' } as const;
  const skipped = { row, verdict: 'not run', reason: 'needs --other-token' } as const;
  const failed = { row, verdict: 'failed', failure: { expected: 'a', got: 'b' } } as const;
  expect(havePassed([passed, passed], false)).toBe(true);
  expect(havePassed([passed, skipped], false)).toBe(false);
  expect(havePassed([passed, skipped], true)).toBe(true);
  expect(havePassed([passed, failed], true)).toBe(false);
});
