import type {
  NoticeEndpointDisabler,
  NoticeEndpointState,
  NoticeKind,
  WebhookAlgorithm,
} from '@ndx/contracts';

/** What an institution sets: null for all, for the default or for none. */
export interface EndpointTerms {
  /** Without one, notices are only listed. */
  readonly url: string | null;
  readonly networkIds: readonly string[] | null;
  readonly productIds: readonly string[] | null;
  readonly kinds: readonly NoticeKind[] | null;
  readonly windowDays: number | null;
  readonly description: string | null;
}

/** A subscription of an institution to the notices about its answers. */
export interface NoticeEndpoint extends EndpointTerms {
  readonly id: string;
  readonly entityId: string;
  readonly state: NoticeEndpointState;
  readonly disabledBy: NoticeEndpointDisabler | null;
  readonly algorithm: WebhookAlgorithm;
  /** Encrypted, as is the one before the last rotation. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretExpiresAt: Date | null;
  readonly createdAt: Date;
  /** Counts the changes, from 1. */
  readonly revision: number;
}

/** How long webhooks are signed with the previous secret too. */
const OVERLAP_MS = 24 * 3_600_000;

/** The endpoint with other terms. */
export function withTerms(
  endpoint: NoticeEndpoint,
  terms: EndpointTerms,
  state: NoticeEndpointState,
): NoticeEndpoint {
  const isNewlyDisabled = state === 'disabled' && endpoint.state === 'enabled';
  const disabler = isNewlyDisabled ? 'institution' : endpoint.disabledBy;
  return {
    ...endpoint,
    ...terms,
    state,
    disabledBy: state === 'enabled' ? null : disabler,
    revision: endpoint.revision + 1,
  };
}

/** The endpoint after its receiver asked for no more notices. */
export function disabledByReceiver(endpoint: NoticeEndpoint): NoticeEndpoint {
  const { revision } = endpoint;
  return { ...endpoint, state: 'disabled', disabledBy: 'receiver', revision: revision + 1 };
}

/** The endpoint with a new secret; the one before it expires, and an older one at once. */
export function withSecret(endpoint: NoticeEndpoint, secret: string, now: Date): NoticeEndpoint {
  return {
    ...endpoint,
    secret,
    previousSecret: endpoint.secret,
    previousSecretExpiresAt: new Date(now.getTime() + OVERLAP_MS),
    revision: endpoint.revision + 1,
  };
}

/** The encrypted secrets with which webhooks are signed at a time, the newest first. */
export function secretsAt(
  {
    secret,
    previousSecret,
    previousSecretExpiresAt: expiresAt,
  }: Pick<NoticeEndpoint, 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>,
  now: Date,
): readonly string[] {
  const isInOverlap = previousSecret !== null && expiresAt !== null && expiresAt > now;
  return isInOverlap ? [secret, previousSecret] : [secret];
}
