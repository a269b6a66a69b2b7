import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { governedNetwork } from './governed-network.js';
import type { PolicyService } from './policy-service.js';

export const QUERYING_POLICIES = '/v1/networks/policies/querying';

/** A published policy at version 2, and the calls of governors about its draft. */
export async function aPolicyWithDrafts(service: PolicyService, configuration: object = {}) {
  const network = governedNetwork(service, QUERYING_POLICIES);
  const { body } = await network.createConfigured('standard', {
    status: 'published',
    ...configuration,
  });
  const path = `${QUERYING_POLICIES}/${String(body['id'])}`;
  return {
    ...network,
    policy: body,
    path,
    /** Another account that governs the network. */
    second: member(network.id, 'governor'),
    ...draftCalls(service, path, network.governor),
    /** The same calls by another account. */
    by: (principal: Principal) => draftCalls(service, path, principal),
  };
}

export function draftCalls(service: PolicyService, path: string, caller: Principal) {
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', rest: string, sent?: object) =>
    service.call(caller, method, `${path}/${rest}`, sent);
  return {
    read: () => call('GET', 'draft'),
    save: (draft: object) => call('PUT', 'draft', { base_version: 2, ...draft }),
    discard: (digest: unknown) => call('DELETE', `draft?digest=${String(digest)}`),
    approve: (digest: unknown) => call('POST', 'draft/approve', { digest }),
    publish: (digest: unknown, options: object = {}) =>
      call('POST', 'draft/publish', { digest, ...options }),
    version: (version: number) => call('GET', `versions/${version}`),
  };
}

export const refusal = (status: number, reason: string) => ({ status, body: { reason } });
