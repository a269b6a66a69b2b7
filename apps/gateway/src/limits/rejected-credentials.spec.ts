import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { ACCOUNT, CLAIMS, seen, useGateway } from '../testing/gateway-fixture.js';
import { RejectedCredentials } from './rejected-credentials.js';

const READ = '/v1/products';
const LIMIT = 3;
const PROXY = { TRUSTED_PROXIES: '127.0.0.0/8,::1' };

const gateway = useGateway({ REJECTED_CREDENTIALS_PER_MINUTE: String(LIMIT) });

/** The status of a request, and `Retry-After`. */
async function send(token: string, from?: string) {
  const headers: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from };
  const answer = await gateway.get(READ, `Bearer ${token}`, headers);
  await answer.text();
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
}

async function statusOf(token: string, from?: string): Promise<number> {
  return (await send(token, from)).status;
}

const valid = (sub: string) => gateway.issuer.valid({ ...CLAIMS, sub });
const forged = (sub: string) => gateway.issuer.expired({ ...CLAIMS, sub });

async function flood(from?: string): Promise<void> {
  for (let at = 0; at < LIMIT; at += 1) {
    expect(await statusOf(await forged(`flood-${at}`), from)).toBe(401);
  }
}

describe('rejected credentials of one address', () => {
  test('are a 429 beyond the limit, unverified, while an accepted token is still accepted', async () => {
    await gateway.restart();
    const accepted = await valid('accepted');
    expect(await statusOf(accepted)).toBe(200);
    await flood();
    const { status, retryAfter } = await send(await forged('one-more'));
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await seen(gateway.get(READ, 'Bearer none'))).toMatchObject({
      status: 429,
      body: { error_code: 'RATE_LIMIT_EXCEEDED', reason: 'rate_limited' },
    });
    // It would be accepted if it were verified.
    expect(await statusOf(await valid('unverified'))).toBe(429);
    expect(await statusOf(accepted)).toBe(200);
    expect(await gateway.figures()).toMatch(
      /gateway_rate_limit_refusals_total\{bucket="credentials".*\} 3\n/,
    );
  });

  test('do not count when they are absent, or accepted without the permission', async () => {
    await gateway.restart();
    const without = await gateway.bearer({ permissions: [] });
    for (let at = 0; at <= LIMIT; at += 1) {
      expect((await gateway.get(READ)).status).toBe(401);
      expect((await gateway.get(READ, without)).status).toBe(403);
    }
    expect(await statusOf(await valid('later'))).toBe(200);
  });

  test('count for the connection, whatever an untrusted client says', async () => {
    await gateway.restart();
    await flood('203.0.113.1');
    expect(await statusOf(await valid('another'), '203.0.113.2')).toBe(429);
  });

  test('count for the client of a trusted proxy, by its network in IPv6', async () => {
    await gateway.restart(PROXY);
    await flood('2001:db8:0:1::1');
    expect(await statusOf(await valid('neighbour'), '2001:db8:0:1::2')).toBe(429);
    expect(await statusOf(await valid('another'), '2001:db8:0:2::1')).toBe(200);
    expect(await statusOf(await valid('spoofed'), '2001:db8:0:2::1, 2001:db8:0:1::1')).toBe(429);
    expect(await statusOf(await valid('malformed'), 'nowhere')).toBe(200);
  });
});

describe('one credential from many addresses', () => {
  test('is a 429 beyond the limit, whatever its signature', async () => {
    await gateway.restart(PROXY);
    const token = await forged('shared');
    const statuses: number[] = [];
    for (let at = 0; at <= LIMIT; at += 1) {
      statuses.push(await statusOf(`${token}${at}`, `203.0.113.${at}`));
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await statusOf(await valid('another'), '203.0.113.1')).toBe(200);
  });

  test('is looked up no more often than the limit when it has no account', async () => {
    await gateway.restart();
    const token = await gateway.issuer.valid({ ...CLAIMS, org_id: 'absent' });
    const before = gateway.service.accountQuestions;
    for (let at = 0; at < LIMIT; at += 1) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(token)).toBe(429);
    expect(gateway.service.accountQuestions).toBe(before + LIMIT);
  });

  test('is limited when its account was removed after it was accepted', async () => {
    await gateway.restart();
    gateway.service.accounts.set('leaving', ACCOUNT);
    const token = await gateway.issuer.valid({ ...CLAIMS, org_id: 'leaving' });
    expect(await statusOf(token)).toBe(200);
    gateway.service.accounts.delete('leaving');
    // The account is cached for five seconds.
    await eventually(async () => expect(await statusOf(token)).toBe(429));
  });
});

test('memory is bounded: the oldest of 10,000 addresses with a token each is forgotten', () => {
  const rejected = new RejectedCredentials(1, () => undefined);
  const isRefused = (at: number) =>
    rejected.refusal(`10.0.${at >> 8}.${at & 255}`, `${at}.`, () => false) !== undefined;
  for (let at = 0; at <= 10_000; at += 1) {
    rejected.count(`10.0.${at >> 8}.${at & 255}`, `${at}.`);
    expect(isRefused(at)).toBe(true);
  }
  expect([isRefused(0), isRefused(1)]).toEqual([false, true]);
});
