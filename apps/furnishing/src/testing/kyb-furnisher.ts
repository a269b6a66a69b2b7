import { randomUUID } from 'node:crypto';
import { kybCertificate } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import type { FurnishingService } from './furnishing-service.js';

interface Result {
  readonly errors: readonly { readonly detail: string }[];
}

/** A furnisher of KYB records, in a new network. */
export function kybFurnisher(service: FurnishingService) {
  const network = randomUUID();
  const principal = member(network, 'furnisher');
  const furnish = (records: unknown, more: object = {}, who: Principal = principal) =>
    service.furnish(who, kybCertificate.furnishPath, {
      network_id: network,
      records,
      ...more,
    });
  return {
    network,
    principal,
    furnish,
    /** The reason for rejecting a single record; empty when it is accepted. */
    reasons: async (record: unknown, who?: Principal) => {
      const { body } = await furnish([record], {}, who);
      const [result] = body['results'] as Result[];
      return result?.errors.map(({ detail }) => detail);
    },
  };
}
