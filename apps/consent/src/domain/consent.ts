import type { ConsentKind, ConsentState, ConsentStatus } from '@ndx/contracts';
import type { FieldAccessGrant } from './field-access-grant.js';

/** A subject's permission to an institution to query its data (contract 2.1, design 6). */
export interface Consent {
  readonly id: string;
  readonly kind: ConsentKind;
  /** The institution that recorded it. */
  readonly entityId: string;
  /** Null: every network in which the recording institution is a querier. */
  readonly networkId: string | null;
  /** The core identity of the consumer or the business. */
  readonly subjectId: string;
  readonly matchHashes: readonly string[];
  /** As the consent of a business states it; null for a consumer. */
  readonly legalName: string | null;
  /** Product or template slugs separated by spaces, or `*`. */
  readonly scope: string;
  /** `model.field` or `model.*` separated by commas, or `*`. */
  readonly consentedFields: string;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly grants: readonly FieldAccessGrant[];
  readonly createdAt: Date;
  /** Counts the changes, from 1. */
  readonly revision: number;
}

export function statusOf(consent: Consent, now: Date): ConsentStatus {
  if (consent.revokedAt) return 'revoked';
  return consent.expiresAt > now ? 'active' : 'expired';
}

/** Consumers also match by id. */
function hashesOf({ kind, subjectId, matchHashes }: Consent): string[] {
  return [...new Set([...matchHashes, ...(kind === 'consumer' ? [subjectId] : [])])];
}

/** The complete state of the record; of its identity only the name of a business. */
export function stateOf(consent: Consent): ConsentState {
  return {
    consent_id: consent.id,
    kind: consent.kind,
    revision: consent.revision,
    entity_id: consent.entityId,
    network_id: consent.networkId,
    consumer_id: consent.kind === 'consumer' ? consent.subjectId : null,
    business_id: consent.kind === 'business' ? consent.subjectId : null,
    match_hashes: hashesOf(consent),
    business_legal_name: consent.legalName,
    scope: consent.scope,
    consented_fields: consent.consentedFields,
    expires_at: consent.expiresAt.toISOString(),
    revoked_at: consent.revokedAt?.toISOString() ?? null,
    field_access_grants: consent.grants.map((grant) => ({
      grant_id: grant.id,
      furnishing_entity_id: grant.furnishingEntityId,
      field_definitions: [...grant.fieldDefinitions],
      effective_from: grant.effectiveFrom.toISOString(),
      effective_to: grant.effectiveTo?.toISOString() ?? null,
    })),
  };
}
