import { randomInt, randomUUID } from 'node:crypto';
import { aSocialSecurityNumber } from '@ndx/testing';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import type { ApiClient } from '@ndx/tools/network/api-client';
import { succeed } from './participant.js';

/** An open identity conflict and its two subjects, by the member names of the interface. */
export interface IdentityConflictIds {
  readonly conflict_id: string;
  readonly subject_id: string;
  readonly into_subject_id: string;
}

interface Conflict {
  readonly conflict_id: string;
  readonly subjects: readonly { readonly subject_id: string }[];
}

/**
 * Opens a conflict: consents of two people with one SSN, recorded by a client.
 * @param governor by default the client
 */
export async function anIdentityConflict(
  client: ApiClient,
  networkId: string,
  governor = client,
): Promise<IdentityConflictIds> {
  const social_security_number = String(aSocialSecurityNumber());
  const record = async (identity: object) => {
    const body = aConsumerConsent(networkId, { social_security_number, ...identity });
    const { consumer_id } = await succeed(client.post('/v1/consent/consumer', body));
    return String(consumer_id);
  };
  const into_subject_id = await record({});
  const stranger = { last_name: 'Stranger', date_of_birth: '1955-05-05T00:00:00Z' };
  const subject_id = await record(stranger);
  const conflict_id = await openConflictOf(governor, networkId, subject_id);
  return { conflict_id, subject_id, into_subject_id };
}

/** Opens a conflict: two consents with one registration and two legal names. */
export async function aNameConflict(
  client: ApiClient,
  networkId: string,
  governor = client,
): Promise<Pick<IdentityConflictIds, 'conflict_id'>> {
  const business = aBusiness();
  const subject_id = await recordBusiness(client, networkId, business);
  const renamed = { ...business, business_legal_name: 'Another Name LLC' };
  await recordBusiness(client, networkId, renamed);
  return { conflict_id: await openConflictOf(governor, networkId, subject_id) };
}

/** Opens a conflict: two consents with one registration and two EINs. */
export async function anEinConflict(
  client: ApiClient,
  networkId: string,
): Promise<Pick<IdentityConflictIds, 'conflict_id'>> {
  const business = aBusiness();
  const subject_id = await recordBusiness(client, networkId, business);
  const { business_tax_identifier_value } = aBusiness();
  await recordBusiness(client, networkId, { ...business, business_tax_identifier_value });
  return { conflict_id: await openConflictOf(client, networkId, subject_id) };
}

/** Opens a conflict: a consent with the registration of one business and the EIN of another. */
export async function aBusinessConflict(
  client: ApiClient,
  networkId: string,
): Promise<IdentityConflictIds> {
  const [one, other] = [aBusiness(), aBusiness()];
  const record = (identity: object) => recordBusiness(client, networkId, identity);
  const subject_id = await record(one);
  const into_subject_id = await record(other);
  await record({ ...one, business_tax_identifier_value: other.business_tax_identifier_value });
  const conflict_id = await openConflictOf(client, networkId, subject_id);
  return { conflict_id, subject_id, into_subject_id };
}

async function recordBusiness(
  client: ApiClient,
  networkId: string,
  identity: object,
): Promise<string> {
  const { business_id } = await succeed(
    client.post('/v1/consent/business', {
      network_id: networkId,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: identity,
    }),
  );
  return String(business_id);
}

function aBusiness() {
  return {
    ...demoBusiness(randomUUID().replaceAll('-', '').slice(0, 20)),
    business_tax_identifier_type: 'EIN',
    business_tax_identifier_value: String(randomInt(100_000_000, 999_999_999)),
  };
}

export async function openConflictOf(
  client: ApiClient,
  networkId: string,
  subjectId: string,
): Promise<string> {
  const open = `/v1/networks/${networkId}/identity-conflicts?status=open`;
  const { data } = await succeed(client.get(open));
  const found = (data as readonly Conflict[]).find(({ subjects }) =>
    subjects.some((subject) => subject.subject_id === subjectId),
  );
  if (!found) throw new Error('no identity conflict was opened');
  return found.conflict_id;
}

/** The body of a consumer's consent; by default of a new one. */
export function aConsumerConsent(
  network_id: string,
  identity: Readonly<Record<string, unknown>> = {},
) {
  return {
    network_id,
    did_gather_consent_from_consumer_prior: true,
    consumer_consent_identity: {
      date_of_birth: '1990-01-15T00:00:00Z',
      first_name: 'Ana',
      last_name: 'Example',
      personal_email: 'ana@example.com',
      phone_number: '6175550123',
      social_security_number: String(aSocialSecurityNumber()),
      ...identity,
    },
  };
}
