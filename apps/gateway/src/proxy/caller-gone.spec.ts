import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { GatewayFixture } from '../testing/gateway-fixture.js';

const COUNTED = /^http_request_duration_seconds_count\{.*status="(\d+)".*\} (\d+)$/gm;

let gateway: GatewayFixture;

beforeEach(async () => {
  gateway = await GatewayFixture.start();
});

afterEach(() => gateway.stop());

const counted = async () =>
  [...(await gateway.figures()).matchAll(COUNTED)].map(([, status, count]) => [status, count]);

test('a caller that disconnects before the response is counted once, as a 499', async () => {
  let answer: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    gateway.service.answer = (_received, response) => {
      answer = () => response.end('{}');
      resolve();
    };
  });
  const givenUp = new AbortController();
  const headers = { authorization: await gateway.bearer() };
  const answered = gateway.send('/v1/networks', { headers, signal: givenUp.signal });
  await arrived;
  givenUp.abort();
  await expect(answered).rejects.toThrow('aborted');
  await eventually(async () => expect(await counted()).toEqual([['499', '1']]));

  // The response still arrives, and is discarded.
  answer();
  await eventually(async () =>
    expect(await gateway.figures()).toMatch(
      /^gateway_upstream_requests\{upstream="entity",state="running",.*\} 0$/m,
    ),
  );
  expect(await counted()).toEqual([['499', '1']]);
});
