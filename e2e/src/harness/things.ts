import { randomUUID } from 'node:crypto';
import { newId } from '@ndx/contracts';
import { expect } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import type { ApiClient } from '@ndx/tools/network/api-client';
import { FURNISH, KYB_PRODUCT_ID, QUERY } from './business.js';
import { aConsumerConsent, anIdentityConflict } from './identity-conflict.js';
import { succeed, type Participant } from './participant.js';

/** Ids of one resource of every kind, by kind. */
export type Things = Readonly<Record<Kind, string>>;

/** Every kind of resource with an id in the interface. */
export const KINDS = [
  'network',
  'entity',
  'account',
  'consumer',
  'business',
  'consumer consent',
  'consumer grant',
  'business consent',
  'business grant',
  'querying policy',
  'furnishing policy',
  'attestation',
  'certificate',
  'query event',
  'submission',
  'record',
  'dispute',
  'document',
  'notice endpoint',
  'notice',
  'identity conflict',
  'invitation',
  'simulation',
] as const;

export type Kind = (typeof KINDS)[number];

/** Resources that only the institution that created them may see, whatever its network and role. */
export const OWN_KINDS: readonly Kind[] = [
  'consumer consent',
  'consumer grant',
  'business consent',
  'business grant',
  'attestation',
  'certificate',
  'query event',
  'submission',
  'record',
  'dispute',
  'document',
  'notice endpoint',
  'notice',
];

/** Unknown ids. */
export function nothing(): Things {
  const things: Partial<Record<Kind, string>> = {};
  for (const kind of KINDS) things[kind] = newId();
  return things as Things;
}

/** One resource of every kind, created by an institution that has every role in its network. */
export async function oneOfEach({ client, networkId, entityId }: Participant): Promise<Things> {
  const network_id = networkId;
  const consumer = await succeed(client.post('/v1/consent/consumer', aConsumerConsent(networkId)));
  const registration = randomUUID().replaceAll('-', '').slice(0, 20);
  const identity = demoBusiness(registration);
  const business = await succeed(
    client.post('/v1/consent/business', {
      network_id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: identity,
    }),
  );
  const business_id = String(business['business_id']);
  const performedAt = new Date(Date.now() - 86_400_000).toISOString();
  const facts = { performedAt, source: 'registry', operatingCity: 'Cambridge' };
  const records = [{ business_identity: identity, ...demoSections(registration, facts) }];
  const submission = await succeed(client.post(FURNISH, { network_id, records }));
  expect(submission).toMatchObject({ success: true });
  const product = { network_id, product_id: KYB_PRODUCT_ID, name: randomUUID() };
  const policies = '/v1/networks/policies';
  const querying = await succeed(client.post(`${policies}/querying`, product));
  const furnishing = await succeed(client.post(`${policies}/furnishing`, product));
  const attestation = await succeed(
    client.post('/v1/institution-attestation', {
      product_id: KYB_PRODUCT_ID,
      signed_by_name: 'Compliance office',
      signed_by_title: 'Head of compliance',
      attestation_data: {},
    }),
  );
  const certificate = await eventually(() =>
    succeed(client.post(QUERY, { network_ids: [network_id], business_id })),
  );
  const record = idIn(firstOf(submission['results']), 'record_id');
  const dispute = await succeed(
    client.post(`/v1/records/${record}/disputes`, {
      query_event_id: certificate['query_event_id'],
      model_name: 'business_identity_verification',
      field_name: 'business_entity_type',
      reason: 'wrong_value',
      reason_text: 'The registry states another form',
    }),
  );
  const document = await succeed(
    client.post('/v1/documents', {
      ...{ network_id, bytes: 1_000, sha256: '0'.repeat(64), media_type: 'application/pdf' },
    }),
  );
  // A delivery can be retried, although nobody receives it.
  const url = 'https://receiver.invalid/notices';
  const endpoint = await succeed(client.post('/v1/notice-endpoints', { url }));
  // The record of the certificate was disputed.
  const notice = await eventually(async () => {
    const { data } = await succeed(client.get('/v1/notices'));
    return idIn(firstOf(data), 'notice_id');
  });
  const simulated = { policy_id: idIn(querying, 'id'), from: '2020-01-01T00:00:00Z' };
  const simulation = await succeed(client.post('/v1/simulations', simulated));
  // A network has one at a time.
  await eventually(async () => {
    const path = `/v1/simulations/${idIn(simulation, 'simulation_id')}`;
    expect(await succeed(client.get(path))).toMatchObject({ state: 'completed' });
  });
  const invitation = await anInvitation(client, networkId);
  const accounts = `/v1/networks/${networkId}/institutions/${entityId}/accounts`;
  const { data } = await succeed(client.get(accounts));
  return {
    network: networkId,
    entity: entityId,
    account: idIn(firstOf(data), 'account_id'),
    consumer: idIn(consumer, 'consumer_id'),
    business: business_id,
    'consumer consent': idIn(consumer, 'consent_id'),
    'consumer grant': grantOf(consumer),
    'business consent': idIn(business, 'consent_id'),
    'business grant': grantOf(business),
    'querying policy': idIn(querying, 'id'),
    'furnishing policy': idIn(furnishing, 'id'),
    attestation: idIn(attestation, 'id'),
    certificate: idIn(certificate, 'certificate_id'),
    'query event': idIn(certificate, 'query_event_id'),
    submission: idIn(submission, 'submission_id'),
    record,
    dispute: idIn(dispute, 'dispute_id'),
    document: idIn(document, 'document_id'),
    'notice endpoint': idIn(endpoint, 'endpoint_id'),
    notice,
    invitation: idIn(invitation, 'invitation_id'),
    simulation: idIn(simulation, 'simulation_id'),
    'identity conflict': (await anIdentityConflict(client, networkId)).conflict_id,
  };
}

/** An invitation of a new institution, with its secret. */
export function anInvitation(client: ApiClient, networkId: string) {
  const offer = { institution_name: `Invited ${randomUUID()}`, roles: ['furnisher'] };
  return succeed(client.post(`/v1/networks/${networkId}/invitations`, offer));
}

function grantOf({ field_access_grants: grants }: Readonly<Record<string, unknown>>) {
  return idIn(firstOf(grants), 'grant_id');
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? (list as readonly unknown[])[0] : undefined;
}

function idIn(thing: unknown, name: string): string {
  const id: unknown = typeof thing === 'object' && thing !== null && Reflect.get(thing, name);
  if (typeof id !== 'string') throw new Error(`there is no ${name} in ${JSON.stringify(thing)}`);
  return id;
}
