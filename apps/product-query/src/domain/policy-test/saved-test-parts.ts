import { conflict, quoted, type QueryEvent } from '@ndx/contracts';
import { matchOfNames } from '../certificate/stated-business.js';
import type { DecisiveConsent } from '../decision/decision.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import type { RecordedQuery } from '../explanation/explained-query.js';
import type { FoundGroup, FoundOutcome, FoundSection } from './found-outcome.js';
import type { PolicyTest, TestedConsent } from './policy-test.js';
import { decidePolicyTest } from './run-policy-test.js';

/** The time of the query in every saved test. */
export const AT = '2026-06-01T00:00:00.000Z';
const NAME = 'Example Business LLC';
const OTHER_NAME = 'Other Example Business LLC';
const YEAR_MS = 365 * 86_400_000;

export function notTestable(why: string) {
  return conflict(
    'not_testable',
    `the query cannot be saved as a test of a policy: ${quoted(why)}`,
  );
}

/** @throws RESOURCE_CONFLICT (not_testable) */
export function requireStatable(
  { event }: { readonly event: Pick<QueryEvent, 'network_ids'> },
  records: readonly { readonly isUnsupported: boolean }[],
): void {
  if (event.network_ids.length > 1) throw notTestable('it read several networks');
  if (records.some(({ isUnsupported }) => isUnsupported)) {
    throw notTestable('data of it was disputed, or its furnisher had left the network');
  }
}

/** The business of a record, with another made-up name where the consent has another name. */
export function madeUpIdentity(legalName: string | null, consent: DecisiveConsent | undefined) {
  if (legalName === null) return {};
  const consented = consent && { consented_fields: '*', business_legal_name: consent.name ?? null };
  const match = matchOfNames(consented, { isVisible: true, stated: () => legalName });
  return {
    business_identity: { business_legal_name: match === 'differs' ? OTHER_NAME : NAME },
  };
}

/** The consent that bound the query, or one that another policy would need. */
export function bindingConsent({ decision }: Pick<RecordedQuery, 'decision'>) {
  const bound = decision.bound?.[0] ?? null;
  const binding = bound === null ? undefined : decision.consents?.[bound];
  const terms = binding ?? decision.unneeded?.[0] ?? undefined;
  return terms && { terms, binds: binding !== undefined };
}

/** Its grants for furnishers without a readable record are left out. */
export function consentFrom(
  { fields, name, grants }: DecisiveConsent,
  furnishers: ReadonlySet<string>,
): TestedConsent {
  return {
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

/** An attestation in force for each furnisher that had one. */
export function attestationsFrom(
  records: readonly { readonly furnishingEntityId: string; readonly isAttested: boolean }[],
): NonNullable<PolicyTest['attestations']> {
  const attested = records.flatMap((one) => (one.isAttested ? [one.furnishingEntityId] : []));
  const expires_at = new Date(Date.parse(AT) + YEAR_MS).toISOString();
  return [...new Set(attested)].map((entity_id) => ({ entity_id, expires_at }));
}

/**
 * The test with the outcome that the policy gives it.
 * @param isAsAnswered whether that is the outcome of the query
 * @throws RESOURCE_CONFLICT (not_testable) when it is not
 */
export function testOf(
  shape: Omit<PolicyTest, 'expected'>,
  policy: QueryingPolicy,
  isAsAnswered: (found: FoundOutcome) => boolean,
): PolicyTest {
  const found = decidePolicyTest({ ...shape, expected: { outcome: 'issued' } }, policy);
  if (!isAsAnswered(found)) throw notTestable('made-up values do not reproduce its answer');
  return { ...shape, name: nameOf(found), expected: expectedFrom(found) };
}

function nameOf({ outcome, reasons }: FoundOutcome): string {
  const because = reasons.length > 0 ? `: ${reasons.join(', ')}` : '';
  return `a past query ${outcome === 'issued' ? 'is issued' : 'has no result'}${because}`;
}

/** The outcome, and the sections or groups that the answer has, each with its furnisher. */
function expectedFrom({ outcome, reasons: [reason], result, groups }: FoundOutcome) {
  return {
    outcome,
    ...(reason !== undefined && { reason }),
    ...(result && { result: sourcesIn(result) }),
    ...(groups && { groups: sourcesIn(groups) }),
  };
}

function sourcesIn(parts: Readonly<Record<string, FoundGroup | FoundSection | null>>) {
  const present = Object.entries(parts).flatMap(([name, part]) =>
    part ? [[name, { furnishing_entity_id: part.furnishing_entity_id }] as const] : [],
  );
  return Object.fromEntries(present);
}
