import type { IdentityAccount } from '@ndx/local-infra';
import { SEEDED_WITH_SANDBOX, SYSTEM_OPERATOR, type DemoInstitution } from './demo-network.js';
import { DEMO_PEOPLE, subjectOf, type DemoPerson } from './demo-people.js';

/** A person with every permission who has no account in the network, for an invitation. */
export const NEWCOMER = {
  name: 'newcomer',
  displayName: 'A person without an account',
  description: 'accepts an invitation',
  claims: { sub: 'newcomer-person', org_id: 'newcomer-bank', role: 'admin' },
} as const satisfies IdentityAccount;

/** The accounts of the demo network at the identity provider: one for each role, then the institutions. The last one is unknown to it. */
export const DEMO_ACCOUNTS: readonly IdentityAccount[] = [
  ...DEMO_PEOPLE.map(accountOfPerson),
  {
    ...accountOfInstitution(SYSTEM_OPERATOR),
    displayName: 'Operator of the system',
    description: `${SYSTEM_OPERATOR.name}: health of the services, parked events`,
  },
  ...SEEDED_WITH_SANDBOX.institutions.map(accountOfInstitution),
  NEWCOMER,
];

function accountOfPerson(person: DemoPerson): IdentityAccount {
  const { account, name, task, institution, permissions } = person;
  return {
    name: account,
    displayName: name,
    description: `${institution.name}: ${task}`,
    claims: { sub: subjectOf(person), org_id: institution.account, permissions },
  };
}

function accountOfInstitution({
  account,
  organization = account,
  name,
  subject,
  tokenRole,
}: DemoInstitution): IdentityAccount {
  return {
    name: account,
    displayName: name,
    claims: { sub: subject, org_id: organization, role: tokenRole },
  };
}
