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
  const home = DEMO_MEMBERS.filter(({ network }) => network === DEMO_NETWORK);
  await Promise.all(
    home.map(({ network, institution }) => ensureInstitution(operator, network.id, institution)),
  );
  const guests = DEMO_MEMBERS.filter((member) => !home.includes(member));
  await Promise.all([
    ...guests.map(({ network, institution }) =>
      ensureMembership(operator, network.id, institution),
    ),
    ...DEMO_PEOPLE.map((person) =>
      ensureAccount(operator, DEMO_NETWORK.id, {
        entityId: person.institution.entityId,
        subject: subjectOf(person),
      }),
    ),
    ...networks.map(({ id }) => untilMember(operator, id)),
  ]);
}
