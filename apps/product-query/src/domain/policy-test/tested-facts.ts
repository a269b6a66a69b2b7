import { fieldDefinitionsOf, kybCertificate, statedBusiness, storedSections } from '@ndx/catalog';
import { stableId, type ConsentState } from '@ndx/contracts';
import type { Candidate } from '../candidate.js';
import { latestRecords } from '../latest-records.js';
import { wholeStatementsOf } from '../statements.js';
import type { PolicyTest, TestedConsent, TestedRecord } from './policy-test.js';
import { NETWORK } from './tested-policy.js';

/** The business of every test. */
export const BUSINESS = stableId('business', 'policy-test');
export const MATCH_HASHES = ['business'];

const DAY_MS = 86_400_000;

/** The sections of the records, each furnisher's latest, as a query reads them. */
export function testedCandidates({ at, records = [], attestations = [] }: PolicyTest): Candidate[] {
  const now = Date.parse(at);
  const attested = new Set(
    attestations
      .filter(({ revoked_at: end = null }) => end === null || Date.parse(end) > now)
      .filter(({ expires_at: end }) => Date.parse(end) > now)
      .map(({ entity_id: id }) => id),
  );
  return latestRecords(
    records.flatMap((record, place) => {
      const id = record.furnishing_entity_id;
      const attestationId = attested.has(id) ? stableId('attestation', id) : null;
      return sectionsOf(record, inOrder(place), attestationId);
    }),
  );
}

function sectionsOf(
  record: TestedRecord,
  recordId: string,
  attestationId: string | null,
): Candidate[] {
  const { furnishing_entity_id: furnishingEntityId, furnished_at } = record;
  const { business_identity: identity } = record;
  const stated = identity ? statedBusiness(identity) : null;
  const statements = wholeStatementsOf({
    ...{ record_id: recordId, network_id: NETWORK, furnishing_entity_id: furnishingEntityId },
    ...{ subject_id: BUSINESS, subject_type: 'business', furnished_at },
    ...{ dataset: kybCertificate.slug, stated_business: stated },
    models: storedSections(kybCertificate, record),
  });
  return statements.map(({ model, performedAt, text }) => ({
    ...{ model, networkId: NETWORK, furnishingEntityId, recordId, text, attestationId },
    performedAt: Date.parse(performedAt),
    furnishedAt: Date.parse(furnished_at),
    disputes: [],
    statedBusiness: stated && JSON.stringify(stated),
    newest: null,
  }));
}

/** The consents of the test in the order in which they were recorded, by their names in it. */
export function testedConsents(test: PolicyTest): readonly (readonly [string, ConsentState])[] {
  return (test.consents ?? []).map((consent, place) => [
    consent.consent_id ?? '',
    consentState(test, consent, place),
  ]);
}

function consentState(
  { at, query }: PolicyTest,
  consent: TestedConsent,
  place: number,
): ConsentState {
  const { consented_fields = '*', business_consent_identity: identity } = consent;
  const everything = {
    furnishing_entity_id: '*',
    field_definitions: fieldDefinitionsOf(consented_fields),
  };
  const grants = consent.field_access_grants ?? [everything];
  const { business_legal_name: name } = identity ?? {};
  return {
    ...{ consent_id: inOrder(place), kind: 'business', revision: 1, network_id: NETWORK },
    ...{ consumer_id: null, business_id: BUSINESS, match_hashes: MATCH_HASHES, consented_fields },
    entity_id: consent.entity_id ?? query.querying_entity_id,
    business_legal_name: typeof name === 'string' ? name : null,
    scope: consent.scope ?? '*',
    expires_at: consent.expires_at ?? new Date(Date.parse(at) + 365 * DAY_MS).toISOString(),
    revoked_at: consent.revoked_at ?? null,
    field_access_grants: grants.map((grant, index) => ({
      effective_from: new Date(0).toISOString(),
      effective_to: null,
      ...grant,
      field_definitions: [...grant.field_definitions],
      grant_id: inOrder(index),
    })),
  };
}

/** Ids are ordered by the time of their creation: the order in the file. */
function inOrder(place: number): string {
  return `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;
}
