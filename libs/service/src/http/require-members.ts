import { findMembers } from '@ndx/api';
import { invalid } from '@ndx/contracts';
import type { ServiceClients } from './service-clients.js';

/**
 * Asks entity whether the institutions are members of one of the networks, which every member may know.
 * @throws VALIDATION_ERROR naming the first that is in none of them
 */
export async function requireMembers(
  services: ServiceClients,
  networkIds: readonly string[],
  entityIds: readonly string[],
): Promise<void> {
  if (entityIds.length === 0) return;
  const body = { network_ids: networkIds, entity_ids: entityIds };
  const found = await services.to('entity').call(findMembers, { body });
  const members = new Set(found.entity_ids);
  const stranger = entityIds.find((id) => !members.has(id));
  if (stranger !== undefined) throw invalid(`there is no institution ${stranger} in the network`);
}
