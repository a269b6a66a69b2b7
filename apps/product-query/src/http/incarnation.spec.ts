import { kybCertificate } from '@ndx/catalog';
import { ConsentGranted, ConsentRevoked } from '@ndx/contracts';
import { compareAsOwner, requestsTo, type Requests } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import type { RunningService } from '@ndx/service';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { aVerifiedBusiness } from '../testing/explained-business.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, type World } from '../testing/world.js';

const service = useQueryService();

const OTHER_OWNERS = ['policy', 'entity', 'attestation', 'furnishing'] as const;

/** To the database, the read models are confirmed for the start of another server. */
const REPLACED = 'update confirmed_incarnation set incarnation = incarnation - 60';

describe('after the database was replaced', () => {
  let world: World;
  let replica: RunningService;
  let requests: Requests;

  beforeEach(async () => {
    world = await aVerifiedBusiness(service);
    await service.deliver(ConsentGranted, aConsent(world));
    await service.sql(REPLACED);
    replica = await service.replica();
    requests = requestsTo(replica.url);
  });
  afterEach(() => replica.close());

  const query = async () => {
    const body = { network_ids: [world.networkId], business_id: world.subjectId };
    const { status, body: answer } = await requests.call(
      world.principal,
      'POST',
      kybCertificate.queryPath,
      body,
    );
    return { status, answer };
  };
  const warnings = async () => {
    const { status, body } = await requests.call<{ warnings?: string[] }>(
      undefined,
      'GET',
      '/health/ready',
    );
    return { status, warnings: body.warnings };
  };

  test('a query waits until every owner has compared its read models', async () => {
    const before = query();
    for (const owner of [...OTHER_OWNERS, 'consent'] as const)
      await compareAsOwner(owner, requests);
    expect(await before).toMatchObject({ status: 200 });
    await eventually(async () => expect(await warnings()).toEqual({ status: 200 }));
  });

  test('a query is a 500 while an owner does not compare, and readiness names the owner', async () => {
    for (const owner of OTHER_OWNERS) await compareAsOwner(owner, requests);
    expect(await query()).toMatchObject({
      status: 500,
      answer: { error_code: 'OPERATION_FAILED' },
    });
    expect(await warnings()).toEqual({
      status: 200,
      warnings: [expect.stringMatching(/compared with consent$/)],
    });
    await compareAsOwner('consent', requests);
    expect(await query()).toMatchObject({ status: 200 });
  });

  test('no read model is confirmed for an incarnation that has ended', async () => {
    const path = '/internal/read-models/confirm';
    await eventually(async () => {
      const { body } = await requests.call('consent', 'POST', path, { compared: 1 });
      expect(body).toEqual({ incarnation: expect.any(Number) });
    });
    for (const owner of [...OTHER_OWNERS, 'consent'] as const)
      await compareAsOwner(owner, requests);
    const { status } = await requests.call(world.principal, 'POST', path, { compared: 1 });
    expect(status).toBe(403);
  });
});

test('events that the database lost are applied again before a query is answered', async () => {
  const world = await aVerifiedBusiness(service);
  const consent = aConsent(world);
  const { consent_id, entity_id, network_id } = consent;
  const end = { revision: 2, revoked_at: new Date().toISOString() };
  await service.settle(ConsentGranted, consent);
  const positions = await service.sql('select * from log_position');
  await service.settle(ConsentRevoked, { consent_id, entity_id, network_id, ...end });

  // A failover to a standby without the last commits leaves this state.
  await service.sql('update consent_copy set revision = 1, state = $1', [JSON.stringify(consent)]);
  await service.sql('delete from consent_end where consent_id = $1', [consent_id]);
  await service.sql(
    `delete from inbox where event_id in (select event_id from consent_copy where consent_id = $1)`,
    [consent_id],
  );
  for (const { topic, partition, next_offset } of positions) {
    await service.sql(
      'update log_position set next_offset = $3 where topic = $1 and partition = $2',
      [topic, partition, next_offset],
    );
  }
  await service.sql(REPLACED);

  const replica = await service.replica();
  try {
    const requests = requestsTo(replica.url);
    const owners = [...OTHER_OWNERS, 'consent'] as const;
    for (const owner of owners) await compareAsOwner(owner, requests);
    const { status } = await requests.call(world.principal, 'POST', kybCertificate.queryPath, {
      network_ids: [network_id],
      consent_id,
    });
    expect(status).toBe(403);
  } finally {
    await replica.close();
  }
});
