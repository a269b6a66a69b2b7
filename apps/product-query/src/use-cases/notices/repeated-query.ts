import type { AskedQuery } from '../../domain/decision/asked-query.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import type { KybQuery } from '../../domain/certificate/kyb-access.js';

/** The query of a certificate, as its institution would send it again. */
export function repeatedQuery(
  { policy, consent, subject }: AskedQuery,
  { event, decision }: Pick<DecidedQuery, 'event' | 'decision'>,
): KybQuery {
  return {
    networkIds: event.network_ids,
    policyId: policy,
    consentId: consent,
    businessId: subject,
    furnishingEntityIds: decision?.requested ?? [],
    purpose: event.permissible_purpose ?? undefined,
  };
}
