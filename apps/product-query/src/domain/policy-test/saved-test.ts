import { kybCertificate } from '@ndx/catalog';
import { decidedAt, type DecisiveConsent } from '../decision/decision.js';
import { appliedRules, recordsOf } from '../explanation/explained-query.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import type { FurnishedRecords } from '../replay/past-candidates.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import type { FoundOutcome } from './found-outcome.js';
import { madeUpTimes } from './made-up-values.js';
import { pastSections, type PastSection } from './past-records.js';
import type { PolicyTest, TestedRecord } from './policy-test.js';
import {
  AT,
  attestationsFrom,
  bindingConsent,
  consentFrom,
  madeUpIdentity,
  requireStatable,
  testOf,
} from './saved-test-parts.js';
import { policyWith } from './tested-policy.js';

/** The name by which the query names the consent of its test. */
const CONSENT = 'consent';

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
  const sections = pastSections(past, records);
  requireStatable(past, sections);
  const shape = shapeOf(past, sections);
  return testOf(shape, policyWith(kybCertificate, policy), (found) => isAsAnswered(past, found));
}

function shapeOf(past: PastQuery, sections: readonly PastSection[]) {
  const { event, decision } = past;
  const consent = bindingConsent(past);
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
    consents: consent ? [{ consent_id: CONSENT, ...consentFrom(consent.terms, furnishers) }] : [],
    attestations: attestationsFrom(sections),
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
  return [...new Set(sections.map(({ recordId }) => recordId))].flatMap((id) => {
    const ofRecord = sections.filter(({ recordId }) => recordId === id);
    const [first] = ofRecord;
    if (!first) return [];
    return [
      {
        furnishing_entity_id: first.furnishingEntityId,
        furnished_at: timeOf(first.furnishedAt),
        ...madeUpIdentity(first.legalName, consent),
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
