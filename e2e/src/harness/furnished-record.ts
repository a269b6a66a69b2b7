import { demoSections } from '@ndx/tools/demo/demo-business';
import { expect } from '@jest/globals';
import { FURNISH, TestBusiness } from './business.js';
import type { Exchange } from './exchange.js';
import { aParticipant, succeed, type Participant } from './participant.js';

/** A new furnisher of a network, with a record that it verified some days ago. */
export async function aFurnisherWithRecord(
  exchange: Exchange,
  networkId: string,
  daysAgo: number,
): Promise<Participant> {
  const furnisher = await aParticipant(exchange, networkId, 'furnisher');
  const { identity, registration } = new TestBusiness(exchange);
  const performedAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const facts = { performedAt, source: 'registry', operatingCity: 'Cambridge' };
  const records = [{ business_identity: identity, ...demoSections(registration, facts) }];
  const sent = furnisher.client.post(FURNISH, { network_id: networkId, records });
  expect(await succeed(sent)).toMatchObject({ success: true });
  return furnisher;
}
