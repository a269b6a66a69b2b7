import { denied, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { NetworkRepository, type NetworkOfCaller } from '../storage/network-repository.js';
import type { Page } from '../storage/page.js';

/** The networks that the caller's institution belongs to, with its roles (design 7). */
@Injectable()
export class ReadNetworks {
  constructor(private readonly networks: NetworkRepository) {}

  list(principal: Principal, page: Page): Promise<NetworkOfCaller[]> {
    return this.networks.ofInstitution(principal.entity_id, page);
  }

  /** @throws PERMISSION_DENIED when the caller does not belong to it, whether or not it exists */
  async one(principal: Principal, id: string): Promise<NetworkOfCaller> {
    const [network] = await this.networks.ofInstitution(principal.entity_id, { limit: 1 }, id);
    if (!network) throw denied(`not a member of network ${id}`);
    return network;
  }
}
