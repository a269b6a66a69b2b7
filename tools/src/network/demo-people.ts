import type { Permission } from '@ndx/contracts';
import { FIRST_BANK, OPERATOR, QUERYING_BANK, type DemoInstitution } from './demo-network.js';

/** A demo account for the tasks of one role in the console. */
export interface DemoPerson {
  /** The name of the demo account. */
  readonly account: string;
  /** The title on the sign-in page. */
  readonly name: string;
  /** The task of the account, on the sign-in page. */
  readonly task: string;
  readonly institution: DemoInstitution;
  readonly permissions: readonly Permission[];
}

export const GOVERNOR: DemoPerson = {
  account: 'governor',
  name: 'Governor',
  task: 'members, policies, identity conflicts, who queried what',
  institution: OPERATOR,
  permissions: [
    'network:read',
    'network:admin',
    'policy:read',
    'policy:write',
    'entity:search',
    'billing:read',
    'audit:read',
  ],
};

/** An officer of the governing institution, who reads the audit log and changes nothing. */
export const AUDITOR: DemoPerson = {
  account: 'network-compliance-officer',
  name: 'Compliance officer of the network',
  task: 'audit log and its verification, policies, who queried what',
  institution: OPERATOR,
  permissions: ['network:read', 'policy:read', 'billing:read', 'audit:read'],
};

/**
 * An officer of a querying institution: consents are visible to the institution that recorded them.
 */
export const COMPLIANCE_OFFICER: DemoPerson = {
  account: 'compliance-officer',
  name: 'Compliance officer of a querier',
  task: 'subjects, consents, who read their data, notices',
  institution: QUERYING_BANK,
  permissions: [
    'network:read',
    'entity:search',
    'consent:read',
    'consent:write',
    'policy:read',
    'product:check',
    'notice:read',
    'billing:read',
  ],
};

/** Reads the uses of the records, for which the permission to furnish is needed. */
export const FURNISHER_COMPLIANCE_OFFICER: DemoPerson = {
  account: 'furnisher-compliance-officer',
  name: 'Compliance officer of a furnisher',
  task: 'attestations, uses of the furnished records',
  institution: FIRST_BANK,
  permissions: [
    'network:read',
    'entity:search',
    'attestation:read',
    'attestation:write',
    'policy:read',
    'data:furnish',
  ],
};

export const INTEGRATOR: DemoPerson = {
  account: 'integrator',
  name: 'Integrator',
  task: 'explanations of responses, coverage checks, the main job, notice endpoints',
  institution: QUERYING_BANK,
  permissions: [
    'network:read',
    'entity:search',
    'consent:read',
    'consent:write',
    'policy:read',
    'product:query',
    'product:check',
    'notice:read',
    'notice:write',
    'billing:read',
    'clock:write',
  ],
};

export const BILLING: DemoPerson = {
  account: 'billing',
  name: 'Billing',
  task: 'queries per product and day, evidence of a charge',
  institution: OPERATOR,
  permissions: ['network:read', 'policy:read', 'billing:read'],
};

/** The people in the order of the sign-in page. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  GOVERNOR,
  AUDITOR,
  COMPLIANCE_OFFICER,
  FURNISHER_COMPLIANCE_OFFICER,
  INTEGRATOR,
  BILLING,
];

/** The user claim of the tokens of an account. */
export function subjectOf({ account }: DemoPerson): string {
  return `${account}-person`;
}
