import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS } from '@ndx/contracts';
import { IsOptional } from 'class-validator';
import { Uuid } from '../shapes/shapes.js';
import { CURSOR_REFUSAL, CursorQuery } from './page-shapes.js';

export const QUERYING_POLICIES = '/v1/networks/policies/querying';

export class PolicyPath {
  @Uuid()
  readonly policy_id!: string;
}

export class ListPoliciesQuery extends CursorQuery {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @Uuid()
  readonly product_id?: string;
}

export const NOT_FOUND = ['policy_not_found', 'not_a_member'] as const;

export const LIST_REFUSALS = [...CURSOR_REFUSAL, 'not_a_member'] as const;

/** The product of the example policy. */
export const EXAMPLE_PAIR = {
  product_id: kybCertificate.id,
  network_id: EXAMPLE_IDS.network,
};

export const EXAMPLE_MODEL = 'business_identity_verification';

/** About the member `expected_version`. */
export const EXPECTED =
  'The version that the caller read; if the policy has another one, the request is a conflict.';
