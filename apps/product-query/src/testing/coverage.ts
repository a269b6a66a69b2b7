import { stableId } from '@ndx/contracts';
import type { Answer } from '@ndx/service/testing';
import type { QueryService } from './query-service.js';
import type { World } from './world.js';

export const KYB = stableId('product', 'kyb_certificate');
export const IDENTITY = 'business_identity_verification';

export interface Coverage {
  readonly consumer_id: string | null;
  readonly business_id: string | null;
  readonly entities: readonly {
    readonly furnishing_entity_id: string;
    readonly furnishing_entity_name: string | null;
    readonly network_id: string;
    readonly complete: boolean;
    readonly models: readonly {
      readonly model_name: string;
      readonly met_count: number;
      readonly total_count: number;
      readonly fields: readonly { readonly field_name: string; readonly met: boolean }[];
    }[];
  }[];
}

export function check(
  service: QueryService,
  { principal, networkId }: World,
  body: object,
): Promise<Answer<Coverage>> {
  const request = { network_ids: [networkId], ...body };
  return service.call<Coverage>(principal, 'POST', '/v1/products/check', request);
}
