import { kybCertificate } from '@ndx/catalog';
import type { NdxClient } from '@ndx/client';
import { FIRST_BANK, QUERYING_BANK } from '../network/demo-network.js';
import { demoBusiness, demoSections } from './demo-business.js';
import { rejectionOr, UnexpectedAnswerError, type Narrator } from './narrator.js';
import { untilOk, untilQueryable } from './until-queryable.js';

const PURPOSE = { 'x-permissible-purpose': 'customer_due_diligence' } as const;

/** The number of limited liability companies in the network. */
export const LIMITED_COMPANIES = 12;
const ENTITY_TYPES = [
  ...Array.from({ length: LIMITED_COMPANIES }, () => 'limited_liability_company'),
  ...Array.from({ length: 4 }, () => 'corporation'),
];

/** The institutions of a network. */
export interface NetworkParties {
  readonly governor: NdxClient;
  readonly furnisher: NdxClient;
  readonly querier: NdxClient;
}

/** A network whose policies change only with an approval, and past queries under its default. */
export interface ReviewedNetwork {
  readonly policyId: string;
  /** The businesses were queried once each since then, ISO 8601. */
  readonly queriedSince: string;
  /** Queries a limited liability company again. @returns the query event */
  readonly query: () => Promise<string>;
}

/** Opens such a network, a new one in each run. */
export async function openReviewedNetwork(
  narrator: Narrator,
  parties: NetworkParties,
): Promise<ReviewedNetwork> {
  const { governor, querier } = parties;
  const network_id = await openNetwork(narrator, parties);
  const policyId = await publishDefault(governor, network_id);
  await narrator.step(
    'and requires a second account for each change of a published policy',
    'a change is a draft until another account of a governor has approved it; the default policy of the network has no rule yet',
    () => governor.changeNetwork({ path: { network_id }, body: { policy_changes: 'reviewed' } }),
  );
  const businessIds = await furnish(narrator, parties, network_id);
  const query = (business_id: string) =>
    querier.queryKybCertificate({
      body: { network_ids: [network_id], business_id },
      headers: PURPOSE,
    });
  for (const id of businessIds) await untilQueryable(() => rejectionOr(() => query(id)));
  const queriedSince = new Date().toISOString();
  for (const id of businessIds) await query(id);
  narrator.observe(`${QUERYING_BANK.name} queries each of them`, 'every query gets a certificate', {
    queries: businessIds.length,
  });
  const [first = ''] = businessIds;
  return {
    ...{ policyId, queriedSince },
    query: async () => (await query(first)).queryEventId ?? '',
  };
}

async function openNetwork(
  narrator: Narrator,
  { governor, furnisher, querier }: NetworkParties,
): Promise<string> {
  const { data: network } = await narrator.step(
    'The governor opens another network',
    'its institution governs the network within five seconds',
    () => governor.createNetwork({ body: { name: `Lenders ${Date.now()}` } }),
  );
  const path = { network_id: network.network_id };
  const untilMember = (member: NdxClient) =>
    untilOk(
      () => rejectionOr(() => member.listParticipants({ path })),
      'a membership of the new network is not in force',
    );
  await untilMember(governor);
  for (const { entityId: entity_id, roles } of [FIRST_BANK, QUERYING_BANK]) {
    await governor.grantMembership({ path: { ...path, entity_id }, body: { roles: [...roles] } });
  }
  for (const member of [furnisher, querier]) await untilMember(member);
  return network.network_id;
}

async function publishDefault(governor: NdxClient, network_id: string): Promise<string> {
  const policy = { network_id, product_id: kybCertificate.id, name: 'Known businesses' };
  const { data } = await governor.createQueryingPolicy({ body: policy });
  const body = { status: 'published', is_default: true } as const;
  await governor.configureQueryingPolicy({ path: { policy_id: data.id }, body });
  return data.id;
}

/** Furnishes a record of each business; returns their ids. */
async function furnish(
  narrator: Narrator,
  { furnisher }: NetworkParties,
  network_id: string,
): Promise<string[]> {
  const run = Date.now();
  const records = ENTITY_TYPES.map((entityType, index) =>
    recordOf(`REV${run}${index}`, entityType),
  );
  const { data } = await narrator.step(
    `${FIRST_BANK.name} furnishes twelve limited liability companies and four corporations`,
    'each record is of a business of its own',
    () => furnisher.furnishKybCertificate({ body: { network_id, records } }),
  );
  const ids = data.results.flatMap(({ business_id: id }) => (id === null ? [] : [id]));
  if (ids.length === ENTITY_TYPES.length) return ids;
  throw new UnexpectedAnswerError('a record of the new network was rejected');
}

function recordOf(registration: string, entityType: string) {
  const { business_identity_verification: identity } = demoSections(registration, {
    performedAt: new Date().toISOString(),
    ...{ source: 'state_registry', operatingCity: 'Cambridge' },
  });
  return {
    business_identity: demoBusiness(registration),
    business_identity_verification: {
      ...identity,
      data: { ...identity.data, business_entity_type: entityType },
    },
  };
}
