import { covers, type Product } from '@ndx/catalog';
import {
  denied,
  type ConsentState,
  type PermissiblePurpose,
  type Principal,
  quoted,
} from '@ndx/contracts';
import { admission, isRefused } from '../consent/admission.js';
import { bindingConsent } from '../consent/binding-consent.js';
import { choosePolicies } from '../policy/choose-policies.js';
import { requireConsent } from '../consent/consent.js';
import { consentedAccess } from '../consent/consented-access.js';
import type { DatasetRules } from '../policy/network-rules.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import { subjectOf, type KnownSubject } from '../subject.js';

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

/** What is known of the consents, the business and the policies of a query. */
export interface KybAccessFacts {
  /** The named consent. */
  readonly consent: ConsentState | undefined;
  /** When the request names no consent: the institution's consents of the business. */
  readonly recorded: readonly ConsentState[];
  /** The named business, in any network. */
  readonly business: KnownSubject | undefined;
  /** The named policy and the defaults of the requested networks. */
  readonly policies: readonly QueryingPolicy[];
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
export function resolveKybAccess(request: KybAccessRequest, facts: KybAccessFacts): KybAccess {
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
    const { consent, unneeded } = named
      ? { consent: named }
      : recordedConsent(request, facts, networkId, policy);
    return [networkId, { policy, consent, unneeded, accessTo: consentedAccess(consent, now) }];
  });
  return { businessId, rules: new Map(rules) };
}

/**
 * The consent of a query that names none (decision 0068).
 * @throws PERMISSION_DENIED when the newest consent that covers the product has ended, or when a
 *   required consent is missing
 */
function recordedConsent(
  { product, query, now }: KybAccessRequest,
  { recorded }: KybAccessFacts,
  networkId: string,
  policy: QueryingPolicy,
): Pick<DatasetRules, 'consent' | 'unneeded'> {
  const { slug, subject: subjectType } = product;
  const covering = recorded.filter(({ scope }) => covers(scope, slug));
  const question = { subjectType, subjects: [], recorded: covering, now };
  const binding = bindingConsent(question, networkId, [slug]);
  const admitted = admission(binding, policy, product, query.purpose);
  if (isRefused(admitted)) throw denied(admitted.reason, REFUSALS[admitted.reason](networkId));
  const { consent } = admitted;
  return { consent, unneeded: consent || typeof binding !== 'object' ? undefined : binding };
}

const REFUSALS = {
  consent_out_of_scope: (networkId: string) =>
    `the newest consent of the business in network ${quoted(networkId)} has ended`,
  consent_required: (networkId: string) =>
    `network ${quoted(networkId)} requires a consent of the business, or a purpose that its policy allows`,
};
