import { describe, expect, test } from '@jest/globals';
import { kybCertificate } from '@ndx/catalog';
import {
  AttestationCreated,
  AttestationRevoked,
  ConsentAmended,
  ConsentGranted,
  ConsentRevoked,
  DisputeChanged,
  MembershipChanged,
  newId,
  QueryingPolicySaved,
  RecordEnded,
  type Principal,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { aPolicyHistory } from '../testing/histories.js';
import { aSubscribedBusiness, askCertificate, noticesOf, subscribe } from '../testing/notices.js';
import { anOwner, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import {
  aConsent,
  aDispute,
  anAttestation,
  aVerification,
  aWorld,
  theEndOf,
  type World,
} from '../testing/world.js';

const service = useQueryService();

const SECTION = 'business_identity_verification';

const ask = (world: World, body?: object) => askCertificate(service, world, body);
const aBusiness = () => aSubscribedBusiness(service);

/** The same, which the institution queried. */
async function anAnswer() {
  const { world, record } = await aBusiness();
  return { world, record, query: await ask(world) };
}

const noticesTo = (who: Principal, filter?: string) => noticesOf(service, who, filter);
const kindsOf = async (who: Principal) => (await noticesTo(who)).map(({ kind }) => kind);

/** Another furnisher's record of the business, which an answer prefers if it was performed later. */
const another = (world: World, type: string, performedAt: string) =>
  aVerification({ ...world, furnisherId: newId() }, { business_entity_type: type }, performedAt);

const EARLIER = '2025-06-01T00:00:00Z';
const LATER = '2026-03-01T00:00:00Z';

describe('a notice', () => {
  test('says that there is no answer when its only record is withdrawn', async () => {
    const { world, record, query } = await anAnswer();
    await service.settle(RecordEnded, theEndOf(record));
    const [notice, ...others] = await noticesTo(world.principal);
    expect(others).toEqual([]);
    expect(notice).toEqual({
      notice_id: expect.any(String),
      kind: 'no_longer_issuable',
      query_event_id: query,
      certificate_id: expect.any(String),
      network_ids: [world.networkId],
      product_id: kybCertificate.id,
      subject_id: world.subjectId,
      groups: [SECTION],
      since: expect.any(String),
      created_at: expect.any(String),
      billable: false,
      explanation: `/v1/query-events/${query}/explanation`,
      evidence: `/v1/query-events/${query}/evidence`,
    });
    const read = await service.call(
      world.principal,
      'GET',
      `/v1/notices/${String(notice?.notice_id)}`,
    );
    expect(read).toMatchObject({ status: 200, body: notice });
  });

  test('says that a record was withdrawn where another one takes its place', async () => {
    const { world, record } = await aBusiness();
    await service.furnish(another(world, 'corporation', EARLIER));
    await ask(world);
    await service.settle(RecordEnded, theEndOf(record));
    expect(await noticesTo(world.principal)).toMatchObject([
      { kind: 'withdrawn', groups: [SECTION], since: theEndOf(record).ended_at },
    ]);
  });

  test('is not created for a record that the answer did not use', async () => {
    const { world } = await aBusiness();
    const unused = another(world, 'corporation', EARLIER);
    await service.furnish(unused);
    await ask(world);
    await service.settle(RecordEnded, theEndOf(unused));
    expect(await noticesTo(world.principal)).toEqual([]);
  });

  test('is created once for a change, and again when the answer changes back', async () => {
    const { world } = await anAnswer();
    const later = another(world, 'corporation', LATER);
    await service.furnish(later);
    expect(await kindsOf(world.principal)).toEqual(['changed']);
    await service.furnish(another(world, 'trust', EARLIER));
    expect(await kindsOf(world.principal)).toEqual(['changed']);
    await service.settle(RecordEnded, theEndOf(later));
    expect(await kindsOf(world.principal)).toEqual(['changed', 'withdrawn']);
    const newest = await noticesTo(world.principal, '?order=newest_first');
    expect(newest.map(({ kind }) => kind)).toEqual(['withdrawn', 'changed']);
    for (const [filter, count] of [['', 2] as const, ['?kind=withdrawn', 1] as const]) {
      const { body } = await service.call(world.principal, 'GET', `/v1/notices/count${filter}`);
      expect(body).toEqual({ count, is_complete: true });
    }
  });

  test('is listed and counted in a period with its start and without its end', async () => {
    const { world } = await anAnswer();
    await service.furnish(another(world, 'corporation', LATER));
    const [notice] = await noticesTo(world.principal);
    const at = notice?.created_at ?? '';
    const after = new Date(Date.parse(at) + 1).toISOString();
    for (const [filter, count] of [
      [`?since=${at}&to=${after}`, 1],
      [`?to=${after}`, 1],
      [`?to=${at}`, 0],
      [`?since=${after}`, 0],
    ] as const) {
      expect(await noticesTo(world.principal, filter)).toHaveLength(count);
      const { body } = await service.call(world.principal, 'GET', `/v1/notices/count${filter}`);
      expect(body).toEqual({ count, is_complete: true });
    }
    const refused = await service.call(world.principal, 'GET', '/v1/notices?to=tomorrow');
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: 'query -> to: must be an ISO 8601 date-time' },
    });
  });

  test('is not created for an attestation that replaces another one', async () => {
    const { world } = await aBusiness();
    const ofFurnisher = { entity_id: world.furnisherId, product_id: kybCertificate.id };
    await service.settle(AttestationCreated, anAttestation(ofFurnisher));
    await ask(world);
    const replacing = { ...ofFurnisher, created_at: '2026-02-01T00:00:00.000Z' };
    await service.settle(AttestationCreated, anAttestation(replacing));
    expect(await noticesTo(world.principal)).toEqual([]);
  });

  test('is created when an attestation ends', async () => {
    const { world } = await aBusiness();
    const attestation = anAttestation({
      entity_id: world.furnisherId,
      product_id: kybCertificate.id,
    });
    await service.settle(AttestationCreated, attestation);
    await ask(world);
    const revoked_at = '2026-02-01T00:00:00.000Z';
    await service.settle(AttestationRevoked, { ...attestation, revoked_at, revision: 2 });
    expect(await kindsOf(world.principal)).toEqual(['changed']);
  });

  test('says that a policy refuses the answer', async () => {
    const { world } = await anAnswer();
    const { saved } = aPolicyHistory();
    const policy = saved(1, { network_id: world.networkId, is_default: true, consent: 'required' });
    await service.settle(QueryingPolicySaved, policy);
    expect(await kindsOf(world.principal)).toEqual(['consent_ended']);
  });

  test('is not created for a policy that changes nothing in the answer', async () => {
    const { world } = await anAnswer();
    const { saved } = aPolicyHistory();
    await service.settle(
      QueryingPolicySaved,
      saved(1, { network_id: world.networkId, is_default: true }),
    );
    expect(await noticesTo(world.principal)).toEqual([]);
  });

  test('says that the consent ended, and that an amended one hides a field', async () => {
    const { world } = await aBusiness();
    const consent = aConsent(world);
    await service.settle(ConsentGranted, consent);
    await ask(world, { consent_id: consent.consent_id });
    const narrowed = {
      ...consent,
      consented_fields: `${SECTION}.business_identity_verification_performed_timestamp`,
      revision: 2,
    };
    await service.settle(ConsentAmended, narrowed);
    expect(await kindsOf(world.principal)).toEqual(['changed']);
    const { consent_id, entity_id, network_id } = consent;
    const revoked_at = '2026-06-01T00:00:00.000Z';
    const revoked = { consent_id, entity_id, network_id, revision: 3, revoked_at };
    await service.settle(ConsentRevoked, revoked);
    expect(await kindsOf(world.principal)).toEqual(['changed', 'consent_ended']);
  });

  test('is created when the furnisher, or the institution, leaves the network', async () => {
    const { world } = await anAnswer();
    const left = (entity_id: string) => ({
      ...{ network_id: world.networkId, entity_id, roles: [], revision: 2 },
    });
    await service.settle(MembershipChanged, left(world.furnisherId));
    expect(await kindsOf(world.principal)).toEqual(['no_longer_issuable']);
    const { world: other } = await anAnswer();
    await service.settle(MembershipChanged, {
      ...left(other.principal.entity_id),
      network_id: other.networkId,
    });
    expect(await kindsOf(other.principal)).toEqual(['no_longer_issuable']);
  });

  test('says that a record of the answer is disputed, and that the dispute is decided', async () => {
    const { world, record } = await anAnswer();
    const dispute = aDispute(record);
    await service.settle(DisputeChanged, dispute);
    expect(await noticesTo(world.principal)).toMatchObject([
      { kind: 'disputed', groups: [SECTION], since: dispute.opened_at },
    ]);
    await service.settle(DisputeChanged, aDispute(another(world, 'llc', EARLIER)));
    const acknowledged_at = new Date().toISOString();
    const acknowledged = {
      ...dispute,
      state: 'acknowledged',
      revision: 2,
      acknowledged_at,
    } as const;
    await service.settle(DisputeChanged, acknowledged);
    expect(await kindsOf(world.principal)).toEqual(['disputed']);
    await service.settle(DisputeChanged, {
      ...{ ...acknowledged, state: 'decided', revision: 3, outcome: 'upheld' },
      ...{ decision_reason: 'verified', decided_at: new Date().toISOString() },
    });
    expect(await kindsOf(world.principal)).toEqual(['disputed', 'dispute_decided']);
  });

  test('is not created for a dispute of a field that the consent of the query hides', async () => {
    const { world, record } = await aBusiness();
    const open = 'business_entity_type';
    const consent = aConsent(world, { consented_fields: `${SECTION}.${open}` });
    await service.settle(ConsentGranted, consent);
    await ask(world, { consent_id: consent.consent_id });
    await service.settle(DisputeChanged, aDispute(record, { field_name: 'business_dba_name' }));
    expect(await noticesTo(world.principal)).toEqual([]);
    await service.settle(DisputeChanged, aDispute(record, { field_name: open }));
    expect(await kindsOf(world.principal)).toEqual(['disputed']);
  });

  test('says that a validity ends within 30 days', async () => {
    const { world } = await aBusiness();
    const in20Days = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const attestation = anAttestation({
      ...{ entity_id: world.furnisherId, product_id: kybCertificate.id },
      expires_at: in20Days,
    });
    const query = await ask(world);
    await service.sql(
      `update query_text set payload = jsonb_set(payload::jsonb, '{occurred_at}',
         to_jsonb('2026-01-01T00:00:00.000Z'::text))::text where query_event_id = $1`,
      [query],
    );
    await service.settle(AttestationCreated, attestation);
    expect(await kindsOf(world.principal)).toEqual(['changed', 'expires_soon']);
  });

  test('is created for a record of the same business in another network of the query', async () => {
    const { world } = await aBusiness();
    const elsewhere = { ...aWorld(), hash: world.hash };
    const principal = {
      ...world.principal,
      memberships: [
        ...world.principal.memberships,
        ...member(elsewhere.networkId, 'querier').memberships,
      ],
    };
    await ask({ ...world, principal }, { network_ids: [world.networkId, elsewhere.networkId] });
    await service.identify(elsewhere, 'business', elsewhere.hash);
    await service.furnish(another(elsewhere, 'corporation', LATER));
    expect(await kindsOf(world.principal)).toEqual(['changed']);
  });
});

describe('a notice of a template', () => {
  test('names the group whose record was replaced, and says that the consent ended', async () => {
    const owner = await anOwner(service);
    const { principal } = owner.world;
    await subscribe(service, principal);
    const { reference, status } = await owner.query(ASSETS);
    expect(status).toBe(200);
    await owner.furnish(ASSETS, { asset_type: 'boat' }, { furnished_at: '2999-01-01T00:00:00Z' });
    const about = { query_event_id: reference, certificate_id: null, groups: [ASSETS.slug] };
    expect(await noticesTo(principal)).toMatchObject([{ kind: 'changed', ...about }]);
    const [consent] = await service.sql<{ id: string }>(
      `select consent_id as id from consent_copy where state::json ->> 'entity_id' = $1`,
      [principal.entity_id],
    );
    await service.settle(ConsentRevoked, {
      ...{ consent_id: String(consent?.id), entity_id: principal.entity_id, network_id: null },
      ...{ revision: 2, revoked_at: '2026-06-01T00:00:00.000Z' },
    });
    expect(await kindsOf(principal)).toEqual(['changed', 'consent_ended']);
  });
});
