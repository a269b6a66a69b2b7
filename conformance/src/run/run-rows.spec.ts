import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { get } from '../http/request.js';
import { Deployment } from '../testing/deployment.js';
import { cases } from './cases.js';
import { status } from './expect.js';
import { Mismatch } from './mismatch.js';
import type { Row } from './row.js';
import { runRows } from './run-rows.js';

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start(({ path }) => ({ status: path === '/good' ? 200 : 500 }));
});
afterAll(() => deployment.stop());

const row = (says: string, check: Row['check'], rest: Partial<Row> = {}): Row => ({
  section: '1',
  says,
  check,
  ...rest,
});

test('a true row passes, and a false one fails, by name', async () => {
  const rows = cases('1', [
    { says: 'good is good', request: () => get('/good'), expect: status(200) },
    { says: 'bad is good', request: () => get('/bad'), expect: status(200) },
  ]);
  const outcomes = await runRows(rows, deployment.kit());
  expect(outcomes).toMatchObject([
    { verdict: 'passed', row: { says: 'good is good' } },
    {
      verdict: 'failed',
      row: { says: 'bad is good' },
      failure: { expected: 'status 200', got: '500', answer: { request: { path: '/bad' } } },
    },
  ]);
});

test('a row that throws fails, and the later rows are checked', async () => {
  const outcomes = await runRows(
    [
      row('breaks off', () => Promise.reject(new Error('there is no id'))),
      row('holds', () => Promise.resolve()),
    ],
    deployment.kit(),
  );
  expect(outcomes).toMatchObject([
    { verdict: 'failed', failure: { got: 'there is no id' } },
    { verdict: 'passed' },
  ]);
});

test('a row without its token is not run, and names the token', async () => {
  const rows = [
    row('needs one', () => Promise.reject(new Mismatch('not to run', 'it')), {
      needs: ['expired', 'other'],
    }),
  ];
  expect(await runRows(rows, deployment.kit())).toMatchObject([
    { verdict: 'not run', reason: 'needs --expired-token and --other-token' },
  ]);
  const tokens = { own: 'a', expired: 'b', other: 'c' };
  expect(await runRows(rows, deployment.kit(tokens))).toMatchObject([{ verdict: 'failed' }]);
});

test('a row without its receiver is not run, and names the option', async () => {
  const rows = [row('needs one', () => Promise.resolve(), { needs: ['receiver'] })];
  expect(await runRows(rows, deployment.kit())).toMatchObject([
    { verdict: 'not run', reason: 'needs --receiver-url' },
  ]);
});

test('rows of groups run at the same time, and other rows alone', async () => {
  let running = 0;
  const seen: Record<string, number> = {};
  const counting = (says: string, rest: Partial<Row> = {}) =>
    row(
      says,
      async () => {
        running += 1;
        seen[says] = Math.max(running, seen[says] ?? 0);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      },
      rest,
    );
  const grouped = counting('grouped', { group: 'a group' });
  const rows = [counting('alone'), grouped, grouped, grouped, counting('alone')];
  const outcomes = await runRows(rows, deployment.kit());
  expect(outcomes.map(({ row: { says } }) => says)).toEqual(rows.map(({ says }) => says));
  expect(seen).toEqual({ alone: 1, grouped: 3 });
});

test('after an interruption no further row is run', async () => {
  const interruption = new AbortController();
  const rows = [
    row('first', async () => interruption.abort()),
    row('second', () => Promise.resolve()),
  ];
  const { signal } = interruption;
  expect(await runRows(rows, deployment.kit(), { signal })).toMatchObject([
    { verdict: 'passed' },
    { verdict: 'not run', reason: 'interrupted' },
  ]);
});
