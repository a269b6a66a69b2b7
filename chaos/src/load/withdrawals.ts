import { randomUUID } from 'node:crypto';
import {
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import type { Outcome, Request } from '../system/caller.js';
import type { Operation } from './operation.js';
import { ENTITY_TYPE, furnish, query } from './operations.js';
import { PATHS } from './paths.js';

/** The permissions of a query, each of which may be withdrawn. */
export interface Permission {
  readonly consentId: string;
  readonly grantId: string;
  readonly policyId: string;
  /** The record that the query uses. */
  readonly recordId: string;
  /** The business of the record. */
  readonly registration: string;
}

/** A change after which a query no longer shows the data. */
export interface Withdrawal {
  readonly by: DemoInstitution;
  readonly request: (permission: Permission) => Request;
}

/** A request that clients repeat, and whether its response used what was withdrawn. */
export interface Use {
  readonly operation: () => Pick<Operation, 'by' | 'request'>;
  readonly isUsed: (outcome: Outcome) => boolean;
}

const IDENTITY = 'business_identity_verification';

/** Changes of a consent, a grant, a policy and a record, each of which hides the entity type. */
export const WITHDRAWALS = {
  revoked: {
    by: QUERYING_BANK,
    request: ({ consentId }) => ({ method: 'POST', path: `${PATHS.consent}/${consentId}/revoke` }),
  },
  'amended to fewer fields': {
    by: QUERYING_BANK,
    request: ({ consentId }) => ({
      method: 'PUT',
      path: `${PATHS.consent}/${consentId}`,
      body: { consented_fields: `${IDENTITY}.business_registration_status` },
    }),
  },
  'amended to another scope': {
    by: QUERYING_BANK,
    request: ({ consentId }) => ({
      method: 'PUT',
      path: `${PATHS.consent}/${consentId}`,
      body: { scope: 'total_consumer_assets' },
    }),
  },
  'without its grant': {
    by: QUERYING_BANK,
    request: ({ consentId, grantId }) => ({
      method: 'DELETE',
      path: `${PATHS.consent}/${consentId}/grants/${grantId}`,
    }),
  },
  'under a policy that disables the field': {
    by: OPERATOR,
    request: ({ policyId }) => ({
      method: 'PUT',
      path: `${PATHS.policy}/${policyId}/configuration`,
      body: {
        model_selections: [
          {
            model_name: IDENTITY,
            field_selections: [{ field_name: 'business_entity_type', is_enabled: false }],
          },
        ],
      },
    }),
  },
  'of a withdrawn record': {
    by: FIRST_BANK,
    request: ({ recordId }: Pick<Permission, 'recordId'>) => ({
      method: 'POST',
      path: `/v1/records/${recordId}/withdraw`,
      body: { reason: 'wrong_value' },
    }),
  },
  'of a corrected record': {
    by: FIRST_BANK,
    request: ({ recordId, registration }) => ({
      ...furnish(registration, { corrects: recordId, entityType: 'corporation' }).request,
      // A repetition without a key is rejected: the record has ended.
      headers: { 'idempotency-key': randomUUID() },
    }),
  },
} as const satisfies Readonly<Record<string, Withdrawal>>;

export type WithdrawalName = keyof typeof WITHDRAWALS;

export const WITHDRAWAL_NAMES = Object.keys(WITHDRAWALS) as readonly WithdrawalName[];

/** Whether a query's response shows withdrawn data. */
export function shows(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answered' &&
    outcome.status === 200 &&
    JSON.stringify(outcome.body).includes(`"business_entity_type":"${ENTITY_TYPE}"`)
  );
}

/** A query under a permission. */
export function useOf({ consentId: consent_id, policyId: policy_id }: Permission): Use {
  return { operation: () => query({ consent_id, policy_id }), isUsed: shows };
}
