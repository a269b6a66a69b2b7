import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { tokenOf } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, FIRST_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { Pool } from 'undici';

const DAY_MS = 86_400_000;

/** The exchange's response to one batch. */
export interface Furnished {
  readonly submissionId: string;
  /** The records in the order of the request. */
  readonly records: readonly { readonly recordId: string; readonly businessId: string }[];
}

/** The response body. */
interface Answer {
  readonly submission_id: string;
  readonly results: readonly { readonly record_id: string; readonly business_id: string }[];
}

/** Request bodies with this many records each, about new businesses, with all three sections. */
export function newBatches(name: string, records: number, perBatch: number): string[] {
  const verification = {
    performedAt: new Date(Date.now() - DAY_MS).toISOString(),
    source: 'registry',
    operatingCity: 'Cambridge',
  };
  const record = (place: number) => ({
    business_identity: demoBusiness(`${name}-${place}`),
    ...demoSections(`${name}-${place}`, verification),
  });
  return Array.from({ length: Math.ceil(records / perBatch) }, (_, batch) => {
    const first = batch * perBatch;
    const length = Math.min(perBatch, records - first);
    return JSON.stringify({
      network_id: DEMO_NETWORK.id,
      records: Array.from({ length }, (_, place) => record(first + place)),
    });
  });
}

/** The client of a furnishing institution. */
export class FurnishClient {
  private constructor(
    private readonly pool: Pool,
    private readonly token: string,
  ) {}

  static async connect(network: LocalNetwork, connections: number): Promise<FurnishClient> {
    const { gatewayUrl, tokenUrl } = network.addresses;
    const token = await tokenOf(tokenUrl, FIRST_BANK.account)();
    return new FurnishClient(new Pool(gatewayUrl, { connections }), token);
  }

  /** @throws Error unless every record is accepted */
  async furnish(body: string): Promise<Furnished> {
    const response = await this.pool.request({
      method: 'POST',
      path: '/v1/products/kyb_certificate/furnish',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body,
    });
    const text = await response.body.text();
    if (response.statusCode !== 200 || !text.includes('"success":true')) {
      throw new Error(`a batch was answered with ${response.statusCode}: ${text}`);
    }
    const { submission_id: submissionId, results } = JSON.parse(text) as Answer;
    return {
      submissionId,
      records: results.map(({ record_id: recordId, business_id: businessId }) => ({
        recordId,
        businessId,
      })),
    };
  }

  /** Sends all batches with limited concurrency. */
  async furnishAll(bodies: readonly string[], clients: number): Promise<Furnished[]> {
    const queue = bodies.values();
    const answers: Furnished[] = [];
    const client = async () => {
      for (const body of queue) answers.push(await this.furnish(body));
    };
    await Promise.all(Array.from({ length: clients }, client));
    return answers;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
