import { setTimeout as pause } from 'node:timers/promises';
import { tokenOf } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { Pool } from 'undici';

/** Maximum delay of a measured time. */
const POLL_MS = 10;

/** A record that does not become queryable within this time is lost. */
const TIMEOUT_MS = 30_000;

/** Finds out when furnished businesses can be queried, by querying them as an institution would. */
export class LagProbe {
  private constructor(
    private readonly pool: Pool,
    private readonly token: string,
  ) {}

  static async connect(network: LocalNetwork): Promise<LagProbe> {
    const { gatewayUrl, tokenUrl } = network.addresses;
    const token = await tokenOf(tokenUrl, QUERYING_BANK.account)();
    return new LagProbe(new Pool(gatewayUrl, { connections: 16 }), token);
  }

  /** Time of the first query answered with data, by `performance.now()`. */
  async queryableAt(businessId: string): Promise<number> {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    while (performance.now() < giveUpAt) {
      if ((await this.query(businessId)) === 200) return performance.now();
      await pause(POLL_MS);
    }
    throw new Error(`business ${businessId} cannot be queried after ${TIMEOUT_MS} ms`);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async query(businessId: string): Promise<number> {
    const response = await this.pool.request({
      method: 'POST',
      path: '/v1/products/kyb_certificate/query',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ network_ids: [DEMO_NETWORK.id], business_id: businessId }),
    });
    await response.body.dump();
    return response.statusCode;
  }
}
