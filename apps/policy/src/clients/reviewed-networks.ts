import { findPolicyChanges } from '@ndx/api';
import { ServiceClients } from '@ndx/service';
import { Injectable } from '@nestjs/common';

/** The networks that review changes of their published querying policies, from entity. */
@Injectable()
export class ReviewedNetworks {
  constructor(private readonly services: ServiceClients) {}

  /**
   * Read in the request, so that a setting applies to all requests that start after its answer.
   * @param headers of a caller that is not the account of the request
   */
  async includes(
    networkId: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<boolean> {
    const body = { network_id: networkId };
    const found = await this.services.to('entity').call(findPolicyChanges, { body }, headers);
    return found.policy_changes === 'reviewed';
  }
}
