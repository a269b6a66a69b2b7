import { denied, invalid, isMember, notFound, type Principal, quoted } from '@ndx/contracts';
import { builtInDefault, type QueryingPolicy } from './querying-policy.js';

export interface PolicyRequest {
  /**
   * The caller must belong to the network of a policy; otherwise the policy does not exist for it.
   */
  readonly principal: Principal;
  readonly policyId: string | undefined;
  readonly networkIds: readonly string[];
  readonly productId: string;
}

/**
 * The policy of each requested network: the named one for all of them, or each network's own
 * default (contract 4.5).
 * @param known the named policy and the networks' defaults, as stored
 * @throws RESOURCE_NOT_FOUND, VALIDATION_ERROR, PERMISSION_DENIED (another policy is enforced)
 */
export function choosePolicies(
  request: PolicyRequest,
  known: readonly QueryingPolicy[],
): ReadonlyMap<string, QueryingPolicy> {
  const named =
    request.policyId === undefined ? undefined : namedPolicy(request, request.policyId, known);
  return new Map(
    request.networkIds.map((networkId) => {
      const standing = known.find((policy) => isDefaultOf(policy, networkId, request.productId));
      if (named && standing?.enforced && standing.id !== named.id) {
        throw denied(
          'policy_enforced',
          `network ${quoted(networkId)} enforces its own querying policy`,
        );
      }
      const own = standing ?? builtInDefault(request.productId);
      return [networkId, named ? inNetwork(named, networkId, own) : own];
    }),
  );
}

/**
 * A named policy of another network selects data, but only the queried network decides whether a
 * query needs a consent: otherwise a querier could bypass it with a network that it governs.
 */
function inNetwork(named: QueryingPolicy, networkId: string, own: QueryingPolicy): QueryingPolicy {
  if (named.networkId === networkId) return named;
  const { consent, permissiblePurposes } = own;
  return { ...named, consent, permissiblePurposes };
}

function namedPolicy(
  request: PolicyRequest,
  policyId: string,
  known: readonly QueryingPolicy[],
): QueryingPolicy {
  const policy = known.find((candidate) => candidate.id === policyId);
  if (!policy || policy.networkId === null || !isMember(request.principal, policy.networkId)) {
    throw notFound('policy_not_found', 'querying policy not found');
  }
  if (policy.productId !== request.productId) {
    throw invalid('policy_mismatch', 'the querying policy is for another product');
  }
  if (policy.status !== 'published')
    throw invalid('policy_not_published', `the querying policy is ${policy.status}`);
  return policy;
}

function isDefaultOf(policy: QueryingPolicy, networkId: string, productId: string): boolean {
  return (
    policy.isDefault &&
    policy.status === 'published' &&
    policy.networkId === networkId &&
    policy.productId === productId
  );
}
