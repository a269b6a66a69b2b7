import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { Pool } from 'undici';
import { inParallel } from './in-parallel.js';

const BATCH = 100;

/** Furnishes `count` businesses with all three sections. @returns their ids */
export async function furnishBusinesses(network: LocalNetwork, count: number): Promise<string[]> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const furnisher = new ApiClient(gatewayUrl, tokenOf(tokenUrl, FIRST_BANK.account));
  const performedAt = new Date(Date.now() - 86_400_000).toISOString();
  const ids: string[] = [];
  while (ids.length < count) {
    const records = Array.from({ length: Math.min(BATCH, count - ids.length) }, (_, index) => {
      const registration = `BENCH${ids.length + index}`;
      const verification = { performedAt, source: 'registry', operatingCity: 'Cambridge' };
      return {
        business_identity: demoBusiness(registration),
        ...demoSections(registration, verification),
      };
    });
    const answer = await furnisher.post('/v1/products/kyb_certificate/furnish', {
      network_id: DEMO_NETWORK.id,
      records,
    });
    if (answer.status !== 200) throw new Error(`furnishing failed: ${JSON.stringify(answer.body)}`);
    ids.push(
      ...(answer.body as { results: { business_id: string }[] }).results.map(
        (result) => result.business_id,
      ),
    );
  }
  return ids;
}

/** Concurrent clients; each sends its queries sequentially. */
export class QueryClient {
  private constructor(
    private readonly pool: Pool,
    private readonly token: string,
    private readonly bodies: readonly string[],
    private readonly clients: number,
  ) {}

  /** @param url of the server under test; the network's gateway by default */
  static async connect(
    network: LocalNetwork,
    businessIds: readonly string[],
    clients: number,
    url = network.addresses.gatewayUrl,
  ): Promise<QueryClient> {
    const { tokenUrl } = network.addresses;
    const bodies = businessIds.map((id) =>
      JSON.stringify({ network_ids: [DEMO_NETWORK.id], business_id: id }),
    );
    const token = await tokenOf(tokenUrl, QUERYING_BANK.account)();
    return new QueryClient(new Pool(url, { connections: clients }), token, bodies, clients);
  }

  async untilQueryable(): Promise<void> {
    for (const body of this.bodies) while ((await this.query(body)) !== 200) await pause(50);
  }

  /** Latencies in milliseconds. @throws Error at the first answer that is not 200 */
  async run(queries: number): Promise<number[]> {
    const latencies: number[] = [];
    await inParallel(this.clients, queries, async (index) => {
      const start = performance.now();
      const status = await this.query(this.bodies[index % this.bodies.length] ?? '');
      if (status !== 200) throw new Error(`a query was answered with ${status}`);
      latencies.push(performance.now() - start);
    });
    return latencies;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async query(body: string): Promise<number> {
    const response = await this.pool.request({
      method: 'POST',
      path: '/v1/products/kyb_certificate/query',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body,
    });
    await response.body.dump();
    return response.statusCode;
  }
}
