import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@ndx/tools/network/api-client';
import { KYB_PRODUCT_ID } from './business.js';
import { succeed } from './participant.js';

const POLICIES = '/v1/networks/policies/querying';

/** A new policy at version 1, without a draft; returns its id. */
export async function anUndraftedPolicy(client: ApiClient, networkId: string): Promise<string> {
  const body = { product_id: KYB_PRODUCT_ID, network_id: networkId, name: randomUUID() };
  return String((await succeed(client.post(POLICIES, body)))['id']);
}

/** A new policy with a draft. */
export async function aDraft(client: ApiClient, networkId: string) {
  const policy_id = await anUndraftedPolicy(client, networkId);
  const draft = { base_version: 1, name: randomUUID() };
  const { digest } = await succeed(client.put(`${POLICIES}/${policy_id}/draft`, draft));
  return { policy_id, digest: String(digest) };
}
