import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AttestationCreated } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { Readiness } from '../health/readiness.js';
import { createLogger } from '@ndx/telemetry';
import { ConsumingService, handlers, newAttestation } from '../testing/consuming-service.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { serveUntilStopped } from './serve-until-stopped.js';
import { watchConsumption } from '../health/watch-consumption.js';

/** The guaranteed maximum; the tests assert only this bound. */
const TEN_SECONDS = { timeoutMs: 10_000 };

type Consumption = Parameters<typeof watchConsumption>[1];

/** A healthy subscription. */
const unused: Consumption = {
  state: () => 'running',
  busOutage: () => Promise.resolve(undefined),
  subscription: {
    caughtUp: () => Promise.resolve(),
    lag: () => Promise.resolve(0),
    progress: () => Promise.resolve([]),
    rewind: () => Promise.resolve(),
    state: () => 'running',
    stop: () => Promise.resolve(),
  },
};

const options = { logger: createLogger('furnishing', 'silent'), exitAfterMs: 1_000 };

let release: () => void = () => undefined;

describe('a service whose consumption dies', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService(ConsumingService, { CONSUMER_EXIT_AFTER_MS: '500' });
    await eventually(async () => expect(await problems()).toEqual([]));
  });

  afterEach(async () => {
    release();
    await service.stop();
  });

  const problems = async (url = service.url): Promise<readonly string[]> => {
    const response = await fetch(`${url}/health/ready`);
    const body = (await response.json()) as { readonly problems?: readonly string[] };
    expect(response.status).toBe(body.problems ? 503 : 200);
    return body.problems ?? [];
  };
  const happen = () => service.publish(AttestationCreated, newAttestation());

  test('is not ready within ten seconds of a handler that does not return, and is ready after it returns', async () => {
    hold();
    await happen();

    await eventually(
      async () => expect(await problems()).toEqual(['consumption is stuck']),
      TEN_SECONDS,
    );

    release();
    await eventually(async () => expect(await problems()).toEqual([]));
  });

  test('ends its process when a handler stays stuck', async () => {
    hold();
    await happen();

    await expect(serveUntilStopped(service.running)).rejects.toThrow(
      'an event handler does not return',
    );
  });
});

test('a service that could not check at start whether it had caught up checks again', async () => {
  const readiness = new Readiness();
  let looks = 0;
  const caughtUp = async () => {
    looks += 1;
    if (looks === 1) throw new Error('the bus is away');
  };
  const subscription = { ...unused.subscription, caughtUp };
  const watch = watchConsumption(readiness, { ...unused, subscription }, options);

  await eventually(async () => expect(await readiness.problems()).toEqual([]));

  expect(looks).toBe(2);
  watch.stop();
});

const AWAY = { error: new Error('refused') };

describe('a service whose consumption cannot read the bus', () => {
  const problems = async (consumption: Partial<Consumption>) => {
    const readiness = new Readiness();
    const watch = watchConsumption(readiness, { ...unused, ...consumption }, options);
    await setImmediate();
    watch.stop();
    return readiness.problems();
  };

  test.each(['recovering', 'silent'] as const)(
    'stays ready during an outage of the bus, and is not ready when it alone lost the bus (%s)',
    async (state) => {
      expect(await problems({ state: () => state, busOutage: async () => AWAY })).toEqual([]);
      expect(await problems({ state: () => state, busOutage: async () => undefined })).toEqual([
        `consumption is ${state}`,
      ]);
    },
  );

  test('is not ready with a handler that does not return, even during an outage of the bus', async () => {
    expect(await problems({ state: () => 'stuck', busOutage: async () => AWAY })).toEqual([
      'consumption is stuck',
    ]);
  });
});

/** Handlers no longer return. */
function hold(): void {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  handlers.created = () => held;
}
