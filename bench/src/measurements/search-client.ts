import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { tokenOf } from '@ndx/tools/network/api-client';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { Pool } from 'undici';
import type { SearchCase } from './search-criteria.js';

/** A client that sends searches sequentially. */
export class SearchClient {
  private constructor(
    private readonly pool: Pool,
    private readonly token: string,
  ) {}

  static async connect(network: LocalNetwork): Promise<SearchClient> {
    const { gatewayUrl, tokenUrl } = network.addresses;
    const token = await tokenOf(tokenUrl, QUERYING_BANK.account)();
    return new SearchClient(new Pool(gatewayUrl, { connections: 1 }), token);
  }

  /** Latencies in milliseconds. @throws Error at the first answer that is not 200 */
  async run({ kind, parameter, values }: SearchCase, searches: number): Promise<number[]> {
    const latencies: number[] = [];
    for (let n = 0; n < searches; n += 1) {
      const query = new URLSearchParams({ network_id: DEMO_NETWORK.id });
      if (parameter !== undefined) query.set(parameter, values[n % values.length] ?? '');
      const start = performance.now();
      const response = await this.pool.request({
        method: 'GET',
        path: `/v1/entities/${kind}/search?${query.toString()}`,
        headers: { authorization: `Bearer ${this.token}` },
      });
      await response.body.dump();
      if (response.statusCode !== 200) {
        throw new Error(`a search was answered with ${response.statusCode}`);
      }
      latencies.push(performance.now() - start);
    }
    return latencies;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
