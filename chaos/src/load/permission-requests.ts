import { OPERATOR, QUERYING_BANK, type DemoInstitution } from '@ndx/tools/network/demo-network';
import type { TrackedPermission } from '../history/tracked-permission.js';
import type { Request } from '../system/caller.js';
import { PATHS } from './paths.js';

/** A change of a permission after its grant. */
export type PermissionChange = 'narrow' | 'widen' | 'revoke';

interface AskedChange {
  readonly by: DemoInstitution;
  readonly request: Request;
}

const MODEL = 'business_identity_verification';
const FIELD = 'business_entity_type';

/** A policy is never revoked: a field that it disables is hidden until it enables it again. */
export function permissionChange(
  { kind, consentId, policyId = '' }: TrackedPermission,
  change: PermissionChange,
): AskedChange {
  if (kind === 'policy') {
    const field_selections = [{ field_name: FIELD, is_enabled: change === 'widen' }];
    const model_selections = [{ model_name: MODEL, field_selections }];
    return {
      by: OPERATOR,
      request: put(`${PATHS.policy}/${policyId}/configuration`, { model_selections }),
    };
  }
  const path = `${PATHS.consent}/${consentId}`;
  const request: Request =
    change === 'revoke'
      ? { method: 'POST', path: `${path}/revoke` }
      : put(path, { scope: change === 'widen' ? '*' : 'total_consumer_assets' });
  return { by: QUERYING_BANK, request };
}

function put(path: string, body: object): Request {
  return { method: 'PUT', path, body };
}
