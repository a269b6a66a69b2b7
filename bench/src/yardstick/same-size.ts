import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import type { Yardstick } from './yardstick.js';

const MOST_APART = 0.1;

/**
 * Compares the answers of both sides to the same query. @returns the result as a sentence
 * @throws Error when the sizes differ by more than 10%, because the comparison is then unfair
 */
export async function sameSize(
  network: LocalNetwork,
  [businessId]: readonly string[],
  yardstick: Yardstick,
): Promise<string> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const sizes = await Promise.all(
    [gatewayUrl, yardstick.url].map(async (url) => {
      const client = new ApiClient(url, tokenOf(tokenUrl, QUERYING_BANK.account));
      const { status, body } = await client.post('/v1/products/kyb_certificate/query', {
        network_ids: [DEMO_NETWORK.id],
        business_id: businessId,
      });
      if (status !== 200) throw new Error(`a query was answered with ${status}`);
      return JSON.stringify(body).length;
    }),
  );
  const [system = 0, bare = 0] = sizes;
  if (Math.abs(bare - system) > system * MOST_APART)
    throw new Error(`the yardstick answers with ${bare} bytes, the system with ${system}`);
  return `A query is answered with ${system} bytes, by the yardstick with ${bare}.`;
}
