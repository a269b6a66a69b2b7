import { ConsentGranted, newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { anOwner, ASSETS, OWNS, ConsumerWorld } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aConsumersConsent } from '../testing/world.js';

const FOR_REVIEW = { 'x-permissible-purpose': 'account_review' };

const refused = { status: 403, body: { error_code: 'PERMISSION_DENIED' }, reference: null };

const service = useQueryService({ isReplayed: true });

describe('consent to a template query', () => {
  test('of another institution, or of a business, does not apply', async () => {
    const owner = await anOwner(service);
    const ended = { revoked_at: new Date().toISOString() };
    await service.deliver(
      ConsentGranted,
      aConsumersConsent(owner.world, { ...ended, entity_id: newId() }),
      aConsent(owner.world, ended),
    );
    expect(await owner.query(ASSETS)).toMatchObject({ status: 200, body: OWNS });
  });

  test('that ended in one network does not close the others', async () => {
    const owner = await anOwner(service);
    const other = owner.elsewhere();
    const ended = { revoked_at: new Date().toISOString(), network_id: other.networkId };
    await service.deliver(ConsentGranted, aConsumersConsent(owner.world, ended));
    const { principal } = other;
    expect(await owner.query(ASSETS, { principal })).toMatchObject({ status: 200, body: OWNS });
    expect(await service.queryEvents(principal)).toEqual([
      expect.objectContaining({ network_ids: [owner.world.networkId] }),
    ]);
    const headers = { 'x-network-id': other.networkId };
    expect(await owner.query(ASSETS, { principal, headers })).toMatchObject(refused);
  });
});

describe('a template query about a consumer without a recorded consent', () => {
  test('is rejected alike for known and unknown consumers, and stores nothing', async () => {
    const nobody = new ConsumerWorld(service);
    const unknown = await nobody.query(ASSETS, { headers: FOR_REVIEW });
    await nobody.identify();
    await nobody.furnish(ASSETS, OWNS);
    const known = await nobody.query(ASSETS, { headers: FOR_REVIEW });
    expect(known).toMatchObject(refused);
    const { detail } = known.body as { detail: string };
    expect(unknown).toMatchObject({ ...refused, body: { detail } });
    expect(await service.queryEvents(nobody.world.principal)).toEqual([]);
  });
});
