import { QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { QUERY, queryOf } from '../query-client.js';
import type { Yardstick } from './yardstick.js';

const MOST_APART = 0.1;

/**
 * Compares the answers of both sides to the same query. @returns the result as a sentence
 * @throws Error when the sizes differ by more than 10%, because the comparison is then unfair
 */
export async function sameSize(
  network: LocalNetwork,
  [businessId = '']: readonly string[],
  yardstick: Yardstick,
): Promise<string> {
  const sizes = await Promise.all(
    [network.addresses.gatewayUrl, yardstick.url].map(async (url) => {
      const client = BankClient.connect(network, QUERYING_BANK, 1, url);
      const { length } = await client.send('POST', QUERY, queryOf(businessId));
      await client.close();
      return length;
    }),
  );
  const [system = 0, bare = 0] = sizes;
  if (Math.abs(bare - system) > system * MOST_APART)
    throw new Error(`the yardstick answers with ${bare} bytes, the system with ${system}`);
  return `A query is answered with ${system} bytes, by the yardstick with ${bare}.`;
}
