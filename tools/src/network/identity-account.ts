import type { IdentityAccount } from '@ndx/local-infra';
import type { DemoInstitution } from './demo-network.js';

/** The account of a demo institution at the identity provider. */
export function identityAccount({ account, subject, tokenRole }: DemoInstitution): IdentityAccount {
  return { name: account, claims: { sub: subject, org_id: account, role: tokenRole } };
}
