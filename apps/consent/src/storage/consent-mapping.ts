import type { Consent } from '../domain/consent.js';
import type { FieldAccessGrant } from '../domain/field-access-grant.js';
import type { ConsentRow, GrantJson } from './consent-row.js';

type StoredConsent = Omit<ConsentRow, 'sealedIdentity'>;

export function toRow(consent: Consent): StoredConsent {
  const { id, kind, entityId, networkId, subjectId, legalName, createdAt } = consent;
  const recorded = { id, kind, entityId, networkId, subjectId, legalName, createdAt };
  return { ...recorded, ...termsToRow(consent) };
}

/** The members that can change after a consent is recorded. */
export function termsToRow(consent: Consent) {
  return {
    matchHashes: [...consent.matchHashes],
    scope: consent.scope,
    consentedFields: consent.consentedFields,
    expiresAt: consent.expiresAt,
    revokedAt: consent.revokedAt,
    grants: consent.grants.map(toGrantJson),
    revision: consent.revision,
  };
}

export function fromRow(row: StoredConsent): Consent {
  return { ...row, grants: row.grants.map(fromGrantJson) };
}

function toGrantJson(grant: FieldAccessGrant): GrantJson {
  return {
    id: grant.id,
    furnishing_entity_id: grant.furnishingEntityId,
    field_definitions: grant.fieldDefinitions,
    effective_from: grant.effectiveFrom.toISOString(),
    effective_to: grant.effectiveTo?.toISOString() ?? null,
    follows_consent: grant.followsConsent,
  };
}

function fromGrantJson(json: GrantJson): FieldAccessGrant {
  return {
    id: json.id,
    furnishingEntityId: json.furnishing_entity_id,
    fieldDefinitions: json.field_definitions,
    effectiveFrom: new Date(json.effective_from),
    effectiveTo: json.effective_to === null ? null : new Date(json.effective_to),
    followsConsent: json.follows_consent,
  };
}
