import { afterEach, describe, expect, test } from '@jest/globals';
import { ALL_PERMISSIONS, AttestationCreated, newId, PERMISSIONS } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { handlers, newAttestation, ConsumingService } from '../testing/consuming-service.js';
import { account } from '../testing/principals.js';
import { startTestService } from '../testing/test-service.js';

const OPERATOR = { ...account(), permissions: ALL_PERMISSIONS };
const STATUS = '/v1/services/furnishing/status';
const PARKED = '/v1/services/furnishing/parked-events';

const service = useStarted(() => startTestService(ConsumingService));

interface Figures {
  readonly since: string;
  readonly samples: readonly { readonly at: string }[];
}

describe('the operator', () => {
  afterEach(() => {
    handlers.created = async () => undefined;
  });

  const park = async (): Promise<string> => {
    handlers.created = () => Promise.reject(new Error('the disk is full'));
    const attestation = newAttestation();
    await service.publish(AttestationCreated, attestation);
    await eventually(async () => expect(await parkedKeys()).toContain(attestation.attestation_id));
    return attestation.attestation_id;
  };
  const list = async (query = '') =>
    (await service.call<ParkedPage>(OPERATOR, 'GET', `${PARKED}${query}`)).body;
  const parkedKeys = async () => (await list()).data.map(({ key }) => key);
  const redrive = (body: object) => service.call(OPERATOR, 'POST', `${PARKED}/redrive`, body);

  test('reads figures of the outbox, the bus and the parked events', async () => {
    const key = await park();
    await eventually(async () =>
      expect(await service.call(OPERATOR, 'GET', STATUS)).toEqual({
        status: 200,
        body: {
          ...{ service: 'furnishing', status: 'healthy', problems: [], warnings: [] },
          ...{ consumer_lag: 0, outbox_events: 0, outbox_age_seconds: 0 },
          ...{ parked_events: 1, parked_keys: 1, rejected_keys: [] },
        },
      }),
    );
    handlers.created = async () => undefined;
    await redrive({ key });
  });

  test('reads the figures of the process since its start', async () => {
    const read = () => service.call<Figures>(OPERATOR, 'GET', '/v1/services/furnishing/figures');
    await eventually(async () => expect((await read()).body.samples).not.toEqual([]));
    const { body } = await read();
    expect(body).toMatchObject({ service: 'furnishing', every_seconds: 60 });
    const [first] = body.samples;
    expect(first).toMatchObject({ consumer_lag: expect.any(Number), outbox_events: 0 });
    expect(Date.parse(String(first?.at))).toBeGreaterThanOrEqual(Date.parse(body.since));
    const reader = { ...OPERATOR, permissions: [] };
    expect((await service.call(reader, 'GET', '/v1/services/furnishing/figures')).status).toBe(403);
  });

  test('reads keys whose events the bus rejects, and has them published again', async () => {
    await service.sql(
      `insert into parked_outbox_key (key, event_id, type, bytes, error) values ('a', $1, 'any', 9, 'too large')`,
      [newId()],
    );
    const { body } = await service.call(OPERATOR, 'GET', STATUS);
    expect(body['rejected_keys']).toMatchObject([{ key: 'a', bytes: 9, error: 'too large' }]);
    expect((await redrive({ key: 'a' })).body).toMatchObject({ republished_keys: 1 });
    expect(await redrive({ key: 'a' })).toMatchObject({ status: 404 });
  });

  test('reads parked events in pages, and redrives one key or all', async () => {
    const keys = [await park(), await park(), await park()];
    const { data, next_cursor } = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${next_cursor}`);
    expect([...data, ...rest.data].map(({ key }) => key)).toEqual(keys);
    expect(data[0]).toMatchObject({
      ...{ type: 'attestation.created.v1', topic: 'attestation.events' },
      ...{ status: 'failed', error: 'Error: the disk is full', attempts: 4 },
    });
    expect((await redrive({ key: keys[0] })).body).toMatchObject({ failed_keys: 1 });
    handlers.created = async () => undefined;
    expect((await redrive({ key: keys[0] })).body).toMatchObject({ handled: 1, freed_keys: 1 });
    expect((await redrive({})).body).toEqual({
      ...{ handled: 2, freed_keys: 2, failed_keys: 0, republished_keys: 0 },
      is_complete: true,
    });
    expect(await parkedKeys()).toEqual([]);
  });

  test('reads no figure that the database does not give', async () => {
    await service.sql('alter table parked_key rename to parked_key_away');
    try {
      const { body } = await service.call(OPERATOR, 'GET', STATUS);
      expect(body).toMatchObject({ parked_events: null, outbox_events: null, consumer_lag: 0 });
    } finally {
      await service.sql('alter table parked_key_away rename to parked_key');
    }
  });
});

test.each([
  ['an account without the permission', { ...account(), permissions: PERMISSIONS }, STATUS, 403],
  ['the name of another service', OPERATOR, '/v1/services/consent/status', 404],
  ['a name of no service', OPERATOR, '/v1/services/billing/status', 422],
  ['a service, which is no account', 'consent' as const, STATUS, 401],
  ['an unsigned caller', undefined, STATUS, 401],
  ['an invalid cursor', OPERATOR, `${PARKED}?cursor=eA`, 400],
  ['a limit of 0', OPERATOR, `${PARKED}?limit=0`, 422],
  ['an unknown parameter', OPERATOR, `${PARKED}?key=a`, 422],
])('%s is rejected', async (_case, caller, path, status) => {
  expect(await service.call(caller, 'GET', path)).toMatchObject({ status });
});

test.each([
  ['a key that is no text', { key: 1 }, 422],
  ['an unknown member', { keys: ['a'] }, 422],
  ['a key that is not parked', { key: 'b' }, 404],
])('a redrive of %s is rejected', async (_case, body, status) => {
  expect(await service.call(OPERATOR, 'POST', `${PARKED}/redrive`, body)).toMatchObject({ status });
});

test('a redrive needs its own permission', async () => {
  const reader = { ...account(), permissions: ['service:read' as const] };
  expect(await service.call(reader, 'POST', `${PARKED}/redrive`, {})).toMatchObject({
    status: 403,
    body: { error_code: 'PERMISSION_DENIED' },
  });
});

interface ParkedPage {
  readonly data: readonly { readonly key: string }[];
  readonly next_cursor: string;
}
