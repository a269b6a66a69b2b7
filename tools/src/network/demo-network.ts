import { stableId, type MembershipRole, type TokenRole } from '@ndx/contracts';

/** The demo network that a fresh system is filled with; its ids are the same on every machine. */
export interface DemoInstitution {
  /** The institution's name in the token's organization claim, and of its demo account. */
  readonly account: string;
  readonly name: string;
  readonly entityId: string;
  readonly subject: string;
  readonly tokenRole: TokenRole;
  readonly roles: readonly MembershipRole[];
}

const institution = (
  account: string,
  name: string,
  tokenRole: TokenRole,
  roles: readonly MembershipRole[],
): DemoInstitution => ({
  account,
  name,
  tokenRole,
  roles,
  entityId: stableId('demo-institution', account),
  subject: `${account}-user`,
});

export const DEMO_CLIENT_ID = 'ndx-development';

export const DEMO_NETWORK = { id: stableId('demo-network', 'main'), name: 'Demo network' };

/** A second network, so that queries over several can be tried. */
export const DEMO_SECOND_NETWORK = {
  id: stableId('demo-network', 'second'),
  name: 'Second demo network',
};

/** Governs both networks; made from the bootstrap configuration of an empty system. */
export const OPERATOR = institution('operator', 'Network Operator', 'admin', ['governor']);

export const FIRST_BANK = institution('first-bank', 'First Demo Bank', 'furnisher', ['furnisher']);
export const SECOND_BANK = institution('second-bank', 'Second Demo Bank', 'furnisher', [
  'furnisher',
]);
export const QUERYING_BANK = institution('querying-bank', 'Querying Demo Bank', 'querier', [
  'querier',
]);

/** Who takes part in which network, beside the operator. */
export const DEMO_MEMBERS: readonly {
  readonly network: { readonly id: string };
  readonly institution: DemoInstitution;
}[] = [
  { network: DEMO_NETWORK, institution: FIRST_BANK },
  { network: DEMO_NETWORK, institution: SECOND_BANK },
  { network: DEMO_NETWORK, institution: QUERYING_BANK },
  { network: DEMO_SECOND_NETWORK, institution: FIRST_BANK },
  { network: DEMO_SECOND_NETWORK, institution: QUERYING_BANK },
];

export const DEMO_INSTITUTIONS = [OPERATOR, FIRST_BANK, SECOND_BANK, QUERYING_BANK];
