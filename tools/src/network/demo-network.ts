import { idWithin, stableId, type MembershipRole, type TokenRole } from '@ndx/contracts';

/** An institution of the demo network of a fresh system; its id is the same on every machine. */
export interface DemoInstitution {
  /** The name of its demo account. */
  readonly account: string;
  /** The organization claim of its tokens; by default the name of the account. */
  readonly organization?: string;
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

/** Operates the system: the state of the services, and their parked events (decision 0096). */
export const SYSTEM_OPERATOR: DemoInstitution = {
  ...OPERATOR,
  account: 'on-call',
  organization: OPERATOR.account,
  subject: 'on-call-user',
  tokenRole: 'operator',
};

/** A network of the operator, with the id that it may choose (decision 0036). */
const network = (name: string) => ({ id: idWithin(OPERATOR.entityId, name), name });

export const DEMO_NETWORK = network('Demo network');

/** A second network, for queries over several. */
export const DEMO_SECOND_NETWORK = network('Second demo network');

/** The network of the sandbox outcomes; it has its own policies. */
export const SANDBOX_NETWORK = network('Sandbox outcomes');

/** An institution registered in its home network, with the id that the network may choose. */
const institution = (
  account: string,
  name: string,
  tokenRole: TokenRole,
  roles: readonly MembershipRole[],
  home = DEMO_NETWORK,
): DemoInstitution => ({
  account,
  name,
  tokenRole,
  roles,
  entityId: idWithin(home.id, account),
  subject: `${account}-user`,
});

export const FIRST_BANK = institution('first-bank', 'First Demo Bank', 'furnisher', ['furnisher']);
export const SECOND_BANK = institution('second-bank', 'Second Demo Bank', 'furnisher', [
  'furnisher',
]);
export const QUERYING_BANK = institution('querying-bank', 'Querying Demo Bank', 'querier', [
  'querier',
]);

/** Furnishes to the sandbox network and never attests; `npm run sandbox` registers it. */
export const UNATTESTED_BANK = institution(
  'unattested-bank',
  'Unattested Demo Bank',
  'furnisher',
  ['furnisher'],
  SANDBOX_NETWORK,
);

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

/** The networks and institutions of a system. */
export interface DemoContents {
  readonly networks: readonly { readonly id: string; readonly name: string }[];
  readonly institutions: readonly DemoInstitution[];
}

/** The contents that `seedDemoNetwork` creates. */
export const SEEDED: DemoContents = {
  networks: [DEMO_NETWORK, DEMO_SECOND_NETWORK],
  institutions: [OPERATOR, FIRST_BANK, SECOND_BANK, QUERYING_BANK],
};

/** The contents that `seedDemoNetwork` and `fillSandbox` create. */
export const SEEDED_WITH_SANDBOX: DemoContents = {
  networks: [...SEEDED.networks, SANDBOX_NETWORK],
  institutions: [...SEEDED.institutions, UNATTESTED_BANK],
};
