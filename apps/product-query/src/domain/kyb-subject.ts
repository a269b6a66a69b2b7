import { invalid, notFound, type ConsentState } from '@ndx/contracts';

/** A business as product-query knows it. */
export interface KnownBusiness {
  readonly networkId: string;
  /** The same in all networks for the same business. */
  readonly matchHashes: readonly string[];
}

export interface SubjectRequest {
  readonly networkIds: readonly string[];
  readonly businessId: string | undefined;
}

/**
 * The id of the business that a query is about: the named one, else the consent's.
 * @throws RESOURCE_NOT_FOUND when it is in none of the listed networks, VALIDATION_ERROR when the
 * named business is not the one that consented
 */
export function subjectOf(
  { businessId, networkIds }: SubjectRequest,
  business: KnownBusiness | undefined,
  consent: ConsentState | undefined,
): string {
  if (businessId === undefined) {
    if (consent?.business_id) return consent.business_id;
    throw invalid('one of consent_id or consumer_id must be provided');
  }
  if (!business || !networkIds.includes(business.networkId)) throw notFound('business not found');
  if (consent && !consent.match_hashes.some((hash) => business.matchHashes.includes(hash))) {
    throw invalid('the consent is of another business than business_id');
  }
  return businessId;
}
