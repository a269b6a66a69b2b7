import { createHash } from 'node:crypto';
import { stableId } from '@ndx/contracts';
import { wire } from '@ndx/api';
import { type OperationWords } from '@ndx/service';
import type { ConsentReceipt } from '../use-cases/read-receipt.js';
import { CONSENT_NOT_FOUND } from './consent-path.dto.js';
import { ConsentEvent, toHistoryRecord } from './history.dto.js';
import canonicalize from 'canonicalize';
import { FieldAccessGrant, toConsentRecord } from './consent-record.js';
import { CONSENT_STATUSES } from '../domain/consent.js';

const AuditEntry = wire.record('ConsentAuditEntry', {
  /** The network, or where the consent holds for every network the institution. */
  chain: wire.uuid,
  seq: wire.count,
  event_id: wire.uuid,
  type: wire.text,
  hash: wire.text,
});

/**
 * A consent as a document of its own, in the spirit of ISO/IEC TS 27560 (decision 0034): what was
 * permitted, to whom, for how long, what became of it, and where the audit log has it. Never the
 * identity that the consent records.
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
  subject_type: wire.oneOf(['consumer', 'business']),
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
  audit_entries: wire.listOf(AuditEntry),
  digest_algorithm: wire.oneOf(['sha-256']),
  /** In hexadecimal, of the other members but `issued_at` in the canonical form of RFC 8785. */
  digest: wire.text,
});

/** The words for exporting a consent of one kind. @param whose e.g. `a consumer's` */
export function receiptOperation(whose: string): OperationWords {
  return {
    summary: `Export ${whose} consent as a receipt`,
    description:
      'What was permitted, to whom and for how long, what became of it, and where the audit log has it. Its digest is the SHA-256 of the other members but issued_at, in the canonical form of RFC 8785.',
    answer: ConsentReceiptDocument,
    refusals: CONSENT_NOT_FOUND,
  };
}

export function toReceiptDocument(
  { consent, history, auditEntries }: ConsentReceipt,
  now: Date,
): wire.Of<typeof ConsentReceiptDocument> {
  const record = toConsentRecord(consent);
  const receipt = {
    receipt_version: '1.0' as const,
    receipt_id: stableId('consent-receipt', `${consent.id}/${consent.revision}`),
    consent_id: consent.id,
    revision: consent.revision,
    recording_entity_id: consent.entityId,
    subject_type: consent.kind,
    subject_id: consent.subjectId,
    network_id: consent.networkId,
    status: record.status,
    scope: record.scope,
    consented_fields: record.consented_fields,
    field_access_grants: record.field_access_grants,
    created_at: record.created_at,
    expires_at: record.expires_at,
    revoked_at: record.revoked_at,
    history: history.map(toHistoryRecord),
    audit_entries: auditEntries.map(({ chain, seq, eventId, type, hash }) => ({
      chain,
      seq,
      event_id: eventId,
      type,
      hash,
    })),
    digest_algorithm: 'sha-256' as const,
  };
  return { ...receipt, issued_at: now.toISOString(), digest: digestOf(receipt) };
}

/** Two receipts of a consent to which nothing happened in between have the same. */
export function digestOf(receipt: object): string {
  return createHash('sha256').update(String(canonicalize(receipt))).digest('hex');
}
