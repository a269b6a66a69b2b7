import { eventually } from '@ndx/testing';
import { demoSections } from '@ndx/tools/demo/demo-business';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { expect } from '@jest/globals';
import { FURNISH, KYB_PRODUCT_ID, TestBusiness } from './business.js';
import type { Exchange } from './exchange.js';
import { aParticipant, succeed } from './participant.js';

/** Furnishes records of twelve new limited companies to a network, and waits until it counts them. */
export async function furnishTwelveBusinesses(
  exchange: Exchange,
  networkId: string,
): Promise<void> {
  const furnisher = await aParticipant(exchange, networkId, 'furnisher');
  const verification = { source: 'registry', operatingCity: 'Cambridge' };
  const performedAt = new Date(Date.now() - 86_400_000).toISOString();
  const records = Array.from({ length: 12 }, () => {
    const { identity, registration } = new TestBusiness(exchange);
    const sections = demoSections(registration, { ...verification, performedAt });
    return { business_identity: identity, ...sections };
  });
  await succeed(furnisher.client.post(FURNISH, { network_id: networkId, records }));
  const path = `/v1/furnished-values?network_id=${networkId}&product_id=${KYB_PRODUCT_ID}`;
  await eventually(async () => {
    const { sections } = await succeed(exchange.as(OPERATOR).get(path));
    const counted = { examined: { at_least: 10, fewer_than: 20 }, is_complete: true };
    expect(sections).toMatchObject([counted, counted, counted]);
  });
}
