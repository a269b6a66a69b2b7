import {
  newId,
  type AttestationCreated,
  type ConsentState,
  type DisputeChanged,
  type PayloadOf,
  type RecordEnded,
  type RecordFurnished,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';

/** A new network with one business or consumer, one furnisher and one querying institution. */
export function aWorld() {
  const networkId = newId();
  const principal = member(networkId, 'querier');
  return { networkId, principal, subjectId: newId(), furnisherId: newId(), hash: newId() };
}

export type World = ReturnType<typeof aWorld>;

/** A consent of the world's business, recorded by its querying institution. */
export function aConsent(world: World, change: Partial<ConsentState> = {}): ConsentState {
  return {
    consent_id: newId(),
    kind: 'business',
    revision: 1,
    entity_id: world.principal.entity_id,
    network_id: world.networkId,
    consumer_id: null,
    business_id: world.subjectId,
    match_hashes: [world.hash],
    business_legal_name: null,
    scope: '*',
    consented_fields: '*',
    expires_at: '2999-01-01T00:00:00.000Z',
    revoked_at: null,
    field_access_grants: [
      {
        grant_id: newId(),
        furnishing_entity_id: '*',
        field_definitions: ['*'],
        effective_from: '2020-01-01T00:00:00.000Z',
        effective_to: null,
      },
    ],
    ...change,
  };
}

/** A consent of its consumer. */
export function aConsumersConsent(world: World, change: Partial<ConsentState> = {}): ConsentState {
  const whose = { kind: 'consumer', consumer_id: world.subjectId, business_id: null } as const;
  return aConsent(world, { ...whose, ...change });
}

type Attestation = PayloadOf<typeof AttestationCreated>;

/** An institution's active attestation for a product. */
export function anAttestation(
  attestation: Pick<Attestation, 'entity_id' | 'product_id'> & Partial<Attestation>,
): Attestation {
  return {
    attestation_id: newId(),
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2999-01-01T00:00:00.000Z',
    revoked_at: null,
    revision: 1,
    ...attestation,
  };
}

export type Furnished = PayloadOf<typeof RecordFurnished>;

/** A record about the world's subject, furnished now. */
export function aRecord(
  world: World,
  record: Pick<Furnished, 'dataset' | 'subject_type' | 'models'> & Partial<Furnished>,
): Furnished {
  return {
    record_id: newId(),
    network_id: world.networkId,
    subject_id: world.subjectId,
    furnishing_entity_id: world.furnisherId,
    furnished_at: new Date().toISOString(),
    stated_business: null,
    ...record,
  };
}

/** A verification record of the business's identity, for the KYB certificate. */
export const aVerification = (world: World, data: object, performedAt = '2026-01-01T00:00:00Z') =>
  aRecord(world, {
    dataset: 'kyb_certificate',
    subject_type: 'business',
    models: {
      business_identity_verification: {
        assertions: { business_identity_verification_performed_timestamp: performedAt },
        data,
      },
    },
  });

/** The withdrawal of a record by its furnisher. */
export function theEndOf(
  record: Pick<Furnished, 'record_id' | 'network_id' | 'subject_id' | 'furnishing_entity_id'>,
  revision = 1,
): PayloadOf<typeof RecordEnded> {
  return {
    record_id: record.record_id,
    revision,
    network_id: record.network_id,
    subject_id: record.subject_id,
    furnishing_entity_id: record.furnishing_entity_id,
    state: 'withdrawn',
    reason: 'wrong_value',
    corrected_by_record_id: null,
    ended_at: '2026-06-01T00:00:00.000Z',
  };
}

/** An undecided dispute of the identity section of a record. */
export function aDispute(
  record: Pick<Furnished, 'record_id' | 'network_id' | 'furnishing_entity_id'>,
  change: Partial<PayloadOf<typeof DisputeChanged>> = {},
): PayloadOf<typeof DisputeChanged> {
  const { record_id, network_id, furnishing_entity_id } = record;
  const now = Date.now();
  return {
    ...{ dispute_id: newId(), revision: 1, network_id, record_id, furnishing_entity_id },
    ...{ disputing_entity_id: newId(), query_event_id: newId(), on_behalf_of_subject: false },
    ...{ model_name: 'business_identity_verification', field_name: null },
    ...{ reason: 'wrong_value', attachment_sha256: null },
    ...{ state: 'open', outcome: null, decision_reason: null },
    opened_at: new Date(now).toISOString(),
    acknowledge_by: new Date(now + 7 * DAY_MS).toISOString(),
    acknowledged_at: null,
    decide_by: new Date(now + 30 * DAY_MS).toISOString(),
    decided_at: null,
    ...{ stated_at: null, statement_removed_at: null },
    ...change,
  };
}

const DAY_MS = 86_400_000;

/** The business that a record names. */
export const stating = (business_legal_name: string | null, number = '5551234') => ({
  business_legal_name,
  business_jurisdiction_of_formation: 'US-DE',
  business_registration_identifier: number,
});
