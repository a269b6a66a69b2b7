import { demoSections } from '@ndx/tools/demo/demo-business';
import { expect } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { FURNISH, QUERY, TestBusiness } from './business.js';
import type { Exchange } from './exchange.js';
import { aParticipant, succeed, type Participant } from './participant.js';

/** A new furnisher of a network, with a record that it verified some days ago. */
export async function aFurnisherWithRecord(
  exchange: Exchange,
  networkId: string,
  daysAgo: number,
): Promise<Participant> {
  const furnisher = await aParticipant(exchange, networkId, 'furnisher');
  await furnishRecord(exchange, furnisher, daysAgo);
  return furnisher;
}

/** The `X-Ref-Id` of a certificate that a new member of the network gets under the policy. */
export async function anIssuedQuery(
  exchange: Exchange,
  networkId: string,
  policy_id: string,
): Promise<string> {
  const member = await aParticipant(exchange, networkId, 'furnisher', 'querier');
  const business_id = await furnishRecord(exchange, member, 1);
  const query = { network_ids: [networkId], business_id, policy_id };
  const issued = await eventually(() => succeed(member.client.post(QUERY, query)));
  return String(issued['query_event_id']);
}

/** @returns the id of the business of the record */
async function furnishRecord(
  exchange: Exchange,
  { client, networkId }: Participant,
  daysAgo: number,
): Promise<string> {
  const { identity, registration } = new TestBusiness(exchange);
  const performedAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const facts = { performedAt, source: 'registry', operatingCity: 'Cambridge' };
  const records = [{ business_identity: identity, ...demoSections(registration, facts) }];
  const furnished = await succeed(client.post(FURNISH, { network_id: networkId, records }));
  expect(furnished).toMatchObject({ success: true });
  return (furnished as { results: [{ business_id: string }] }).results[0].business_id;
}
