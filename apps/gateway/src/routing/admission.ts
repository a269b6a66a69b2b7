import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Session } from '../authentication/authenticator.js';
import { credentialOf } from '../authentication/credential.js';
import type { BlockingRequests } from '../limits/blocking-requests.js';
import { Refusal } from '../authentication/refusal.js';
import type { Bodies } from '../http/bodies.js';
import type { LimitRefusal } from '../limits/limit-refusal.js';
import type { BucketName, RateLimits } from '../limits/rate-limits.js';
import type { RejectedCredentials } from '../limits/rejected-credentials.js';
import type { RequestsInProgress } from '../limits/requests-in-progress.js';
import type { Route } from './route.js';

export interface AdmissionChecks {
  readonly authenticator: Authenticator;
  readonly rejected: RejectedCredentials;
  readonly rateLimits: RateLimits;
  readonly blocking: BlockingRequests;
  readonly inProgress: RequestsInProgress;
  readonly bodies: Bodies;
  /** The test run whose clock decides; undefined outside a sandbox. @throws RequestShapeError */
  readonly sandboxRunOf: (request: FastifyRequest) => string | undefined;
}

/**
 * Admits a request, or rejects it before its body is read: 429 for rejected credentials, 401, then
 * 429 for requests, 403, 429 for an operation that blocked processes, for requests in progress and
 * for billable queries, 413. A rejected request does not consume quota of later buckets.
 *
 * @param route undefined for an unknown operation
 * @throws Refusal, RATE_LIMIT_EXCEEDED, PAYLOAD_TOO_LARGE, or OPERATION_FAILED when the account
 *   cannot be resolved
 */
export async function admit(
  checks: AdmissionChecks,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { rateLimits, blocking, inProgress, bodies } = checks;
  const session = await authenticate(checks, route, request, reply);
  const taken = await take(rateLimits, 'requests', session, reply);
  if (route?.permission !== undefined && !session.permissions.has(route.permission)) {
    throw new Refusal('missing_permission');
  }
  if (route) throwIfRefused(blocking.refusal(session.accountId, route), reply);
  const excess = inProgress.enter(session, reply.raw);
  if (excess) {
    void reply.header('retry-after', 1);
    throw excess;
  }
  if (route?.billable === true) await take(rateLimits, 'queries', session, reply, taken);
  bodies.admit(request, reply);
  return session;
}

/** Authenticates the caller, unless too many credentials like these were rejected. */
async function authenticate(
  { authenticator, rejected, sandboxRunOf }: AdmissionChecks,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { raw, ip, originalUrl: target } = request;
  const { rawHeaders, method = '' } = raw;
  const credential = credentialOf(rawHeaders);
  if (credential === undefined) throw new Refusal('absent');
  const { token } = credential;
  const isAccepted = () => authenticator.hasAccepted(token);
  throwIfRefused(rejected.refusal(ip, token, isAccepted), reply);
  try {
    const peer = raw.socket.remoteAddress;
    const use = { ...credential, method, target, rawHeaders, peer, address: ip };
    if (route?.forUsers === true) return await authenticator.authenticateUser(use);
    return await authenticator.authenticate(use, () => sandboxRunOf(request));
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) rejected.count(ip, token);
    throw error;
  }
}

function throwIfRefused(refusal: LimitRefusal | undefined, reply: FastifyReply): void {
  if (refusal === undefined) return;
  void reply.header('retry-after', refusal.retryAfterSeconds);
  throw refusal.error;
}

/** Consumes one of a bucket and adds the response fields; returns the `RateLimit` item. */
async function take(
  rateLimits: RateLimits,
  bucket: BucketName,
  session: Session,
  reply: FastifyReply,
  before?: string,
): Promise<string | undefined> {
  if (rateLimits.policy === undefined) return before;
  const taken = await rateLimits.take(bucket, session);
  if (taken === undefined) return before;
  const items = before === undefined ? taken.item : `${before}, ${taken.item}`;
  void reply.header('ratelimit-policy', rateLimits.policy).header('ratelimit', items);
  if (taken.refusal !== undefined) {
    void reply.header('retry-after', taken.freesIn);
    throw taken.refusal;
  }
  return items;
}
