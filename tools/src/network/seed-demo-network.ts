import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer, ApiClient } from './api-client.js';
import {
  DEMO_MEMBERS,
  DEMO_NETWORK,
  DEMO_SECOND_NETWORK,
  type DemoInstitution,
} from './demo-network.js';

/**
 * Creates the demo network through the administration endpoints, like an operator. Existing
 * resources are not changed, so it runs at every start.
 */
export async function seedDemoNetwork(operator: ApiClient): Promise<void> {
  for (const network of [DEMO_NETWORK, DEMO_SECOND_NETWORK]) {
    await ensure(operator.post('/v1/networks', { network_id: network.id, name: network.name }));
  }
  for (const { network, institution } of DEMO_MEMBERS) {
    await admit(operator, network.id, institution);
  }
  for (const network of [DEMO_NETWORK, DEMO_SECOND_NETWORK])
    await untilInForce(operator, network.id);
}

/**
 * A membership change applies within five seconds (design 3); the quick start is printed
 * afterwards.
 */
async function untilInForce(operator: ApiClient, networkId: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const answer = await operator.get(`/v1/networks/policies/querying?network_id=${networkId}`);
    if (answer.status === 200) return;
    if (Date.now() > deadline)
      throw new Error('the operator does not become a member of the demo network');
    await pause(100);
  }
}

async function admit(
  operator: ApiClient,
  networkId: string,
  institution: DemoInstitution,
): Promise<void> {
  const institutions = `/v1/networks/${networkId}/institutions`;
  if (networkId === DEMO_NETWORK.id) {
    await ensure(
      operator.post(institutions, {
        entity_id: institution.entityId,
        org_id: institution.account,
        name: institution.name,
        roles: institution.roles,
      }),
    );
    const accounts = `${institutions}/${institution.entityId}/accounts`;
    await ensure(operator.post(accounts, { subject: institution.subject }));
  } else {
    // Registered in its home network above; other networks admit it.
    const membership = `/v1/networks/${networkId}/memberships/${institution.entityId}`;
    await ensure(operator.put(membership, { roles: institution.roles }));
  }
}

/** Either created now, or already present. */
async function ensure(call: Promise<ApiAnswer>): Promise<ApiAnswer> {
  const answer = await call;
  if (answer.status < 300 || answer.status === 409) return answer;
  throw new Error(
    `the demo network could not be made: ${answer.status} ${JSON.stringify(answer.body)}`,
  );
}
