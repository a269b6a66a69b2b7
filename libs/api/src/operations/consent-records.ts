import { CONSENT_ACTIONS, CONSENT_KINDS, CONSENT_STATUSES } from '@ndx/contracts';
import Type from 'typebox';
import * as wire from '../shapes/wire.js';
import { AuditEntry } from './audit-entry.js';

const FieldAccessGrant = wire.record('FieldAccessGrant', {
  grant_id: wire.uuid,
  /** An institution's id, or `*` for every furnisher. */
  furnishing_entity_id: wire.text,
  field_definitions: wire.listOf(wire.text),
  effective_from: wire.timestamp,
  effective_to: wire.timestamp,
});

const COMMON = {
  consent_id: wire.uuid,
  network_id: wire.nullable(wire.uuid),
  status: wire.oneOf(CONSENT_STATUSES),
  scope: wire.text,
  consented_fields: wire.text,
  expires_at: wire.timestamp,
  revoked_at: wire.nullable(wire.timestamp),
  field_access_grants: wire.listOf(FieldAccessGrant),
  created_at: wire.timestamp,
  revision: wire.count,
  events: wire.text,
};

export const ConsumerConsent = wire.record('ConsumerConsent', {
  ...COMMON,
  consumer_id: wire.uuid,
});

export const BusinessConsent = wire.record('BusinessConsent', {
  ...COMMON,
  business_id: wire.uuid,
});

/** The record (contract 2.1, design 6), without the identity, which is evidence only. */
export const ConsentRecord = Type.Union([ConsumerConsent, BusinessConsent]);

/** A change of a consent, with its time and account (design 6). */
export const ConsentEvent = wire.record('ConsentEvent', {
  revision: wire.count,
  event: wire.oneOf(CONSENT_ACTIONS),
  occurred_at: wire.timestamp,
  account_id: wire.uuid,
  /** The previous and the new value of each changed member. */
  changes: wire.anyObject,
});

const AuditReference = wire.record('ConsentAuditEntry', {
  /** The network; for a consent for every network, the institution. */
  network_id: wire.uuid,
  seq: wire.count,
  event_id: wire.uuid,
  type: wire.text,
  hash: wire.text,
});

/**
 * A consent as a separate document, following ISO/IEC TS 27560 (decision 0034): the permissions,
 * the institution, the duration, the changes, and the audit entries; without the recorded identity.
 */
export const ConsentReceiptDocument = wire.record('ConsentReceipt', {
  receipt_version: wire.oneOf(['1.0']),
  /** The same for the same revision of the consent. */
  receipt_id: wire.uuid,
  issued_at: wire.timestamp,
  consent_id: wire.uuid,
  revision: wire.count,
  /** The institution that recorded the consent and may query under it. */
  recording_entity_id: wire.uuid,
  subject_type: wire.oneOf(CONSENT_KINDS),
  subject_id: wire.uuid,
  network_id: wire.nullable(wire.uuid),
  status: wire.oneOf(CONSENT_STATUSES),
  scope: wire.text,
  consented_fields: wire.text,
  field_access_grants: wire.listOf(FieldAccessGrant),
  created_at: wire.timestamp,
  expires_at: wire.timestamp,
  revoked_at: wire.nullable(wire.timestamp),
  history: wire.listOf(ConsentEvent),
  audit_entries: wire.listOf(AuditReference),
  digest_algorithm: wire.oneOf(['sha-256']),
  /** Digest in hexadecimal of the other members except `issued_at`, in the canonical form of RFC 8785. */
  digest: wire.text,
});

export const ConsentAudit = wire.record('ConsentAudit', {
  consent_id: wire.uuid,
  audit_entries: wire.listOf(AuditEntry),
});
