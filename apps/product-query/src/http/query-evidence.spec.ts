import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import {
  AttestationCreated,
  newId,
  QueryingPolicySaved,
  RecordEnded,
  type Principal,
} from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { IDENTITY, KYB } from '../testing/coverage.js';
import {
  aDefaultPolicy,
  aVerifiedBusiness,
  forgetDecision,
  queryCertificate,
} from '../testing/explained-business.js';
import { templateNamed } from '../testing/template-input.js';
import { aConsumer, anOwner, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { anAttestation, aVerification, aWorld, theEndOf } from '../testing/world.js';

const service = useQueryService();

const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');
const BUNDLE = templateNamed('credit_history_bundle');
const WORST = 'aggregated_credit_accounts_worst_current_delinquency_status';

const anApproval = () => ({
  account_id: newId(),
  entity_id: newId(),
  effect: 'narrower' as const,
  figures: { simulation: null, tests_passed: 1, tests_failed: 0 },
  summary_digest: 'a'.repeat(64),
  approved_at: '2026-01-15T09:30:00.000Z',
  draft_digest: 'b'.repeat(64),
});

const aBreakGlass = () => ({
  account_id: newId(),
  entity_id: newId(),
  published_at: '2026-01-15T09:30:00.000Z',
  reason: 'answers release data of the wrong subjects',
  draft_digest: 'b'.repeat(64),
});

interface Entry {
  readonly network_id: string;
  readonly data: string | null;
}

interface Evidence {
  readonly records: readonly object[];
  readonly audit_entries: readonly Entry[];
}

const read = (reader: Principal, reference: string) =>
  service.call<Evidence & Record<string, unknown>>(
    { ...reader, permissions: ['billing:read'] },
    'GET',
    `/v1/query-events/${reference}/evidence`,
  );

/** Once the event is published, which enters it in the audit log. */
const published = (reader: Principal, reference: string) =>
  eventually(async () => {
    const { body } = await read(reader, reference);
    expect(body.audit_entries).not.toEqual([]);
    return body;
  });

describe('the evidence of a query', () => {
  test('has its event, the records and attestations used, the digest and the audit entry', async () => {
    const world = await aVerifiedBusiness(service);
    const { furnisherId: entity_id } = world;
    const attestation = anAttestation({ entity_id, product_id: KYB });
    await service.deliver(AttestationCreated, attestation);
    const reference = await queryCertificate(service, world);
    const [stored] = await service.sql<{ body: string; record_ids: string[] }>(
      'select body, record_ids from certificate join query_text using (query_event_id) where query_event_id = $1',
      [reference],
    );
    const body = await published(world.principal, reference);
    expect(body).toMatchObject({
      query_event: { query_event_id: reference, outcome: 'issued' },
      decision: 'recorded',
      networks: [{ network_id: world.networkId, policy_id: null }],
      records: [
        {
          record_id: stored?.record_ids[0],
          model_name: IDENTITY,
          network_id: world.networkId,
          furnishing_entity_id: entity_id,
          attestation_id: attestation.attestation_id,
        },
      ],
      certificate_sha256: createHash('sha256')
        .update(stored?.body ?? '')
        .digest('hex'),
      audit_entries: [{ network_id: world.networkId, type: 'query.executed.v1', is_intact: true }],
    });
    expect(JSON.parse(body.audit_entries[0]?.data ?? '')).toEqual(body['query_event']);
  });

  test('has the ends of the used records, and keeps the records', async () => {
    const world = aWorld();
    await service.identify(world, 'business', world.hash);
    const record = aVerification(world, { business_entity_type: 'llc' });
    await service.furnish(record);
    const reference = await queryCertificate(service, world);
    expect((await read(world.principal, reference)).body).toMatchObject({ record_ends: [] });
    const end = theEndOf(record);
    await service.settle(RecordEnded, end);
    const { record_id, state, reason, corrected_by_record_id, ended_at } = end;
    expect((await read(world.principal, reference)).body).toMatchObject({
      records: [{ record_id }],
      record_ends: [{ record_id, state, reason, corrected_by_record_id, ended_at }],
    });
  });

  test('has the approval of the version that applied, and its account for governors', async () => {
    const world = await aVerifiedBusiness(service);
    const policy = aDefaultPolicy(world, {});
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    expect((await read(world.principal, reference)).body).toMatchObject({
      networks: [{ policy_id: policy.policy_id, policy_version: 1, policy_approval: null }],
    });
    const approval = anApproval();
    await service.deliver(QueryingPolicySaved, { ...policy, revision: 2, version: 2, approval });
    const later = await queryCertificate(service, world);
    const networksFor = async (reader: Principal, of: string) =>
      (await read(reader, of)).body['networks'];
    const governor = member(world.networkId, 'governor');
    expect(await networksFor(governor, later)).toMatchObject([
      { policy_version: 2, policy_approval: approval },
    ]);
    expect(await networksFor(world.principal, later)).toMatchObject([
      { policy_version: 2, policy_approval: { ...approval, account_id: null, figures: null } },
    ]);
    expect(await networksFor(governor, reference)).toMatchObject([
      { policy_version: 1, policy_approval: null },
    ]);
  });

  test('has the break-glass publication of the version, and its reason for governors', async () => {
    const world = await aVerifiedBusiness(service);
    const break_glass = aBreakGlass();
    const policy = aDefaultPolicy(world, { approval: null, break_glass });
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    const networksFor = async (reader: Principal) =>
      (await read(reader, reference)).body['networks'];
    expect(await networksFor(member(world.networkId, 'governor'))).toMatchObject([
      { policy_version: 1, policy_approval: null, policy_break_glass: break_glass },
    ]);
    expect(await networksFor(world.principal)).toMatchObject([
      {
        policy_approval: null,
        policy_break_glass: { ...break_glass, account_id: null, reason: null },
      },
    ]);
  });

  test('has the policies of the data sets of a bundle, with their approvals', async () => {
    const consumer = await aConsumer(service);
    const { world } = consumer;
    await consumer.furnish(SNAPSHOT, { [WORST]: 'current' });
    const approval = anApproval();
    const break_glass = aBreakGlass();
    const policy = aDefaultPolicy(world, { product_id: SNAPSHOT.id, approval, break_glass });
    await service.deliver(QueryingPolicySaved, policy);
    const reference = String((await consumer.query(BUNDLE)).reference);
    const evidenceFor = async (origin: object, reader: Principal) =>
      expect((await read(reader, reference)).body['networks']).toMatchObject([
        {
          ...{ network_id: world.networkId, policy_id: null },
          ...{ policy_approval: null, policy_break_glass: null },
          data_sets: [
            {
              model_name: SNAPSHOT.slug,
              policy_id: policy.policy_id,
              policy_version: 1,
              ...origin,
            },
          ],
        },
      ]);
    await evidenceFor(
      { policy_approval: approval, policy_break_glass: break_glass },
      member(world.networkId, 'governor'),
    );
    await evidenceFor(
      {
        policy_approval: { ...approval, account_id: null, figures: null },
        policy_break_glass: { ...break_glass, account_id: null, reason: null },
      },
      world.principal,
    );
  });

  test('reports an altered audit entry', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await published(world.principal, reference);
    await service.sql('alter table audit_entry disable trigger append_only');
    await service.sql(`update audit_entry set type = 'query.simulated.v1' where subject = $1`, [
      reference,
    ]);
    await service.sql('alter table audit_entry enable trigger append_only');
    const { body } = await read(world.principal, reference);
    expect(body.audit_entries).toMatchObject([{ is_intact: false }]);
  });

  test('reports the audit entry of an altered event', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await published(world.principal, reference);
    await service.sql(
      `update query_text set payload = replace(payload, '"subject_type":"business"', '"subject_type":"consumer"')
       where query_event_id = $1`,
      [reference],
    );
    const { body } = await read(world.principal, reference);
    expect(body.audit_entries).toMatchObject([{ is_intact: false }]);
  });

  test('has its audit entry from the archive, or is a 500 with the reason', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const before = await published(world.principal, reference);
    await published(world.principal, await queryCertificate(service, world));
    const governor: Principal = {
      ...member(world.networkId, 'governor'),
      permissions: ['audit:read'],
    };
    const log = `/v1/networks/${world.networkId}/audit-logs/product-query`;
    const entries = await service.call(governor, 'GET', `${log}/entries`);
    expect(entries.body).toMatchObject({ data: [{ seq: 2 }, { seq: 1, subject: reference }] });

    const [file = ''] = (await service.archiveAudit()).filter((path) =>
      path.includes(world.networkId),
    );

    expect(
      await service.sql('select seq from audit_entry where network = $1', [world.networkId]),
    ).toEqual([{ seq: '2' }]);
    expect((await read(world.principal, reference)).body).toEqual(before);
    expect(await service.call(governor, 'GET', `${log}/entries`)).toEqual(entries);
    expect(await service.call(governor, 'GET', `${log}/verification`)).toMatchObject({
      status: 200,
      body: { last_seq: 2, verified_through: 2, is_complete: true, fault: null },
    });

    rmSync(file);
    const unreadable = {
      status: 500,
      body: {
        error_code: 'OPERATION_FAILED',
        detail: 'audit entries are archived, and their archive cannot be read',
      },
    };
    expect(await read(world.principal, reference)).toMatchObject(unreadable);
    expect(await service.call(governor, 'GET', `${log}/entries`)).toMatchObject(unreadable);
    expect(await service.call(governor, 'GET', `${log}/verification`)).toMatchObject({
      status: 200,
      body: { is_complete: false, fault: { seq: 1, reason: expect.stringContaining('archived') } },
    });
  });

  test('names the records of a template answer', async () => {
    const { world, query } = await owner();
    const reference = String((await query()).reference);
    const { body } = await read(world.principal, reference);
    expect(body).toMatchObject({
      records: [{ model_name: ASSETS.slug, furnishing_entity_id: world.furnisherId }],
      certificate_sha256: null,
    });
  });

  test('shows a governor no digest, from which values could be guessed', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const { body } = await read(member(world.networkId, 'governor'), reference);
    expect(body).toMatchObject({ certificate_sha256: null, records: [expect.anything()] });
  });

  test('shows a governor of one of its networks neither records nor entries of the others', async () => {
    const world = await aVerifiedBusiness(service);
    const other = newId();
    const both = { ...world, principal: memberOfEach('querier', world.networkId, other) };
    const reference = await queryCertificate(service, both, {
      network_ids: [world.networkId, other],
    });
    const body = await published(member(other, 'governor'), reference);
    expect(body).toMatchObject({
      query_event: { network_ids: [other], subject_id: null },
      networks: [{ network_id: other }],
      records: [],
    });
    expect(body.audit_entries.map(({ network_id, data }) => [network_id, data])).toEqual([
      [other, null],
    ]);
    expect(JSON.stringify(body)).not.toContain(world.networkId);
  });

  test('states that no decision was recorded', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await forgetDecision(service, reference);
    expect(await read(world.principal, reference)).toMatchObject({
      status: 200,
      body: { decision: 'not_recorded', networks: [], records: [] },
    });
  });

  test('is not found by any other institution', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    for (const reader of [member(world.networkId, 'furnisher'), member(newId(), 'governor')]) {
      expect(await read(reader, reference)).toMatchObject({
        status: 404,
        body: { error_code: 'RESOURCE_NOT_FOUND', detail: 'query event not found' },
      });
    }
    expect(await read(world.principal, newId())).toMatchObject({ status: 404 });
  });

  async function owner() {
    const one = await anOwner(service);
    return { world: one.world, query: () => one.query(ASSETS) };
  }
});
