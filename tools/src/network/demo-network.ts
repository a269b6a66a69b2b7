import { idWithin, stableId, type MembershipRole, type TokenRole } from '@ndx/contracts';

/** The demo network of a fresh system; its ids are the same on every machine. */
export interface DemoInstitution {
  /** The institution's name in the token's organization claim, and of its demo account. */
  readonly account: string;
  readonly name: string;
  readonly entityId: string;
  readonly subject: string;
  readonly tokenRole: TokenRole;
  readonly roles: readonly MembershipRole[];
}

export const DEMO_CLIENT_ID = 'ndx-development';

/** Governs both networks; created from the bootstrap configuration of an empty system. */
export const OPERATOR: DemoInstitution = {
  account: 'operator',
  name: 'Network Operator',
  entityId: stableId('demo-institution', 'operator'),
  subject: 'operator-user',
  tokenRole: 'admin',
  roles: ['governor'],
};

/** A network of the operator, with the id that it may choose (decision 0036). */
const network = (name: string) => ({ id: idWithin(OPERATOR.entityId, name), name });

export const DEMO_NETWORK = network('Demo network');

/** A second network, for queries over several. */
export const DEMO_SECOND_NETWORK = network('Second demo network');

/** An institution registered in the demo network, with the id that the network may choose. */
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
  entityId: idWithin(DEMO_NETWORK.id, account),
  subject: `${account}-user`,
});

export const FIRST_BANK = institution('first-bank', 'First Demo Bank', 'furnisher', ['furnisher']);
export const SECOND_BANK = institution('second-bank', 'Second Demo Bank', 'furnisher', [
  'furnisher',
]);
export const QUERYING_BANK = institution('querying-bank', 'Querying Demo Bank', 'querier', [
  'querier',
]);

/** The members of each network, besides the operator. */
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
