import { describe, expect, test } from '@jest/globals';
import {
  MAX_CLOCK_OFFSET_SECONDS,
  MAX_RUN_CLOCKS,
  SANDBOX_RUN_HEADER,
  type Principal,
} from '@ndx/contracts';
import { account } from '@ndx/service/testing';
import { FIRST, startEntityService, useEntityService } from '../testing/entity-service.js';
import { signInFirst } from '../testing/participants.js';

const CLOCK = '/v1/sandbox/clock';
const DAY = 86_400;

describe('the clock of an institution in a sandbox', () => {
  const service = useEntityService({ ENVIRONMENT: 'sandbox' });

  const advance = (who: Principal, advance_seconds: unknown) =>
    service.call(who, 'POST', CLOCK, { advance_seconds });

  const daysAhead = (body: Readonly<Record<string, unknown>>) =>
    Math.round(Math.abs(Date.parse(String(body['now'])) - Date.now()) / (DAY * 1_000));

  test('moves forward step by step, for this institution alone, until it is reset', async () => {
    const [bank, other] = [account(), account()];
    expect((await advance(bank, DAY)).body).toMatchObject({ offset_seconds: DAY });
    const moved = await advance(bank, 9 * DAY);
    expect(moved).toMatchObject({ status: 200, body: { offset_seconds: 10 * DAY } });
    expect(daysAhead(moved.body)).toBe(10);
    const read = await service.call(bank, 'GET', CLOCK);
    expect([read.body['offset_seconds'], daysAhead(read.body)]).toEqual([10 * DAY, 10]);
    expect((await service.call(other, 'GET', CLOCK)).body).toMatchObject({ offset_seconds: 0 });
    const reset = await service.call(bank, 'DELETE', CLOCK);
    expect([reset.status, reset.body['offset_seconds'], daysAhead(reset.body)]).toEqual([
      200, 0, 0,
    ]);
    expect((await service.call(bank, 'GET', CLOCK)).body).toMatchObject({ offset_seconds: 0 });
  });

  test.each([
    [-DAY, 'body -> advance_seconds: must not be less than 1'],
    [0, 'body -> advance_seconds: must not be less than 1'],
    [1.5, 'body -> advance_seconds: must be an integer number'],
    ['86400', 'body -> advance_seconds: must be an integer number'],
    [undefined, 'body -> advance_seconds: '],
    [MAX_CLOCK_OFFSET_SECONDS + 1, 'body -> advance_seconds: must be at most 3653 days'],
  ])('is not moved by %p seconds', async (seconds, detail) => {
    const bank = account();
    const answer = await advance(bank, seconds);
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(detail) },
    });
    expect((await service.call(bank, 'GET', CLOCK)).body).toMatchObject({ offset_seconds: 0 });
  });

  test('is at most ten years ahead, also in several steps', async () => {
    const bank = account();
    expect((await advance(bank, MAX_CLOCK_OFFSET_SECONDS)).status).toBe(200);
    expect(await advance(bank, 1)).toMatchObject({
      status: 400,
      body: {
        error_code: 'VALIDATION_ERROR',
        detail: 'the clock can be at most 3653 days ahead: reset it',
      },
    });
    expect((await service.call(bank, 'GET', CLOCK)).body).toMatchObject({
      offset_seconds: MAX_CLOCK_OFFSET_SECONDS,
    });
  });

  describe('of a test run', () => {
    const inRun = (who: Principal, run: string, method: 'GET' | 'POST' | 'DELETE', body?: object) =>
      service.call(who, method, CLOCK, body, { [SANDBOX_RUN_HEADER]: run });

    test('moves apart from the clocks of other runs and of the institution', async () => {
      const bank = account();
      await advance(bank, DAY);
      await inRun(bank, 'ci-1', 'POST', { advance_seconds: 2 * DAY });
      await inRun(bank, 'ci-2', 'POST', { advance_seconds: 3 * DAY });
      await inRun(bank, 'ci-1', 'POST', { advance_seconds: 2 * DAY });
      await inRun(bank, 'ci-2', 'DELETE');
      const offsets = [
        await service.call(bank, 'GET', CLOCK),
        await inRun(bank, 'ci-1', 'GET'),
        await inRun(bank, 'ci-2', 'GET'),
        await inRun(account(), 'ci-1', 'GET'),
      ].map(({ body }) => body['offset_seconds']);
      expect(offsets).toEqual([DAY, 4 * DAY, 0, 0]);
    });

    test.each(['', 'a b', 'a/b', 'x'.repeat(65)])('has no name such as %p', async (run) => {
      expect(await inRun(account(), run, 'GET')).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('header -> x-sandbox-run: must have 1 to 64') },
      });
    });

    test('is reset when it was not moved for a week, and then frees its place', async () => {
      const bank = account();
      await service.sql(
        `insert into institution_clock select '${bank.entity_id}', 'old-' || n, 1,
           now() - interval '8 days' from generate_series(1, ${MAX_RUN_CLOCKS}) n`,
      );
      expect((await inRun(bank, 'old-1', 'GET')).body).toMatchObject({ offset_seconds: 0 });
      expect((await inRun(bank, 'new', 'POST', { advance_seconds: DAY })).status).toBe(200);
      expect(await service.sql(clocksOf(bank))).toEqual([{ run: 'new' }]);
    });

    test('is not moved when the institution has the most, and the others still are', async () => {
      const bank = account();
      await service.sql(
        `insert into institution_clock select '${bank.entity_id}', 'run-' || n, 1
           from generate_series(1, ${MAX_RUN_CLOCKS}) n`,
      );
      const move = (run: string) => inRun(bank, run, 'POST', { advance_seconds: DAY });
      expect(await move('another')).toMatchObject({
        status: 409,
        body: { reason: 'limit_reached', detail: expect.stringContaining('x-sandbox-run') },
      });
      expect((await move('run-7')).body).toMatchObject({ offset_seconds: DAY + 1 });
      expect((await advance(bank, DAY)).status).toBe(200);
    });

    const clocksOf = ({ entity_id }: Principal) =>
      `select run from institution_clock where entity_id = '${entity_id}'`;
  });

  test('is in the resolved account while it is ahead', async () => {
    const first = await signInFirst(service);
    const resolve = async (run?: string) => {
      const claims = { subject: FIRST.subject, organization: FIRST.orgId, ...(run && { run }) };
      const { body } = await service.call('gateway', 'POST', '/internal/accounts/resolve', claims);
      return body['clock_offset_seconds'];
    };
    expect(await resolve()).toBeUndefined();
    await advance(first, DAY);
    expect([await resolve(), await resolve('ci-1')]).toEqual([DAY, undefined]);
    await service.call(first, 'DELETE', CLOCK);
    expect(await resolve()).toBeUndefined();
  });
});

test.each(['development', 'production'])('there is no clock in %s', async (ENVIRONMENT) => {
  const service = await startEntityService({ ENVIRONMENT });
  try {
    for (const [method, body] of [['GET'], ['POST', { advance_seconds: 1 }], ['DELETE']] as const) {
      expect(await service.call(account(), method, CLOCK, body)).toMatchObject({
        status: 404,
        body: { error_code: 'RESOURCE_NOT_FOUND' },
      });
    }
    expect(await service.sql('select from institution_clock')).toEqual([]);
  } finally {
    await service.stop();
  }
});
