import { findMembers } from '@ndx/api';
import { invalid, quoted } from '@ndx/contracts';
import type { ServiceClients } from './service-clients.js';

/** The members of networks, from the entity service. Every member of a network may read them. */
export class NetworkMembers {
  constructor(private readonly services: ServiceClients) {}

  /**
   * @param headers of a caller that is not the account of the request
   * @throws VALIDATION_ERROR naming the first institution that is in none of the networks
   */
  async require(
    networkIds: readonly string[],
    entityIds: readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    if (entityIds.length === 0) return;
    const body = { network_ids: networkIds, entity_ids: entityIds };
    const found = await this.services.to('entity').call(findMembers, { body }, headers);
    const members = new Set(found.entity_ids);
    const stranger = entityIds.find((id) => !members.has(id));
    if (stranger !== undefined)
      throw invalid(
        'unknown_institution',
        `there is no institution ${quoted(stranger)} in the network`,
      );
  }
}
