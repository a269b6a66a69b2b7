import type { ServiceName, StatefulServiceName } from '@ndx/contracts';
import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { attestation, consent, furnish, query } from '../load/operations.js';
import { PATHS } from '../load/paths.js';
import { keyedRequest, type Operation } from '../load/operation.js';
import type { Request } from '../system/caller.js';

/** A request that stays in flight while a table is locked. */
export interface HeldRequest {
  readonly service: StatefulServiceName;
  readonly table: string;
  readonly ask: (businessId: string) => Pick<Operation, 'by' | 'request'>;
}

const SEARCH: Request = {
  method: 'GET',
  path: `/v1/entities/business/search?network_id=${DEMO_NETWORK.id}`,
};

/** Creations would wait for one another. */
const LIST: Request = { method: 'GET', path: `${PATHS.policy}?network_id=${DEMO_NETWORK.id}` };

/**
 * A request of each process with public operations, in flight while the table is locked.
 */
export const HELD_REQUESTS: Readonly<Partial<Record<ServiceName, HeldRequest>>> = {
  // Any service behind it: the gateway must wait for the response.
  gateway: { service: 'attestation', table: 'attestation', ask: attestation },
  entity: {
    service: 'entity',
    table: 'business_identity',
    ask: () => ({ by: QUERYING_BANK, request: SEARCH }),
  },
  consent: { service: 'consent', table: 'consent', ask: () => consent() },
  policy: {
    service: 'policy',
    table: 'querying_policy',
    ask: () => ({ by: OPERATOR, request: LIST }),
  },
  attestation: { service: 'attestation', table: 'attestation', ask: attestation },
  furnishing: { service: 'furnishing', table: 'submission', ask: () => furnish() },
  'product-query': {
    service: 'product-query',
    table: 'query_event',
    // Requests with a key have separate statements; the others share one statement and one
    // connection.
    ask: (businessId) => {
      const asked = query({ business_id: businessId });
      return { by: asked.by, request: keyedRequest(asked) };
    },
  },
};
