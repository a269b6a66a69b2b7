import type { FieldAccess, Product } from '@ndx/catalog';
import type { ConsentState, Principal } from '@ndx/contracts';
import { choosePolicies } from '../domain/choose-policies.js';
import { requireConsent } from '../domain/consent.js';
import { consentedAccess } from '../domain/consented-access.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { subjectOf } from '../domain/subject.js';
import type { KybFacts } from '../storage/kyb-reader.js';

/** What a caller asks about a business, to query it or to check what there is. */
export interface KybQuery {
  readonly networkIds: readonly string[];
  readonly policyId: string | undefined;
  /** Empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
  readonly consentId: string | undefined;
  readonly businessId: string | undefined;
}

/** The subject of a query, and the effective consent and policies. */
export interface KybAccess {
  readonly businessId: string;
  /** Undefined for a permissible-purpose query. */
  readonly consent: ConsentState | undefined;
  readonly accessTo: (furnishingEntityId: string) => FieldAccess;
  /** The policy that governs each listed network. */
  readonly policies: ReadonlyMap<string, QueryingPolicy>;
}

/** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND */
export function resolveKybAccess(
  principal: Principal,
  product: Product,
  query: KybQuery,
  facts: KybFacts,
  now: number,
): KybAccess {
  const { networkIds, policyId, consentId, businessId: subjectId } = query;
  const { id: productId, slug, subject: subjectType } = product;
  const consent =
    consentId === undefined
      ? undefined
      : requireConsent({ principal, subjectType, networkIds, slug, now }, facts.consent);
  const policies = choosePolicies({ principal, policyId, networkIds, productId }, facts.policies);
  const request = { networkIds, subjectType, subjectId };
  return {
    businessId: subjectOf(request, facts.business, consent),
    consent,
    accessTo: consentedAccess(consent, now),
    policies,
  };
}
