import type { ApiClient } from './api-client.js';
import {
  DEMO_MEMBERS,
  DEMO_NETWORK,
  DEMO_SECOND_NETWORK,
  SYSTEM_OPERATOR,
} from './demo-network.js';
import { DEMO_PEOPLE, subjectOf } from './demo-people.js';
import {
  ensureAccount,
  ensureInstitution,
  ensureMembership,
  ensureNetwork,
  untilMember,
} from './ensure-resources.js';

/**
 * Creates the demo network through the administration endpoints, like an operator. Existing
 * resources are not changed, so it runs at every start.
 */
export async function seedDemoNetwork(operator: ApiClient): Promise<void> {
  const networks = [DEMO_NETWORK, DEMO_SECOND_NETWORK];
  for (const network of networks) await ensureNetwork(operator, network);
  await ensureAccount(operator, DEMO_NETWORK.id, SYSTEM_OPERATOR);
  for (const { network, institution } of DEMO_MEMBERS) {
    const ensure = network === DEMO_NETWORK ? ensureInstitution : ensureMembership;
    await ensure(operator, network.id, institution);
  }
  for (const { id } of networks) await untilMember(operator, id);
  for (const person of DEMO_PEOPLE) {
    const { entityId } = person.institution;
    await ensureAccount(operator, DEMO_NETWORK.id, { entityId, subject: subjectOf(person) });
  }
}
