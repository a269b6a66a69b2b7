import { describe, expect, test } from '@jest/globals';
import { MAX_CLOCK_OFFSET_SECONDS, type Principal } from '@ndx/contracts';
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

  test('is in the resolved account while it is ahead', async () => {
    const first = await signInFirst(service);
    const resolve = async () => {
      const claims = { subject: FIRST.subject, organization: FIRST.orgId };
      const { body } = await service.call('gateway', 'POST', '/internal/accounts/resolve', claims);
      return body['clock_offset_seconds'];
    };
    expect(await resolve()).toBeUndefined();
    await advance(first, DAY);
    expect(await resolve()).toBe(DAY);
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
