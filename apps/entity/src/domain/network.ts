import {
  DEFAULT_NETWORK_TERMS,
  type IdentityVisibility,
  type NetworkChanged,
  type NetworkTerms,
  type PayloadOf,
  type TokenBinding,
} from '@ndx/contracts';
import { chosenId } from './chosen-id.js';

/** What a governor can change. */
export interface NetworkSettings extends NetworkTerms {
  readonly identityVisibility: IdentityVisibility;
  /** Whether clients of its members need sender-constrained tokens. */
  readonly clientTokenBinding: TokenBinding;
}

/** A trust boundary: data furnished in one network is not visible in another (design 1). */
export interface Network extends NetworkSettings {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2: the country of jurisdictions that name only a subdivision. */
  readonly country: string;
  readonly createdAt: Date;
  /** The account that asked for `direct` policy changes, which a second account confirms. */
  readonly directChangesRequestedBy: string | null;
  /** Counts the changes of the settings. */
  readonly revision: number;
}

/** A network as it is stored. */
export interface ChangedNetwork extends Network {
  /** The institution of the governor that changed it last; null before a change. */
  readonly changedBy: string | null;
}

export interface NetworkInput {
  readonly name: string;
  /** The founding institution. */
  readonly founderId: string;
  /** The id that the founder chose, if any. */
  readonly id: string | undefined;
  readonly country: string;
}

/** @throws VALIDATION_ERROR when the founder may not choose that id */
export function foundNetwork({ name, country, founderId, id }: NetworkInput, now: Date): Network {
  const place = { field: 'network_id', ownerId: founderId, name };
  return {
    id: chosenId(id, place),
    name,
    country,
    identityVisibility: 'network',
    clientTokenBinding: 'optional',
    ...DEFAULT_NETWORK_TERMS,
    directChangesRequestedBy: null,
    createdAt: now,
    revision: 0,
  };
}

/**
 * The network with the settings that a request names. A repetition has a revision of its own,
 * because it is published again.
 */
export function changeNetwork(
  network: Network,
  change: Partial<NetworkSettings>,
  accountId: string,
): Network {
  return {
    ...network,
    ...change,
    ...policyChangesAfter(network, change, accountId),
    revision: network.revision + 1,
  };
}

/** A review of changes that one account could end would not be one (decision 0111). */
function policyChangesAfter(
  network: Network,
  { policyChanges }: Partial<NetworkSettings>,
  accountId: string,
): Pick<Network, 'policyChanges' | 'directChangesRequestedBy'> {
  const { policyChanges: current, directChangesRequestedBy: requestedBy } = network;
  if (policyChanges === undefined) {
    return { policyChanges: current, directChangesRequestedBy: requestedBy };
  }
  const isFirstRequest = requestedBy === null || requestedBy === accountId;
  return policyChanges === 'direct' && current === 'reviewed' && isFirstRequest
    ? { policyChanges: 'reviewed', directChangesRequestedBy: accountId }
    : { policyChanges, directChangesRequestedBy: null };
}

/** @param entityId the institution of the governor */
export function networkChanged(
  network: Network,
  entityId: string,
): PayloadOf<typeof NetworkChanged> {
  return {
    network_id: network.id,
    entity_id: entityId,
    identity_visibility: network.identityVisibility,
    dispute_acknowledge_days: network.disputeAcknowledgeDays,
    dispute_decide_days: network.disputeDecideDays,
    records_of_leavers: network.recordsOfLeavers,
    policy_changes: network.policyChanges,
    client_token_binding: network.clientTokenBinding,
    direct_changes_requested_by: network.directChangesRequestedBy,
    revision: network.revision,
  };
}
