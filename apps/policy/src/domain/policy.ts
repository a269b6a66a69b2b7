import { conflict, newId, type DomainError } from '@ndx/contracts';

/** A network's association with a product: the scope of a policy (contract 2.7). */
export interface NetworkProduct {
  readonly id: string;
  readonly networkId: string;
  readonly productId: string;
}

/** The common members of querying and furnishing policies. */
export interface Policy {
  readonly id: string;
  readonly networkProductId: string;
  readonly networkId: string;
  readonly productId: string;
  /** The institution that authored it. */
  readonly entityId: string;
  readonly name: string;
  /** Counts the configurations, from 1. */
  readonly version: number;
  /** Counts all changes of the record, from 1. */
  readonly revision: number;
  readonly schemaVersion: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The schema version of configurations written today (contract 9, rule 3). */
export const SCHEMA_VERSION = '1.0';

/** A policy's first version. */
export function newPolicy(
  pair: NetworkProduct,
  authored: Pick<Policy, 'entityId' | 'name'>,
  now: Date,
): Policy {
  return {
    id: newId(),
    networkProductId: pair.id,
    networkId: pair.networkId,
    productId: pair.productId,
    ...authored,
    version: 1,
    revision: 1,
    schemaVersion: SCHEMA_VERSION,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws RESOURCE_CONFLICT when another configuration was saved after the caller's read */
export function requireVersion(policy: Policy, expected: number | undefined): void {
  if (expected !== undefined && expected !== policy.version) {
    throw conflict(
      'version_mismatch',
      `the policy is at version ${policy.version}, not ${expected}`,
    );
  }
}

/** A direct change of a policy that is or would be published, in a network that reviews changes. */
export function reviewRequired(): DomainError {
  return conflict(
    'review_required',
    'the network reviews changes of published policies: save a draft, have another account approve it, then publish it',
  );
}

/** A change to the current values, published again: the request may be a retry. */
export function republished<P extends Policy>(policy: P, now: Date): P {
  return { ...policy, revision: policy.revision + 1, updatedAt: now };
}
