import type { Principal } from '@ndx/contracts';
import { expect } from '@jest/globals';
import type { EntityService } from './entity-service.js';

/** The result for one business of a batch. */
export interface BusinessMatch {
  readonly business_id: string;
  readonly network_id: string;
  readonly match_hashes: string[];
  readonly error?: { readonly detail: string };
}

/** Calls the operation like furnishing and consent do. */
export async function resolveBusinesses(
  service: EntityService,
  caller: Principal,
  networkIds: readonly string[],
  businesses: readonly object[],
): Promise<BusinessMatch[]> {
  const { status, body } = await service.call<{ businesses: BusinessMatch[] }>(
    caller,
    'POST',
    '/internal/businesses/resolve',
    { network_ids: networkIds, businesses },
  );
  expect(status).toBe(200);
  return body.businesses;
}
