import { MEMBERSHIP_ROLES } from '@ndx/contracts';
import { KYB_PRODUCT_ID } from './business.js';
import type { Exchange } from './exchange.js';
import type { Operation } from './interface-document.js';
import { aNetwork, aParticipant, type Participant } from './participant.js';
import { oneOfEach } from './things.js';

const AT_ONCE = 8;

/** Valid ids, by the name of the parameter or member. */
export type KnownIds = Readonly<Record<string, string>>;

/** An institution with every role in a network of its own, and the ids of its resources. */
export async function anOwnNetwork(
  exchange: Exchange,
): Promise<{ readonly member: Participant; readonly knownIds: KnownIds }> {
  const network = await aNetwork(exchange);
  const member = await aParticipant(exchange, network, ...MEMBERSHIP_ROLES);
  const things = await oneOfEach(member);
  const knownIds = {
    network_id: network,
    'x-network-id': network,
    product_id: KYB_PRODUCT_ID,
    entity_id: things.entity,
    furnishing_entity_id: things.entity,
    network_furnisher_id: things.entity,
    business_id: things.business,
    consent_id: things['business consent'],
    attestation_id: things.attestation,
    policy_id: things['querying policy'],
    certificate_id: things.certificate,
    query_event_id: things['query event'],
    submission_id: things.submission,
    record_id: things.record,
    dispute_id: things.dispute,
    document_id: things.document,
    endpoint_id: things['notice endpoint'],
    notice_id: things.notice,
    simulation_id: things.simulation,
    conflict_id: things['identity conflict'],
    consumer_id: things.consumer,
    grant_id: things['business grant'],
  };
  return { member, knownIds };
}

/**
 * Runs the function for every operation, several at a time. Memberships change last: afterwards
 * other requests would be denied.
 */
export async function forEachOperation(
  operations: readonly Operation[],
  run: (operation: Operation) => Promise<void>,
): Promise<void> {
  const isMembership = ({ path }: Operation) => path.includes('/memberships/');
  const others = operations.filter((operation) => !isMembership(operation));
  const next = async () => {
    for (let each = others.shift(); each; each = others.shift()) await run(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  for (const operation of operations.filter(isMembership)) await run(operation);
}
