import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { ACCOUNT, GatewayFixture } from '../testing/gateway-fixture.js';

const BLOCKING = '/v1/networks';
const OTHER_OPERATION = '/v1/products';
const COLLEAGUE = 'colleague';

let gateway: GatewayFixture;
/** Ends the process of the last blocking request. */
let end: () => void = () => undefined;

beforeEach(async () => {
  gateway = await GatewayFixture.start({ UPSTREAM_TIMEOUT_MS: '300' });
  gateway.service.accounts.set(COLLEAGUE, { ...ACCOUNT, account_id: newId() });
});

afterEach(() => gateway.stop());

/** A service whose watchdog answers the blocking request, at once or when the test says so. */
function blockedBy(path: string, { atOnce }: { readonly atOnce: boolean }): void {
  gateway.service.answer = ({ url }, response) => {
    if (url !== path) {
      response.end('{}');
      return;
    }
    end = () => {
      response.writeHead(500, { 'x-internal-stuck': '1' }).end('{"error_code":"OPERATION_FAILED"}');
    };
    if (atOnce) end();
  };
}

async function send(path: string, organization?: string) {
  const claims = organization === undefined ? {} : { org_id: organization };
  const response = await gateway.get(path, await gateway.bearer(claims));
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function counted(outcome: string): Promise<number> {
  const line = `^gateway_blocking_requests_total\\{upstream="entity",outcome="${outcome}".*\\} (\\d+)$`;
  return Number(new RegExp(line, 'm').exec(await gateway.figures())?.[1]);
}

test('rejects an operation of an account after two of its requests ended a process, and no other', async () => {
  blockedBy(BLOCKING, { atOnce: true });
  for (let ends = 1; ends <= 2; ends += 1) {
    const { status, headers } = await send(BLOCKING);
    expect([status, headers.has('x-internal-stuck')]).toEqual([500, false]);
  }

  const { status, headers, body } = await send(BLOCKING);
  expect([status, JSON.parse(body)]).toMatchObject([
    429,
    {
      error_code: 'RATE_LIMIT_EXCEEDED',
      reason: 'process_blocked',
      detail:
        '2 requests of the account for this operation blocked a process of the system until it was ended',
    },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
  expect(gateway.service.received.filter(({ url }) => url === BLOCKING)).toHaveLength(2);
  expect([await counted('ended'), await counted('rejected')]).toEqual([2, 1]);

  expect((await send(OTHER_OPERATION)).status).toBe(200);
  expect((await send(BLOCKING, COLLEAGUE)).status).toBe(500);
});

test('counts a process that ended after the timeout of its request', async () => {
  blockedBy(BLOCKING, { atOnce: false });
  for (const ends of [1, 2]) {
    expect((await send(BLOCKING)).status).toBe(500);
    end();
    await eventually(async () => expect(await counted('ended')).toBe(ends));
  }
  expect((await send(BLOCKING)).status).toBe(429);
});

test('does not count a service that disconnects, fails or responds late', async () => {
  const answers = [
    (response: { destroy: () => void }) => response.destroy(),
    (response: { writeHead: (status: number) => { end: () => void } }) =>
      response.writeHead(500).end(),
    () => undefined,
  ];
  for (const answer of answers) {
    gateway.service.answer = (_received, response) => answer(response);
    expect((await send(BLOCKING)).status).toBe(500);
  }
  gateway.service.answer = (_received, response) => response.end('{}');
  expect((await send(BLOCKING)).status).toBe(200);
  expect(await counted('ended')).toBe(0);
});
