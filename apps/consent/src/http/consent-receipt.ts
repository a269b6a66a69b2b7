import { createHash } from 'node:crypto';
import type { AnswerOf, consentOperationsOf } from '@ndx/api';
import { stableId } from '@ndx/contracts';
import canonicalize from 'canonicalize';
import type { ConsentReceipt } from '../use-cases/read-receipt.js';
import { toConsentRecord } from './consent-record.js';
import { toHistoryRecord } from './history-record.js';

export function toReceiptDocument(
  { consent, history, auditEntries }: ConsentReceipt,
  now: Date,
): AnswerOf<(typeof consentOperationsOf)['consumer']['receipt']> {
  const record = toConsentRecord(consent, now);
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
    audit_entries: auditEntries.map(({ network, seq, eventId, type, hash }) => ({
      network_id: network,
      seq,
      event_id: eventId,
      type,
      hash,
    })),
    digest_algorithm: 'sha-256' as const,
  };
  return { ...receipt, issued_at: now.toISOString(), digest: digestOf(receipt) };
}

/** Receipts of an unchanged consent have the same digest. */
export function digestOf(receipt: object): string {
  return createHash('sha256')
    .update(String(canonicalize(receipt)))
    .digest('hex');
}
