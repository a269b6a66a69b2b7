import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { invalid, NETWORK_HEADER, PERMISSIBLE_PURPOSE_HEADER } from '@ndx/contracts';
import type { FastifyRequest } from 'fastify';
import type { Answer } from './answer.js';
import { principalOf } from '../principal/caller.js';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HEADER } from '@ndx/api';

/** A request with an `Idempotency-Key`. */
export class KeyedRequest {
  /** Set by the code that stores the response in the transaction of the operation. */
  isAnswered = false;

  /** The first answer, for a repeated request whose handler decides whether it may be sent again. */
  earlier: Answer | undefined;

  /**
   * @param scope identifies the key: SHA-256 of the institution, the operation and the key
   * @param fingerprint of the request's content: a different one under the same key is a conflict
   * @param isQuery whether the answer has data of a subject
   */
  constructor(
    readonly scope: Buffer,
    readonly fingerprint: string,
    readonly isQuery: boolean,
  ) {}
}

/**
 * @throws VALIDATION_ERROR for a malformed key, AUTHENTICATION_REQUIRED for a service's own call
 */
export function keyedRequestOf(request: FastifyRequest, isQuery: boolean): KeyedRequest {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw invalid(
      'invalid_idempotency_key',
      `${IDEMPOTENCY_KEY_HEADER} must have 1 to 255 visible ASCII characters`,
    );
  }
  const { entity_id } = principalOf(request);
  const [path = '', ...query] = request.url.split('?');
  return new KeyedRequest(
    hash([entity_id, request.method, path, key]).digest(),
    hash([
      query.join('?'),
      request.headers[NETWORK_HEADER] ?? null,
      request.headers[PERMISSIBLE_PURPOSE_HEADER] ?? null,
    ])
      .update(request.rawBody ?? '')
      .digest('base64url'),
    isQuery,
  );
}

/** Joins values unambiguously: JSON texts are self-delimiting. */
function hash(values: readonly unknown[]) {
  return createHash('sha256').update(JSON.stringify(values));
}

const storage = new AsyncLocalStorage<KeyedRequest>();

/** Runs the work of a request with a key. */
export function inKeyedRequest<T>(request: KeyedRequest, work: () => T): T {
  return storage.run(request, work);
}

/** The current request with a key, if it is one. */
export function currentKeyedRequest(): KeyedRequest | undefined {
  return storage.getStore();
}
