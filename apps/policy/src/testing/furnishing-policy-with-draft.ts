import { member } from '@ndx/service/testing';
import { governedNetwork } from './governed-network.js';
import type { PolicyService } from './policy-service.js';
import { draftCalls } from './policy-with-draft.js';

export const FURNISHING_POLICIES = '/v1/networks/policies/furnishing';

/** A furnishing policy at version 1, active since its creation, and the calls about its draft. */
export async function aFurnishingPolicyWithDrafts(service: PolicyService, terms: object = {}) {
  const network = governedNetwork(service, FURNISHING_POLICIES);
  const active_on = new Date(Date.now() - 60_000).toISOString();
  const { body: policy } = await network.create({ active_on, ...terms });
  const pathOf = (id: unknown) => `${FURNISHING_POLICIES}/${String(id)}`;
  const callsOn = (id: unknown, caller = network.governor) => {
    const calls = draftCalls(service, pathOf(id), caller, network.governor);
    return { ...calls, save: (draft: object) => calls.save({ base_version: 1, ...draft }) };
  };
  return {
    ...network,
    policy,
    ...callsOn(policy['id']),
    /** The calls about the draft of another policy of the network. */
    on: callsOn,
    /** Another account that governs the network. */
    second: callsOn(policy['id'], member(network.id, 'governor')),
    readPolicy: (id: unknown = policy['id']) =>
      service.call(network.governor, 'GET', `${pathOf(id)}?network_id=${network.id}`),
  };
}
