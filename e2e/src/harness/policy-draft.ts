import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@ndx/tools/network/api-client';
import { KYB_PRODUCT_ID } from './business.js';
import { succeed } from './participant.js';

const POLICIES = '/v1/networks/policies';

export type PolicyKind = 'querying' | 'furnishing';

/** A new policy at version 1, without a draft; returns its id. */
export async function anUndraftedPolicy(
  client: ApiClient,
  networkId: string,
  kind: PolicyKind,
): Promise<string> {
  const body = { product_id: KYB_PRODUCT_ID, network_id: networkId, name: randomUUID() };
  return String((await succeed(client.post(`${POLICIES}/${kind}`, body)))['id']);
}

/** A new policy with a draft. */
export async function aDraft(client: ApiClient, networkId: string, kind: PolicyKind) {
  const policy_id = await anUndraftedPolicy(client, networkId, kind);
  const path = `${POLICIES}/${kind}/${policy_id}`;
  const draft = { base_version: 1, comment: randomUUID() };
  const { digest } = await succeed(client.put(`${path}/draft`, draft));
  return { path, policy_id, digest: String(digest) };
}

/** A new policy with a draft that its author submitted for approval. */
export async function aSubmittedDraft(client: ApiClient, networkId: string, kind: PolicyKind) {
  const { path, policy_id, digest } = await aDraft(client, networkId, kind);
  const { submission } = await succeed(client.post(`${path}/draft/submit`, { digest }));
  const { summary_digest } = submission as { readonly summary_digest: string };
  return { policy_id, digest, summary_digest };
}
