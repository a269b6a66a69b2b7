import {
  newId,
  stableId,
  type ConsentState,
  type PayloadOf,
  type QueryingPolicyRetired,
  type QueryingPolicySaved,
} from '@ndx/contracts';
import { aConsent, aWorld } from './world.js';

type SavedPolicy = PayloadOf<typeof QueryingPolicySaved>;
type RetiredPolicy = PayloadOf<typeof QueryingPolicyRetired>;

const AT = '2026-01-01T00:00:00.000Z';

/** The payloads of a consent's events. */
export function aConsentHistory() {
  const granted = aConsent(aWorld());
  const { consent_id, entity_id, network_id } = granted;
  const [grant] = granted.field_access_grants;
  if (!grant) throw new Error('a consent has a grant');
  const reference = { consent_id, entity_id, network_id };
  return {
    granted,
    grant,
    amended: (revision: number, scope: string): ConsentState => ({ ...granted, revision, scope }),
    closed: (revision: number) => ({
      ...{ ...reference, revision, grant_id: grant.grant_id, closed_at: AT },
    }),
    revoked: (revision: number) => ({ ...reference, revision, revoked_at: AT }),
  };
}

/** The payloads of a querying policy's events. */
export function aPolicyHistory() {
  const policy = {
    policy_id: newId(),
    network_id: newId(),
    product_id: stableId('product', 'kyb_certificate'),
    entity_id: newId(),
    status: 'published',
    is_default: false,
    enforced: true,
  } as const;
  return {
    id: policy.policy_id,
    saved: (revision: number, state: Partial<SavedPolicy>): SavedPolicy => ({
      ...{ ...policy, revision, version: revision },
      ...{ model_selections: [], consent: null, permissible_purposes: [], ...state },
    }),
    retired: (revision: number, status: RetiredPolicy['status'] = 'archived'): RetiredPolicy => ({
      ...{ ...policy, revision, version: 2, status },
    }),
  };
}
