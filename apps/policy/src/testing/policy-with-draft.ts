import type { Principal } from '@ndx/contracts';
import { member, type Answer } from '@ndx/service/testing';
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
    by: (principal: Principal) => draftCalls(service, path, principal, network.governor),
  };
}

/** @param author the account that submits a draft before its approval */
export function draftCalls(
  service: PolicyService,
  path: string,
  caller: Principal,
  author: Principal = caller,
) {
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', rest: string, sent?: object) =>
    service.call(caller, method, `${path}/${rest}`, sent);
  return {
    read: () => call('GET', 'draft'),
    save: (draft: object) => call('PUT', 'draft', { base_version: 2, ...draft }),
    discard: (digest: unknown) => call('DELETE', `draft?digest=${String(digest)}`),
    submit: (digest: unknown, options: object = {}) =>
      call('POST', 'draft/submit', { digest, ...options }),
    approveSummary: (digest: unknown, summary_digest: unknown) =>
      call('POST', 'draft/approve', { digest, summary_digest }),
    /** Approves the summary that the author submits. */
    approve: async (digest: unknown) => {
      const submitted = await service.call(author, 'POST', `${path}/draft/submit`, { digest });
      return call('POST', 'draft/approve', { digest, summary_digest: summaryDigestOf(submitted) });
    },
    publish: (digest: unknown, options: object = {}) =>
      call('POST', 'draft/publish', { digest, ...options }),
    version: (version: number) => call('GET', `versions/${version}`),
  };
}

/** The digest of the submitted summary of a draft; `NO_DIGEST` where none was submitted. */
export function summaryDigestOf({ body }: Answer): string {
  const submission = (body['submission'] ?? {}) as { readonly summary_digest?: string };
  return submission.summary_digest ?? NO_DIGEST;
}

export const NO_DIGEST = 'a'.repeat(64);

export const refusal = (status: number, reason: string) => ({ status, body: { reason } });
