import { kybCertificate } from '@ndx/catalog';
import { DomainError, RANKINGS } from '@ndx/contracts';
import type { Judgement } from '../candidate.js';
import { assembleCertificate, type Assembly } from '../certificate/assemble-certificate.js';
import { certificateBody } from '../certificate/certificate-body.js';
import { resolveKybAccess } from '../certificate/kyb-access.js';
import { requiresModel, type QueryingPolicy } from '../policy/querying-policy.js';
import type { FoundOutcome, FoundSection } from './found-outcome.js';
import { templateOf, type PolicyTest } from './policy-test.js';
import { decidedTemplate } from './run-template-test.js';
import { NO_RECORD } from './test-parts.js';
import {
  MATCH_HASHES,
  querierOf,
  SUBJECT,
  testedCandidates,
  testedConsents,
} from './tested-facts.js';
import { NETWORK } from './tested-policy.js';

/**
 * Decides the query of a test under a policy, as the service decides a query.
 * @param policy the published default of the network of the test
 * @throws RangeError for another policy: the built-in default would decide instead
 */
export function decidePolicyTest(test: PolicyTest, policy: QueryingPolicy): FoundOutcome {
  const template = templateOf(test);
  requireApplicable(policy, (template ?? kybCertificate).id);
  try {
    return template ? decidedTemplate(test, template, policy) : decidedCertificate(test, policy);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { outcome: 'refused', reasons: [error.reason] };
  }
}

function requireApplicable(
  { networkId, productId, status, isDefault }: QueryingPolicy,
  tested: string,
): void {
  const isOfTest = networkId === NETWORK && productId === tested;
  if (isOfTest && status === 'published' && isDefault) return;
  throw new RangeError('the policy of a test must be the published default of its network');
}

function decidedCertificate(test: PolicyTest, policy: QueryingPolicy): FoundOutcome {
  const { query } = test;
  const now = Date.parse(test.at);
  const { furnishing_entity_ids: furnishingEntityIds = [], permissible_purpose: purpose } = query;
  const consents = testedConsents(test);
  const [, named] = consents.find(([name]) => name === query.consent_id) ?? [];
  const own = consents.flatMap(([, consent]) =>
    consent.entity_id === query.querying_entity_id ? [consent] : [],
  );
  const access = resolveKybAccess(
    {
      principal: querierOf(query.querying_entity_id),
      product: kybCertificate,
      query: {
        ...{ networkIds: [NETWORK], policyId: undefined, furnishingEntityIds, purpose },
        ...{ consentId: query.consent_id, businessId: SUBJECT },
      },
      now,
    },
    {
      consent: named,
      recorded: query.consent_id === undefined ? own : [],
      business: { networkId: NETWORK, matchHashes: MATCH_HASHES },
      policies: [policy],
    },
  );
  const { assembly, judgements } = assembleCertificate({
    product: kybCertificate,
    candidates: testedCandidates(test),
    rules: access.rules,
    furnishingEntityIds,
    now,
  });
  if (!assembly) return { outcome: 'no_result', reasons: exclusionsOf(judgements, policy) };
  return { outcome: 'issued', reasons: [], result: resultOf(assembly, now) };
}

/** Why the required sections are missing; if none is required, why no section has a record. */
function exclusionsOf(
  judgements: readonly Judgement[],
  { modelSelections }: QueryingPolicy,
): readonly string[] {
  const isChosen = (model: string) =>
    judgements.some(({ candidate, verdict }) => candidate.model === model && verdict === 'chosen');
  const missing = kybCertificate.models.map(({ name }) => name).filter((name) => !isChosen(name));
  const required = missing.filter((name) => requiresModel(modelSelections, name));
  const relevant = required.length > 0 ? required : missing;
  const rankings: readonly string[] = RANKINGS;
  const excluded = relevant.flatMap((model) => {
    const verdicts = judgements.flatMap(({ candidate, verdict }) =>
      candidate.model === model && !rankings.includes(verdict) ? [verdict] : [],
    );
    return verdicts.length > 0 || required.length === 0 ? verdicts : [NO_RECORD];
  });
  return excluded.length > 0 ? [...new Set(excluded)] : [NO_RECORD];
}

/** The sections of the certificate that the service would write. */
function resultOf(assembly: Assembly, issuedAt: number): FoundOutcome['result'] {
  const body = certificateBody(
    kybCertificate,
    {
      ...{ businessId: SUBJECT, certificateId: SUBJECT, queryEventId: SUBJECT },
      ...{ networks: [], consentId: null, permissiblePurpose: null, issuedAt },
    },
    assembly,
  );
  const { result } = JSON.parse(body) as {
    readonly result: Readonly<Record<string, FoundSection | null>>;
  };
  return Object.fromEntries(kybCertificate.models.map(({ name }) => [name, result[name] ?? null]));
}
