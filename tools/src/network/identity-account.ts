import type { IdentityAccount } from '@ndx/local-infra';
import type { DemoInstitution } from './demo-network.js';

/** How the identity provider knows the account of a demo institution. */
export function identityAccount({ account, subject, tokenRole }: DemoInstitution): IdentityAccount {
  return { name: account, claims: { sub: subject, org_id: account, role: tokenRole } };
}
