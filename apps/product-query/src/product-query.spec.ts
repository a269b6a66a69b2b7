import { ConsentGranted, ConsentRevoked } from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import { describe, expect, test } from '@jest/globals';
import { useQueryService } from './testing/use-query-service.js';
import { aConsent, aVerification, aWorld, type World } from './testing/world.js';

const QUERY = '/v1/products/kyb_certificate/query';

describe('product-query', () => {
  const service = useQueryService();

  const query = (world: World, body: object) =>
    service.query(world.principal, QUERY, { network_ids: [world.networkId], ...body });

  const identify = (world: World) => service.identify(world, 'business', world.hash);

  test('a directly delivered consent is in force when its delivery returns', async () => {
    const world = aWorld();
    const consent = aConsent(world);
    await service.deliver(ConsentGranted, consent);
    expect((await query(world, { consent_id: consent.consent_id })).status).toBe(204);
    const revoked = { ...consent, revision: 2, revoked_at: new Date().toISOString() };
    await service.deliver(ConsentRevoked, revoked);
    expect((await query(world, { consent_id: consent.consent_id })).status).toBe(403);
  });

  test('only services may deliver events', async () => {
    const world = aWorld();
    const { envelope } = outgoingEvent(ConsentGranted, aConsent(world), {});
    const answer = await service.call(world.principal, 'POST', '/internal/events', [envelope]);
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
  });

  test('an event is taken from the service that is its source alone', async () => {
    const world = aWorld();
    const { envelope } = outgoingEvent(ConsentGranted, aConsent(world), {});
    const refused = { status: 403, body: { error_code: 'PERMISSION_DENIED' } };
    for (const event of [envelope, { ...envelope, source: 'policy' }]) {
      const answer = await service.call('policy', 'POST', '/internal/events', [event]);
      expect(answer).toMatchObject(refused);
    }
    const posing = { ...envelope, source: 'policy' };
    expect(await service.call('consent', 'POST', '/internal/events', [posing])).toMatchObject(
      refused,
    );
  });

  test('a certificate is stored compressed and read byte for byte', async () => {
    const world = aWorld();
    await identify(world);
    const business_formation_document_artifact = 'articles of incorporation, '.repeat(200);
    await service.furnish(aVerification(world, { business_formation_document_artifact }));
    const answer = await service.send(world.principal, 'POST', QUERY, {
      network_ids: [world.networkId],
      business_id: world.subjectId,
    });
    const body = await answer.text();
    const { certificate_id: id } = JSON.parse(body) as { readonly certificate_id: string };
    const stored = await service.sql(
      'select pg_column_size(body) < octet_length(body) / 2 as is_compressed from certificate join query_text using (query_event_id) where certificate_id = $1',
      [id],
    );
    expect(stored).toEqual([{ is_compressed: true }]);
    const again = await service.send(
      world.principal,
      'GET',
      `/v1/products/kyb_certificate/certificates/${id}`,
    );
    expect(await again.text()).toBe(body);
  });

  test('a consumer id is rejected in a business query', async () => {
    const world = aWorld();
    await service.identify(world, 'consumer', world.hash);
    expect(await query(world, { business_id: world.subjectId })).toMatchObject({ status: 404 });
  });
});
