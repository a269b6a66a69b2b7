import { kybCertificate } from '@ndx/catalog';
import { ConsentGranted, ConsentRevoked, newId, QueryingPolicySaved } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { check, KYB } from '../testing/coverage.js';
import { aDefaultPolicy, aVerifiedBusiness } from '../testing/explained-business.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, type World } from '../testing/world.js';

const service = useQueryService({ isReplayed: true });

const refused = { status: 403, body: { error_code: 'PERMISSION_DENIED' }, reference: null };

/** A query by business id without a consent. */
function query({ principal, networkId, subjectId }: World, purpose?: string) {
  const body = { network_ids: [networkId], business_id: subjectId };
  const headers: Record<string, string> =
    purpose === undefined ? {} : { 'x-permissible-purpose': purpose };
  return service.query(principal, kybCertificate.queryPath, body, headers);
}

const meta = (change: object) => ({ status: 200, body: { result: { meta: change } } });

const demand = (world: World, change: Parameters<typeof aDefaultPolicy>[1]) =>
  service.deliver(QueryingPolicySaved, aDefaultPolicy(world, change));

const ended = () => ({ revision: 2, revoked_at: new Date().toISOString() });

describe('a query by business id without a consent', () => {
  test('is closed by an ended consent until a newer one is recorded', async () => {
    const world = await aVerifiedBusiness(service);
    const older = aConsent(world);
    const newer = aConsent(world);
    await service.deliver(ConsentGranted, older, newer);
    expect(await query(world)).toMatchObject(meta({ consent_id: null }));
    await service.deliver(ConsentRevoked, { ...newer, ...ended() });
    expect(await query(world)).toMatchObject(refused);
    expect(await query(world, 'court_order')).toMatchObject(refused);
    const checked = await check(service, world, { product_id: KYB, business_id: world.subjectId });
    expect(checked.status).toBe(403);
    await service.deliver(ConsentGranted, aConsent(world));
    expect(await query(world)).toMatchObject({ status: 200 });
  });

  test('ignores consents of other institutions, scopes and networks', async () => {
    const world = await aVerifiedBusiness(service);
    await service.deliver(
      ConsentGranted,
      aConsent(world, { ...ended(), entity_id: newId() }),
      aConsent(world, { ...ended(), scope: 'cashflow_snapshots_trends' }),
      aConsent(world, { ...ended(), network_id: newId() }),
      aConsent(world, { ...ended(), match_hashes: [newId()] }),
    );
    expect(await query(world)).toMatchObject({ status: 200 });
  });

  test('names one of the purposes that the policy allows', async () => {
    const world = await aVerifiedBusiness(service);
    await demand(world, { permissible_purposes: ['court_order'] });
    expect(await query(world)).toMatchObject(refused);
    expect(await query(world, 'employment')).toMatchObject(refused);
    expect(await query(world, 'court_order')).toMatchObject({ status: 200 });
  });
});
