import {
  AttestationCreated,
  ConsentAmended,
  ConsentGranted,
  ConsentRevoked,
  newId,
  QueryingPolicySaved,
  type ModelSelection,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { aField } from '../testing/builders.js';
import { aDefaultPolicy, aDemand } from '../testing/explained-business.js';
import { anOwner, ASSETS, LIABILITIES, OWNS, ConsumerWorld } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aConsumersConsent, anAttestation } from '../testing/world.js';

const FOR_REVIEW = { 'x-permissible-purpose': 'account_review' };

const refused = { status: 403, body: { error_code: 'PERMISSION_DENIED' }, reference: null };

const service = useQueryService({ isReplayed: true });

describe('consent to a template query', () => {
  test('rejects the next query after its revocation, and the query stores nothing', async () => {
    const owner = await anOwner(service);
    const consent = aConsumersConsent(owner.world, { scope: ASSETS.slug });
    await service.deliver(ConsentGranted, consent);
    const answer = await owner.query(ASSETS);
    expect(answer).toMatchObject({ status: 200, body: OWNS });
    const revoked = { ...consent, revision: 2, revoked_at: new Date().toISOString() };
    await service.deliver(ConsentRevoked, revoked);
    expect(await owner.query(ASSETS)).toMatchObject(refused);
    expect(await service.queryEvents(owner.world.principal)).toEqual([
      expect.objectContaining({
        query_event_id: answer.reference,
        consent_id: consent.consent_id,
      }),
    ]);
  });

  test('whose scope no longer covers the template rejects queries like a revoked one', async () => {
    const owner = new ConsumerWorld(service);
    await owner.identify();
    const consent = await owner.consent();
    const narrowed = { ...consent, revision: 2, scope: LIABILITIES.slug };
    await service.deliver(ConsentAmended, narrowed);
    expect(await owner.query(ASSETS)).toMatchObject(refused);
  });

  test('hides the fields that it does not cover', async () => {
    const owner = await anOwner(service);
    const consented_fields = `${ASSETS.slug}.asset_type`;
    await service.deliver(ConsentGranted, aConsumersConsent(owner.world, { consented_fields }));
    expect(await owner.query(ASSETS)).toMatchObject({
      status: 200,
      body: { asset_type: 'house', housing_status_own_rent: null },
    });
  });

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

  test('to another product only rejects queries', async () => {
    const owner = await anOwner(service, { scope: LIABILITIES.slug });
    expect(await owner.query(ASSETS)).toMatchObject(refused);
  });

  test('is not replaced by an older one when the newest ends', async () => {
    const owner = await anOwner(service);
    const older = aConsumersConsent(owner.world);
    const newer = aConsumersConsent(owner.world, { scope: ASSETS.slug });
    await service.deliver(ConsentGranted, older, newer);
    expect(await owner.query(ASSETS)).toMatchObject({ status: 200 });
    const revoked_at = new Date().toISOString();
    await service.deliver(ConsentRevoked, { ...newer, revision: 2, revoked_at });
    expect(await owner.query(ASSETS)).toMatchObject(refused);
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

  test('is answered for a purpose that the policy allows, which the event records', async () => {
    const owner = new ConsumerWorld(service);
    await owner.identify();
    await owner.furnish(ASSETS, OWNS);
    const { principal } = owner.world;
    const policy = aDefaultPolicy(owner.world, {
      product_id: ASSETS.id,
      consent: 'permissible_purpose',
      permissible_purposes: ['account_review'],
    });
    await service.deliver(QueryingPolicySaved, policy);
    expect(await owner.query(ASSETS)).toMatchObject(refused);
    const other = { 'x-permissible-purpose': 'employment' };
    expect(await owner.query(ASSETS, { headers: other })).toMatchObject(refused);
    expect(await owner.query(ASSETS, { headers: FOR_REVIEW })).toMatchObject({
      status: 200,
      body: OWNS,
    });
    expect(await service.queryEvents(principal)).toEqual([
      expect.objectContaining({ consent_id: null, permissible_purpose: 'account_review' }),
    ]);
    await owner.consent({ revoked_at: new Date().toISOString() });
    expect(await owner.query(ASSETS, { headers: FOR_REVIEW })).toMatchObject(refused);
  });

  test('names a purpose of the list, or is a 422', async () => {
    const answer = await (
      await anOwner(service)
    ).query(ASSETS, {
      headers: { 'x-permissible-purpose': 'curiosity' },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      detail: expect.stringMatching(/^header -> x-permissible-purpose: must be one of: /),
    });
  });
});

describe('the policy of a template query', () => {
  const policy = ({ world }: ConsumerWorld, selection: Partial<ModelSelection>) => ({
    ...aDemand(world, { model_name: ASSETS.slug, ...selection }),
    product_id: ASSETS.id,
    version: 3,
  });

  test("is the network's default for the template, and the event names it", async () => {
    const owner = await anOwner(service);
    const field = aField({ field_name: 'asset_type', is_enabled: false });
    const saved = policy(owner, { field_selections: [field] });
    await service.deliver(QueryingPolicySaved, saved);
    expect(await owner.query(ASSETS)).toMatchObject({
      status: 200,
      body: { asset_type: null, housing_status_own_rent: 'own' },
    });
    expect(await service.queryEvents(owner.world.principal)).toEqual([
      expect.objectContaining({ policy_id: saved.policy_id, policy_version: 3 }),
    ]);
  });

  test('can require an attestation to the template', async () => {
    const owner = await anOwner(service);
    await service.deliver(QueryingPolicySaved, policy(owner, { attestation_required: true }));
    expect(await owner.query(ASSETS)).toMatchObject({ status: 204 });
    const whose = { entity_id: owner.world.furnisherId, product_id: ASSETS.id };
    await service.settle(AttestationCreated, anAttestation(whose));
    expect(await owner.query(ASSETS)).toMatchObject({ status: 200, body: OWNS });
  });
});
