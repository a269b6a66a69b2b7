import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from './bank-client.js';
import { inParallel } from './in-parallel.js';

export const QUERY = '/v1/products/kyb_certificate/query';

/** The body of a query for a business. */
export function queryOf(businessId: string): string {
  return JSON.stringify({ network_ids: [DEMO_NETWORK.id], business_id: businessId });
}

export function queryStatus(client: BankClient, body: string): Promise<number> {
  return client.statusOf('POST', QUERY, body);
}

/** Concurrent clients; each sends its queries sequentially. */
export class QueryClient {
  private readonly bodies: readonly string[];
  private readonly client: BankClient;

  /** @param url of the server under test; the network's gateway by default */
  constructor(
    network: LocalNetwork,
    businessIds: readonly string[],
    private readonly clients: number,
    url?: string,
  ) {
    this.bodies = businessIds.map(queryOf);
    this.client = BankClient.connect(network, QUERYING_BANK, clients, url);
  }

  async untilQueryable(): Promise<void> {
    for (const body of this.bodies)
      while ((await queryStatus(this.client, body)) !== 200) await pause(50);
  }

  /** Latencies in milliseconds. @throws Error at the first answer that is not 200 */
  async run(queries: number): Promise<number[]> {
    const latencies: number[] = [];
    await inParallel(this.clients, queries, async (index) => {
      const start = performance.now();
      const status = await queryStatus(this.client, this.bodies[index % this.bodies.length] ?? '');
      if (status !== 200) throw new Error(`a query was answered with ${status}`);
      latencies.push(performance.now() - start);
    });
    return latencies;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
