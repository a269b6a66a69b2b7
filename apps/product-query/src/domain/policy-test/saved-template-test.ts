import type { DecisiveConsent } from '../decision/decision.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import {
  pastInput,
  type PastTemplateQuery,
  type TemplateReplay,
} from '../replay/replay-template.js';
import { chooseGroups } from '../template/choose-groups.js';
import type { TemplateInput } from '../template/read-records.js';
import type { FoundOutcome } from './found-outcome.js';
import { madeUpTimes } from './made-up-values.js';
import { pastTemplateRecords, type PastTemplateRecord } from './past-template-records.js';
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

/**
 * A past query of a template as a test, as `savedTest` of a certificate. A test of a bundle has the
 * built-in policy for the data sets that it reads.
 * @param policy by which it was decided
 * @throws RESOURCE_CONFLICT (not_testable) for a query that a test cannot state
 */
export function savedTemplateTest(
  past: PastTemplateQuery,
  replay: Pick<TemplateReplay, 'open' | 'records'>,
  policy: QueryingPolicy,
): PolicyTest {
  const input = pastInput(past, replay);
  const records = pastTemplateRecords(input);
  requireStatable(past, records);
  const shape = shapeOf(past, input, records);
  return testOf(shape, policyWith(past.template, policy), (found) =>
    isAsAnswered(past, input, found),
  );
}

function shapeOf(
  past: PastTemplateQuery,
  { now }: TemplateInput,
  records: readonly PastTemplateRecord[],
) {
  const { event, template } = past;
  const consent = bindingConsent(past);
  const furnishers = new Set(records.map((one) => one.furnishingEntityId));
  return {
    name: 'a past query',
    policy: event.policy_id ?? 'built-in',
    at: AT,
    query: {
      querying_entity_id: event.querying_entity_id,
      template_slug: template.slug,
      ...(event.permissible_purpose !== null && { permissible_purpose: event.permissible_purpose }),
    },
    records: recordsFrom(records, now, consent?.terms),
    consents: consent ? [consentFrom(consent.terms, furnishers)] : [],
    attestations: attestationsFrom(records),
  };
}

function recordsFrom(
  records: readonly PastTemplateRecord[],
  now: number,
  consent: DecisiveConsent | undefined,
): TestedRecord[] {
  const timeOf = madeUpTimes(
    records.flatMap(({ times }) => times),
    now,
    Date.parse(AT),
  );
  return records.map(({ furnishingEntityId, furnishedAt, dataset, legalName, madeUp }) => ({
    furnishing_entity_id: furnishingEntityId,
    furnished_at: timeOf(furnishedAt),
    ...madeUpIdentity(legalName, consent),
    [dataset]: madeUp(timeOf),
  }));
}

/** Whether the test has the outcome of the query, and its groups from the same furnishers. */
function isAsAnswered(
  { event, template }: PastTemplateQuery,
  input: TemplateInput,
  { outcome, groups }: FoundOutcome,
): boolean {
  if (outcome !== event.outcome) return false;
  if (outcome === 'no_result') return true;
  const { choice } = chooseGroups(input);
  return template.groups.every(
    ({ name }) => groups?.[name]?.furnishing_entity_id === choice.get(name)?.furnishingEntityId,
  );
}
