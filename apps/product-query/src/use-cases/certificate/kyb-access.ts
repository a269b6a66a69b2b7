import { covers, type Product } from '@ndx/catalog';
import {
  denied,
  type ConsentState,
  type PermissiblePurpose,
  type Principal,
  quoted,
} from '@ndx/contracts';
import { bindingConsent } from '../../domain/consent/binding-consent.js';
import { choosePolicies } from '../../domain/policy/choose-policies.js';
import { requireConsent } from '../../domain/consent/consent.js';
import { consentedAccess } from '../../domain/consent/consented-access.js';
import type { DatasetRules } from '../../domain/policy/network-rules.js';
import { allowsWithoutConsent, type QueryingPolicy } from '../../domain/policy/querying-policy.js';
import { subjectOf } from '../../domain/subject.js';
import type { KybFacts } from '../../storage/kyb-reader.js';

/** The common input of a KYB query and a coverage check. */
export interface KybQuery {
  readonly networkIds: readonly string[];
  readonly policyId: string | undefined;
  /** Empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
  readonly consentId: string | undefined;
  readonly businessId: string | undefined;
  readonly purpose: PermissiblePurpose | undefined;
}

/** The subject of a query, and the effective consent and policy in each requested network. */
export interface KybAccess {
  readonly businessId: string;
  readonly rules: ReadonlyMap<string, DatasetRules>;
}

interface KybAccessRequest {
  readonly principal: Principal;
  readonly product: Product;
  readonly query: KybQuery;
  readonly now: number;
}

/** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND */
export function resolveKybAccess(request: KybAccessRequest, facts: KybFacts): KybAccess {
  const { principal, product, query, now } = request;
  const { networkIds, policyId, consentId, businessId: subjectId } = query;
  const { id: productId, slug, subject: subjectType } = product;
  const named =
    consentId === undefined
      ? undefined
      : requireConsent({ principal, subjectType, networkIds, slug, now }, facts.consent);
  const policies = choosePolicies({ principal, policyId, networkIds, productId }, facts.policies);
  const businessId = subjectOf({ networkIds, subjectType, subjectId }, facts.business, named);
  const rules = [...policies].map(([networkId, policy]): [string, DatasetRules] => {
    const consent = named ?? recordedConsent(request, facts, networkId, policy);
    return [networkId, { policy, consent, accessTo: consentedAccess(consent, now) }];
  });
  return { businessId, rules: new Map(rules) };
}

/**
 * The effective consent of a query that names none (decision 0068); undefined when the policy
 * allows the query without a consent.
 * @throws PERMISSION_DENIED when the newest consent that covers the product has ended, or when a
 *   required consent is missing
 */
function recordedConsent(
  { product, query, now }: KybAccessRequest,
  { recorded }: KybFacts,
  networkId: string,
  policy: QueryingPolicy,
): ConsentState | undefined {
  const { slug, subject: subjectType } = product;
  const covering = recorded.filter(({ scope }) => covers(scope, slug));
  const question = { subjectType, subjects: [], recorded: covering, now };
  const binding = bindingConsent(question, networkId, [slug]);
  if (binding === 'closed') {
    throw denied(
      'consent_out_of_scope',
      `the newest consent of the business in network ${quoted(networkId)} has ended`,
    );
  }
  if (allowsWithoutConsent(policy, subjectType, query.purpose)) return undefined;
  if (typeof binding === 'object') return binding;
  throw denied(
    'consent_required',
    `network ${quoted(networkId)} requires a consent of the business, or a purpose that its policy allows`,
  );
}
