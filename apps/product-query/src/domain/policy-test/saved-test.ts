import { kybCertificate } from '@ndx/catalog';
import { conflict, quoted } from '@ndx/contracts';
import { decidedAt, type DecisiveConsent } from '../decision/decision.js';
import { matchOfNames } from '../certificate/stated-business.js';
import { appliedRules, recordsOf } from '../explanation/explained-query.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import type { FurnishedRecords } from '../replay/past-candidates.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import type { FoundOutcome } from './found-outcome.js';
import { madeUpTimes } from './made-up-values.js';
import { pastSections, type PastSection } from './past-records.js';
import type { ExpectedOutcome, PolicyTest, TestedConsent, TestedRecord } from './policy-test.js';
import { decidePolicyTest } from './run-policy-test.js';
import { policyWith } from './tested-policy.js';

/** The time of the query in every saved test. */
const AT = '2026-06-01T00:00:00.000Z';
const YEAR_MS = 365 * 86_400_000;
const CONSENT = 'consent';
const NAME = 'Example Business LLC';
const OTHER_NAME = 'Other Example Business LLC';

/**
 * A past query of a certificate as a test: its records, consent and attestations in their shape,
 * with made-up values. What a consent hides is absent.
 * @param policy by which it was decided
 * @throws RESOURCE_CONFLICT (not_testable) for a query that a test cannot state
 */
export function savedTest(
  past: PastQuery,
  records: FurnishedRecords,
  policy: QueryingPolicy,
): PolicyTest {
  if (past.event.network_ids.length > 1) throw notTestable('it read several networks');
  const sections = pastSections(past, records);
  if (sections.some(({ isUnsupported }) => isUnsupported)) {
    throw notTestable('data of it was disputed, or its furnisher had left the network');
  }
  const shape = shapeOf(past, sections);
  const tested = { ...shape, expected: { outcome: 'issued' as const } };
  const found = decidePolicyTest(tested, policyWith(kybCertificate, policy));
  if (!isAsAnswered(past, found)) {
    throw notTestable('made-up values do not reproduce its answer');
  }
  return { ...shape, name: nameOf(found), expected: expectedOf(found) };
}

export function notTestable(why: string) {
  return conflict(
    'not_testable',
    `the query cannot be saved as a test of a policy: ${quoted(why)}`,
  );
}

function shapeOf(past: PastQuery, sections: readonly PastSection[]) {
  const { event, decision } = past;
  const consent = bindingConsent(past);
  const attested = new Set(
    sections.flatMap((one) => (one.isAttested ? [one.furnishingEntityId] : [])),
  );
  const furnishers = new Set(sections.map((one) => one.furnishingEntityId));
  const requested = (decision.requested ?? []).map((id) => (furnishers.has(id) ? id : 'Other'));
  return {
    name: 'a past query',
    policy: event.policy_id ?? 'built-in',
    at: AT,
    query: {
      querying_entity_id: event.querying_entity_id,
      product_slug: kybCertificate.slug,
      ...(event.permissible_purpose !== null && { permissible_purpose: event.permissible_purpose }),
      ...(consent?.binds && { consent_id: CONSENT }),
      ...(requested.length > 0 && { furnishing_entity_ids: [...new Set(requested)] }),
    },
    records: recordsFrom(past, sections, consent?.terms),
    consents: consent ? [consentFrom(consent.terms, furnishers)] : [],
    attestations: [...attested].map((entity_id) => ({
      entity_id,
      expires_at: new Date(Date.parse(AT) + YEAR_MS).toISOString(),
    })),
  };
}

/** The consent that bound the query, or one that another policy would need. */
function bindingConsent({ decision }: PastQuery) {
  const bound = decision.bound?.[0] ?? null;
  const binding = bound === null ? undefined : decision.consents?.[bound];
  const terms = binding ?? decision.unneeded?.[0] ?? undefined;
  return terms && { terms, binds: binding !== undefined };
}

/** Its grants for furnishers without a readable record are left out. */
function consentFrom(
  { fields, name, grants }: DecisiveConsent,
  furnishers: ReadonlySet<string>,
): TestedConsent {
  return {
    consent_id: CONSENT,
    consented_fields: fields,
    ...(name !== undefined && { business_consent_identity: { business_legal_name: NAME } }),
    field_access_grants: grants
      .filter(([furnisher]) => furnisher === '*' || furnishers.has(furnisher))
      .map(([furnishing_entity_id, field_definitions]) => ({
        furnishing_entity_id,
        field_definitions,
      })),
  };
}

function recordsFrom(
  { event, decision }: PastQuery,
  sections: readonly PastSection[],
  consent: DecisiveConsent | undefined,
): TestedRecord[] {
  const now = decidedAt(event, decision);
  const times = sections.flatMap((one) => [one.furnishedAt, one.performedAt]);
  const timeOf = madeUpTimes(times, now, Date.parse(AT));
  const consented = consent && { consented_fields: '*', business_legal_name: consent.name ?? null };
  return [...new Set(sections.map(({ recordId }) => recordId))].flatMap((id) => {
    const ofRecord = sections.filter(({ recordId }) => recordId === id);
    const [first] = ofRecord;
    if (!first) return [];
    const { legalName } = first;
    const match = matchOfNames(consented, { isVisible: true, stated: () => legalName });
    const identity = { business_legal_name: match === 'differs' ? OTHER_NAME : NAME };
    return [
      {
        furnishing_entity_id: first.furnishingEntityId,
        furnished_at: timeOf(first.furnishedAt),
        ...(legalName !== null && { business_identity: identity }),
        ...Object.fromEntries(
          ofRecord.map(({ model, section, performedAt }) => {
            const time = { [model.performedAt]: timeOf(performedAt) };
            const assertions = { ...section.assertions, ...time };
            return [model.name, { assertions, data: section.data }];
          }),
        ),
      },
    ];
  });
}

/** Whether the test has the outcome of the query, and its sections from the same furnishers. */
function isAsAnswered(past: PastQuery, { outcome, result }: FoundOutcome): boolean {
  if (outcome !== past.event.outcome) return false;
  const rules = appliedRules(past);
  return kybCertificate.models.every(({ name }) => {
    const chosen = recordsOf(past.decision, rules, name).find((one) => one.verdict === 'chosen');
    const found = result?.[name]?.furnishing_entity_id;
    return outcome === 'no_result' || found === chosen?.furnishingEntityId;
  });
}

function expectedOf({ outcome, reasons, result }: FoundOutcome): ExpectedOutcome {
  const [reason] = reasons;
  if (!result) return { outcome, ...(reason !== undefined && { reason }) };
  const present = Object.entries(result).flatMap(([name, section]) =>
    section ? [[name, { furnishing_entity_id: section.furnishing_entity_id }] as const] : [],
  );
  return { outcome, result: Object.fromEntries(present) };
}

function nameOf({ outcome, reasons }: FoundOutcome): string {
  const because = reasons.length > 0 ? `: ${reasons.join(', ')}` : '';
  return `a past query ${outcome === 'issued' ? 'is issued' : 'has no result'}${because}`;
}
