import { BusinessIdentified, type Principal } from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import type { OwnService } from './own-service.js';

/** The section of the KYB certificate that the furnished record of a replay has. */
export const KYB_IDENTITY = {
  business_identity_verification: {
    assertions: {
      business_identity_verification_assertion: true,
      business_identity_verification_performed_timestamp: '2026-01-01T00:00:00Z',
    },
    data: { business_entity_type: 'corporation' },
  },
};

export interface ReplayedBusiness {
  readonly networkId: string;
  readonly businessId: string;
  /** A query finds the business by them. */
  readonly matchHashes: readonly string[];
}

/** Publishes the identity of a business, which replays have no service for. */
export async function identifyBusiness(
  productQuery: OwnService,
  { networkId, businessId, matchHashes }: ReplayedBusiness,
): Promise<void> {
  const identified = {
    network_id: networkId,
    business_id: businessId,
    match_hashes: [...matchHashes],
    merged_into: null,
    revision: 1,
  };
  await productQuery.consume(outgoingEvent(BusinessIdentified, identified, {}));
}

/** The status of a query for the KYB certificate of a business in a network. */
export async function statusOfKybQuery(
  productQuery: OwnService,
  principal: Principal,
  networkId: string,
  about: { readonly consent_id: string } | { readonly business_id: string },
): Promise<number> {
  const body = { network_ids: [networkId], ...about };
  const path = '/v1/products/kyb_certificate/query';
  return (await productQuery.requests.call(principal, 'POST', path, body)).status;
}
