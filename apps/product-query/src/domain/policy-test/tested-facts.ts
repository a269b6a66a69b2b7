import {
  fieldDefinitionsOf,
  isObject,
  kybCertificate,
  statedBusiness,
  storedSections,
  storedTemplate,
  type Template,
} from '@ndx/catalog';
import { stableId, type ConsentState, type Principal } from '@ndx/contracts';
import type { Candidate } from '../candidate.js';
import { latestRecords } from '../latest-records.js';
import { wholeStatementsOf } from '../statements.js';
import {
  datasetsOf,
  templateOf,
  type PolicyTest,
  type TestedConsent,
  type TestedRecord,
} from './policy-test.js';
import { NETWORK } from './tested-policy.js';

/** The business or consumer of every test. */
export const SUBJECT = stableId('business', 'policy-test');
export const MATCH_HASHES = ['subject'];

const ACCOUNT = stableId('account', 'policy-test');

const DAY_MS = 86_400_000;

/** The id of a furnisher's attestation that is active at the time of the query; null without one. */
export function attestationsIn({ at, attestations = [] }: PolicyTest) {
  const now = Date.parse(at);
  const attested = new Set(
    attestations
      .filter(({ revoked_at: end = null }) => end === null || Date.parse(end) > now)
      .filter(({ expires_at: end }) => Date.parse(end) > now)
      .map(({ entity_id: id }) => id),
  );
  return (furnisherId: string) =>
    attested.has(furnisherId) ? stableId('attestation', furnisherId) : null;
}

/** The statements of the records, each furnisher's latest, as a query reads them. */
export function testedCandidates(test: PolicyTest): Candidate[] {
  const attestationOf = attestationsIn(test);
  return latestRecords(
    (test.records ?? []).flatMap((record, place) =>
      candidatesIn(templateOf(test), record, {
        recordId: inOrder(place),
        attestationId: attestationOf(record.furnishing_entity_id),
      }),
    ),
  );
}

function candidatesIn(
  template: Template | undefined,
  record: TestedRecord,
  { recordId, attestationId }: Pick<Candidate, 'recordId' | 'attestationId'>,
): Candidate[] {
  const { furnishing_entity_id: furnishingEntityId, furnished_at } = record;
  const stated = statedBusinessIn(record);
  const { dataset, models } = storedIn(template, record);
  const statements = wholeStatementsOf({
    ...{ record_id: recordId, network_id: NETWORK, furnishing_entity_id: furnishingEntityId },
    ...{ subject_id: SUBJECT, subject_type: template?.subject ?? 'business', furnished_at },
    ...{ dataset, stated_business: stated, models },
  });
  // Some templates also feed sections of the certificate.
  const read = statements.filter((statement) => statement.dataset === dataset);
  return read.map(({ model, performedAt, text }) => ({
    ...{ model, networkId: NETWORK, furnishingEntityId, recordId, text, attestationId },
    performedAt: Date.parse(performedAt),
    furnishedAt: Date.parse(furnished_at),
    disputes: [],
    statedBusiness: stated && JSON.stringify(stated),
    newest: null,
  }));
}

function statedBusinessIn({ business_identity: identity }: TestedRecord) {
  return identity ? statedBusiness(identity) : null;
}

/** What furnishing stores of the record. */
function storedIn(template: Template | undefined, record: TestedRecord) {
  const [own] = template ? datasetsOf(template, record) : [];
  if (!own) return { dataset: kybCertificate.slug, models: storedSections(kybCertificate, record) };
  const values = record[own.slug];
  return { dataset: own.slug, models: storedTemplate(own, isObject(values) ? values : {}) };
}

/** The legal name of the business that a furnisher stated last; null without one. */
export function legalNamesIn({ records = [] }: PolicyTest) {
  const names = new Map<string, { readonly at: number; readonly name: string | null }>();
  for (const record of records) {
    const stated = statedBusinessIn(record);
    if (!stated) continue;
    const at = Date.parse(record.furnished_at);
    const known = names.get(record.furnishing_entity_id);
    if (known && known.at >= at) continue;
    names.set(record.furnishing_entity_id, { at, name: stated.business_legal_name });
  }
  return (furnisherId: string) => names.get(furnisherId)?.name ?? null;
}

/** The consents of the test in the order in which they were recorded, by their names in it. */
export function testedConsents(test: PolicyTest): readonly (readonly [string, ConsentState])[] {
  return (test.consents ?? []).map((consent, place) => [
    consent.consent_id ?? '',
    consentState(test, consent, place),
  ]);
}

function consentState(test: PolicyTest, consent: TestedConsent, place: number): ConsentState {
  const { at, query } = test;
  const kind = templateOf(test)?.subject ?? 'business';
  const { consented_fields = '*', business_consent_identity: identity } = consent;
  const everything = {
    furnishing_entity_id: '*',
    field_definitions: fieldDefinitionsOf(consented_fields),
  };
  const grants = consent.field_access_grants ?? [everything];
  const { business_legal_name: name } = identity ?? {};
  return {
    ...{ consent_id: inOrder(place), kind, revision: 1, network_id: NETWORK },
    consumer_id: kind === 'consumer' ? SUBJECT : null,
    business_id: kind === 'business' ? SUBJECT : null,
    ...{ match_hashes: MATCH_HASHES, consented_fields },
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

/** The querying institution, which is a member of the network alone. */
export function querierOf(entityId: string): Principal {
  return {
    account_id: ACCOUNT,
    entity_id: entityId,
    permissions: ['product:query'],
    memberships: [{ network_id: NETWORK, roles: ['querier'], country: 'US' }],
  };
}

/** Ids are ordered by the time of their creation: the order in the file. */
function inOrder(place: number): string {
  return `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;
}
